"""Not yet, still not, yet to be done; no longer sold, still available: what is so for a time.

Said in the words that a state is read in: not done yet, not active, discontinued.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.lexicon import FlagTarget
from bot.offline.words import participles
from memory.query import Comparison, Query

_COST = 0.05
# That a date is missing tells it, rather than that a status is another one, which costs 0.2 more.
_SURER = 0.2
_LISTS: dict[str, list[str]] = load("states")
_CUE = re.compile(r"\b(?:yet|still|no longer)\b", re.I)
_BE = r"(?:have|has|had|are|is|was|were)"
# What is done about the words: they go, but for what is done, which may be a stored value.
_DONE = r"(?P<done>[a-z]+)"
_NOT = rf"(?:still {_BE} ?(?:not |n['’]t )|{_BE} still not )(?:been )?"
_UNDONE = tuple(
    re.compile(rf"\b(?P<before>{before}){_DONE}", re.I)
    for before in (
        rf"{_BE} not (?:yet (?:been )?|been (?=[a-z]+ yet\b))",
        _NOT,
        rf"(?:{_BE} (?:still )?)?yet to be ",
    )
)
_YET = re.compile(r"\bnot been [a-z]+ yet\b", re.I)
_IN_USE = "|".join(sorted(_LISTS["in_use"], key=len, reverse=True))
_SOLD = "|".join(sorted(_LISTS["offered"], key=len, reverse=True))
_NO_LONGER = re.compile(rf"\b(?P<how>no longer) (?P<state>{_IN_USE}|{_SOLD})\b", re.I)
_STILL = re.compile(rf"\b(?P<how>still) (?P<state>{_SOLD})\b", re.I)


@cued("yet", "still", "no longer")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which orders have not yet been shipped, which products are no longer sold?"""
    if _CUE.search(asked.question) is None:
        return
    # What is yet to be done is else told as done.
    modest = "yet to be" not in asked.question.lower()
    # What has not been done yet is read as it stands, where that is not far less sure.
    surer = -_COST if _YET.search(asked.question) else _SURER
    for edits in _ways(asked):
        heard = asked.hear(*edits)
        if heard is not None:
            cost = heard.cost + (_COST if not _missing(heard.query) else -surer)
            yield Heard(heard.query, cost, heard.used, modest=modest)


def _missing(query: Query) -> bool:
    """Whether it is told by a date that is not there: no other state that something may be in."""
    return any(isinstance(t, Comparison) and t.operator == "IS NULL" for t in query.pattern.where)


def _ways(asked: Asked) -> Iterator[tuple[Edit, ...]]:
    """What may be said instead."""
    found = next(filter(None, (p.search(asked.question) for p in _UNDONE)), None)
    if found is not None and found["done"].lower() in participles(found["done"].lower()):
        bare = not re.match(rf"(?:still )?{_BE}\b", found["before"], re.I)
        before = (*found.span("before"), "that are not " if bare else "are not ")
        end = found.end("done")
        yet = re.compile(r" yet\b", re.I).match(asked.question, end)
        yield (before,) if yet else (before, (end, end, " yet"))
        yield (before, (end, yet.end(), "")) if yet else (before,)
    elif found := _NO_LONGER.search(asked.question) or _STILL.search(asked.question):
        yield from _in_use(asked, found)


def _in_use(asked: Asked, found: re.Match[str]) -> Iterator[tuple[Edit, ...]]:
    """No longer active is not active, no longer sold is discontinued; and still so, not."""
    state, over = found["state"].lower(), found["how"].lower() == "no longer"
    if over and state in _LISTS["in_use"]:
        yield ((*found.span("how"), "not"),)
    if state in _LISTS["offered"]:
        for word in _LISTS["withdrawn"]:
            known = asked.lexicon.lookup((word,))
            if any(isinstance(target, FlagTarget) for target in known):
                yield ((*found.span(), word if over else f"not {word}"),)
