"""The top scorer, our most prolific author: who did most of what their name says they do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, RelationTarget
from bot.offline.words import is_plural
from memory.query import Aggregate
from memory.text import fold

_COST = 0.1
_TOP = re.compile(
    r"\b(?:top|leading|biggest|most (?:prolific|active|frequent)|number one|no\. ?1) "
    r"(?:(?P<thing>[a-z]+)[ -])?(?P<doer>[a-z]+(?:[eo]rs?|ists?|[ae]nts?))\b",
    re.I,
)


@cued(
    "top ", "leading ", "biggest ", "most prolific ", "most active ", "most frequent ", "number one"
)
def frame(asked: Asked) -> Iterator[Heard]:
    """Who is the top scorer?"""
    found = _TOP.search(asked.question)
    if found is None:
        return
    doer = fold(found["doer"])
    known = asked.lexicon.lookup((doer,))
    if not any(isinstance(t, RelationTarget) and t.form == "start" for t in known):
        return
    if any(isinstance(t, NounTarget) and cost < 0.2 for t, cost in known.items()):
        return
    if found["thing"] and not _is_thing(asked, fold(found["thing"])):
        return
    several = is_plural(doer)
    heard = asked.hear((*found.span(), f"top {2 if several else 1} {found['doer']}"))
    if heard is None or not heard.query.order or heard.query.each:
        return
    if isinstance(heard.query.order[0].operand, Aggregate):
        yield heard.priced(_COST, replace(heard.query, limit=None if several else 1))


def _is_thing(asked: Asked, word: str) -> bool:
    """Whether a word names what is done: a *goal* scorer."""
    return any(
        isinstance(t, NounTarget) and c < 0.2 for t, c in asked.lexicon.lookup((word,)).items()
    )
