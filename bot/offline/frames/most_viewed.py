"""Who asked the most viewed question: that with the highest number of how often it was viewed.

Which tag gets the most views: the highest sum of those numbers, where only questions keep them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, PropertyTarget, RelationTarget
from bot.offline.words import lemmas, participles, plural
from memory.query import Aggregate, Query
from memory.text import fold, split_name
from memory.tree_edits import attributes_of

_COST = 0.1
_ALIKE = 0.2
_HOW = {"most": "highest", "highest": "highest", "best": "highest", "top": "highest"}
_MOST = re.compile(
    r"(?<=\w )(?:the )?(?P<how>most|highest|best|top|least|lowest|worst)[ -](?P<done>[a-z]+)"
    r" (?P<noun>[a-z]+)(?=\W*\Z| (?:have|has|had|and|or)\b)",
    re.I,
)

_VIEWS = re.compile(
    r"\b(?P<has>has|have|had|gets?|got|receives?|received|with|generated?|attracts?|attracted) the "
    r"(?P<how>most|fewest|highest number of|lowest number of) (?:total )?"
    r"(?:(?P<noun>[a-z]+) )?(?P<what>[a-z]+s)"
    r"(?: (?:on|for|across|of|from) (?:all )?(?:of )?(?:their|its|his|her) (?P<things>[a-z]+))?"
    r"(?=\W*\Z)",
    re.I,
)


@cued("most ", "fewest ", "highest", "best", "top", "least ", "lowest", "worst")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which tags has the most viewed question?"""
    for found in _MOST.finditer(asked.question):
        name = _number(asked, found["done"].lower(), fold(found["noun"]))
        if not name:
            continue
        noun, pole = found["noun"], _HOW.get(found["how"].lower(), "lowest")
        said = f"the {noun} with the {pole} {' '.join(split_name(name))}"
        heard = asked.hear((*found.span(), said))
        if heard is not None:
            yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)
    views = _VIEWS.search(asked.question)
    if views is not None:
        yield from _summed(asked, views)


def _summed(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """The highest total view count, of things that only one kind of thing keeps."""
    known = asked.lexicon.lookup((fold(found["what"]),))
    if any(not isinstance(t, PropertyTarget) and cost < _ALIKE for t, cost in known.items()):
        return
    kept = [t for t, c in known.items() if isinstance(t, PropertyTarget) and c < _ALIKE]
    noun = found["noun"] or found["things"]
    numbers = [t for t in kept if asked.lexicon.kind(t.owner, t.property) == "number"]
    if len(kept) != 1 or not numbers or (noun and numbers[0].owner not in _labels(asked, noun)):
        return
    pole = "highest" if found["how"].lower() in ("most", "highest number of") else "lowest"
    owner = plural(" ".join(split_name(numbers[0].owner)))
    figure = " ".join(split_name(numbers[0].property))
    heard = asked.hear((*found.span(), f"has the {pole} total {figure} of {owner}"))
    if heard is not None and _by_sum(heard.query, numbers[0].property):
        yield Heard(heard.query, heard.cost + _COST, heard.used, modest=not found["noun"])


def _by_sum(query: Query, name: str) -> bool:
    """Whether others than those that keep a number are ranked by its sum."""
    keys = [key.operand for key in query.order]
    if len(keys) != 1 or not isinstance(keys[0], Aggregate) or keys[0].function != "sum":
        return False
    summed = attributes_of(keys[0])
    return all(x.property == name and x.variable != query.subject for x in summed)


def _labels(asked: Asked, noun: str) -> set[str]:
    """The labels of the things that a noun names."""
    nouns = {fold(noun), *lemmas(fold(noun))}
    known = (x for form in nouns for x in asked.lexicon.lookup((form,)).items())
    return {t.label for t, cost in known if isinstance(t, NounTarget) and cost < _ALIKE}


def _number(asked: Asked, done: str, noun: str) -> str:
    """The only number of such things that a participle names: viewed, of a view count."""
    if done not in participles(done):
        return ""
    known = asked.lexicon.lookup((done,))
    if any(isinstance(t, RelationTarget) and cost < _ALIKE for t, cost in known.items()):
        # The most reviewed book: what was done to it is counted.
        return ""
    labels = _labels(asked, noun)
    names = {
        (t.owner, t.property)
        for t, cost in known.items()
        if isinstance(t, PropertyTarget) and t.owner in labels and cost < _ALIKE
        if asked.lexicon.kind(t.owner, t.property) == "number"
    }
    return next(iter(names))[1] if len(names) == 1 else ""
