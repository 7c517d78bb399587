"""Two sorts of people that things have: which panels have a chair and at least one speaker?

The second is had as the first is, though "have" is said once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS
from bot.offline.lexicon import NounTarget, RelationTarget
from memory.text import fold

_COST = 0.05
_BOUNDS = "|".join(sorted(SIGNS, key=len, reverse=True))
_MANY = rf"(?:no|an?|any|some|several|multiple|(?:(?:{_BOUNDS}) )?(?:{NUMBER}|an?))"
_SAID = re.compile(
    rf"\b(?P<have>have|has|had|with)(?P<both> both)? (?:{_MANY}) \w+(?: \w+)??,? (?:and|but)"
    r"(?: also)? "
    rf"(?P<two>{_MANY} (?P<who>\w+))\b(?! of\b)",
    re.I,
)


@cued(" have ", " has ", " had ", " with ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which panels have no sponsor but at least one speaker?"""
    found = _SAID.search(asked.question)
    if found is None or not _is_role(asked, found["who"]):
        return
    edits = [(found.start("two"), found.start("two"), f"{found['have']} ")]
    if found["both"]:
        edits.append((*found.span("both"), ""))
    heard = asked.hear(*edits)
    if heard is not None:
        yield heard.priced(_COST)


def _is_role(asked: Asked, word: str) -> bool:
    """Whether a word is for those who stand in a relationship, and for no label's nodes."""
    known = asked.lexicon.lookup((fold(word),))
    roles = any(isinstance(t, RelationTarget) and t.form != "verb" for t in known)
    return roles and not any(isinstance(t, NounTarget) and cost < 0.2 for t, cost in known.items())
