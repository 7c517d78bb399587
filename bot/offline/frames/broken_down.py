"""Break the orders down by region, the distribution of customers across segments."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.words import is_plural, lemmas
from memory.query import Aggregate
from memory.text import fold

_COST = 0.05
_ASKING = (
    r"\A\W*(?:(?:please|can you|could you|would you|i want to|i'd like to|let's) )*"
    r"(?:(?:show|give|list|get|display|tell)(?: me| us)? )?"
)
_THE = r"(?:the |all |all the |our |my )?"
_BY = r"(?:by|per|across|over|among|between|for each|for every|according to)"
_REST = r"(?P<rest>\W+(?:(?:and )?(?:count|how many|(?:the )?number of)\b[^?.]*))?\W*\Z"
# Nothing is broken down by *an* officer.
_KEY = rf"(?!an? )(?:the (?:different )?|each |every |their )?(?P<key>[^,:;?.–]+?){_REST}"
_BROKEN = re.compile(
    rf"{_ASKING}(?:break|split|divide|group|segment)(?: down| up)? {_THE}(?P<thing>[^,:?]+?)"
    rf"(?: down| up)? {_BY} {_KEY}",
    re.I,
)
_SPREAD = re.compile(
    rf"{_ASKING}(?:what(?:'s| is) )?(?:a |the )?(?:breakdown|break down|distribution|split|counts?)"
    rf" of {_THE}(?P<thing>[^,:?]+?) {_BY} {_KEY}",
    re.I,
)
_ARE = re.compile(
    rf"\A\W*how (?:are|is|were|do|does|did) {_THE}(?P<thing>[^,:?]+?) (?:distributed|spread|split|"
    rf"divided|broken down|break down|distribute)(?: up)? {_BY} {_KEY}",
    re.I,
)


@cued("break", "broken", "split", "divide", "group", "segment", "distribut", "count", "spread")
def frame(asked: Asked) -> Iterator[Heard]:
    """Read as how many there are for each."""
    for pattern in (_BROKEN, _SPREAD, _ARE):
        found = pattern.match(asked.question)
        if found is None:
            continue
        start, end = found.span("key")
        key: list[Edit] = []
        last = found["key"].rpartition(" ")[2]
        if is_plural(fold(last)):
            key = [(end - len(last), end, lemmas(fold(last))[-1])]
        heard = asked.hear(
            (0, found.start("thing"), "How many "),
            (found.end("thing"), start, " are there for each "),
            *key,
            (end, len(asked.question), "?"),
        )
        counts = (
            [c for c in heard.query.columns if isinstance(c.operand, Aggregate)] if heard else []
        )
        if heard is not None and len(counts) == 1 and len(heard.query.columns) > 1:
            yield heard.priced(_COST)
        return
