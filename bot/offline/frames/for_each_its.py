"""A figure of what each has, told of each first: for each club, the average age of its members."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from memory.query import Aggregate

_COST = 0.05
_SAID = re.compile(
    r"\A\W*for (?:each|every) (?P<one>\w+(?: \w+)?),? [^,;?.]*?"
    r"\b(?:average|mean|median|total|sum|highest|lowest|maximum|minimum)\b[^,;?.]* of "
    r"(?P<its>(?:all )?(?:its|their|his|her))(?: own)? \w+(?: \w+)?(?:,[^,;?.]+)?\W*\Z",
    re.I,
)


@cued("for each", "for every")
def frame(asked: Asked) -> Iterator[Heard]:
    """For each country, what is the average rating of its films?"""
    found = _SAID.match(asked.question)
    heard = asked.hear((*found.span("its"), "the")) if found else None
    if heard is None:
        return
    figures = [isinstance(column.operand, Aggregate) for column in heard.query.columns]
    if any(figures) and not all(figures) and heard.query.limit is None:
        yield heard.priced(_COST)
