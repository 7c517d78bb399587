"""Which film directors directed more than three films: what it is of, is said twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget
from bot.offline.words import plural
from memory.text import fold

_COST = 0.02
_OF_WHAT = re.compile(
    r"\b(?:which|what|how many|all|the|list|name|find|show) (?P<what>[a-z]+ )(?P<role>[a-z]+)\b",
    re.I,
)


@cued()
def frame(asked: Asked) -> Iterator[Heard]:
    """Which song writers wrote more than three songs?"""
    found = _OF_WHAT.search(asked.question)
    if found is None:
        return
    what, rest = fold(found["what"]).strip(), fold(asked.question[found.end() :])
    if not re.search(rf"\b{re.escape(plural(what))}\b", rest):
        return
    if _named(asked, what) and _named(asked, fold(found["role"])):
        heard = asked.hear((*found.span("what"), ""))
        if heard is not None:
            yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)


def _named(asked: Asked, word: str) -> bool:
    """Whether a word names a kind of node."""
    return any(isinstance(target, NounTarget) for target in asked.lexicon.lookup((word,)))
