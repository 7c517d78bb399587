"""The highest total booking value, the lowest average like count per post: a figure of many."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.lexicon import NounTarget, PropertyTarget
from bot.words.inflection import plural
from memory.query import Aggregate
from memory.text import fold

_COST = 0.05
_GUESSED = 0.3
_MEANS = ("average", "mean")
_FIGURE = re.compile(
    r"\b(?P<lead>(?:highest|lowest|largest|smallest|biggest|greatest|best|worst) "
    r"(?P<kind>total|average|mean|combined))"
    r" (?P<words>[a-z]+(?:[ -][a-z]+){0,3}?)"
    r"(?: (?:per|for each|of each|across|over) (?:all )?(?:(?:their|its|his|her) )?"
    r"(?P<each>[a-z]+))?"
    r"(?=\W*\Z| (?:in|of|for|with|from|who|that|which|whose|and)\b)",
    re.I,
)


@cued("total", "average", "mean", "combined")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which shippers have the highest total booking value?"""
    for found in _FIGURE.finditer(asked.question):
        for edit in _turned(asked, found):
            heard = asked.hear(edit)
            if heard is not None and _of_many(heard):
                yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)


def _turned(asked: Asked, found: re.Match[str]) -> Iterator[Edit]:
    """The figure of those it is of, said behind it: the highest total value of bookings."""
    words = found["words"].split()
    if found["each"]:
        # The total of each one is its own.
        things = [found["each"]]
        if found["kind"].lower() in _MEANS and _names(asked, things) and _kept(asked, words):
            yield (*found.span(), _of(found["lead"], words, things))
        return
    for cut in range(1, len(words)):
        thing, figure = words[:cut], words[cut:]
        if _names(asked, thing) and _kept(asked, figure):
            yield (*found.span(), _of(found["lead"], figure, thing))
            return


def _of(lead: str, figure: list[str], thing: list[str]) -> str:
    things = " ".join([*thing[:-1], plural(thing[-1])])
    return f"{lead} {' '.join(figure)} of {things}"


def _names(asked: Asked, words: list[str]) -> bool:
    """Whether words name a kind of thing."""
    known = asked.lexicon.lookup(tuple(fold(" ".join(words)).split()))
    return any(isinstance(t, NounTarget) and cost < _GUESSED for t, cost in known.items())


def _kept(asked: Asked, words: list[str]) -> bool:
    """Whether words name a number that is kept."""
    known = asked.lexicon.lookup(tuple(fold(" ".join(words)).split()))
    return any(
        isinstance(t, PropertyTarget)
        and cost < _GUESSED
        and asked.lexicon.kind(t.owner, t.property) in ("number", "number_text")
        for t, cost in known.items()
    )


def _of_many(heard: Heard) -> bool:
    """Whether what ranks is a figure of several."""
    order = heard.query.order[0].operand if heard.query.order else None
    return isinstance(order, Aggregate) and order.function != "count"
