"""How much is the Larkspur Pot: what it costs, or is worth."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from memory.query import Attribute

_COST = 0.05
_IS = re.compile(
    r"\A\W*how much (?:is|was|are|were) (?P<thing>[^,;?.!]+?)(?P<worth> worth)?\W*\Z", re.I
)


@cued("how much is", "how much was", "how much are", "how much were")
def frame(asked: Asked) -> Iterator[Heard]:
    """How much is it?"""
    found = _IS.match(asked.question)
    if found is None:
        return
    start, end = found.span("thing")
    if not any(start <= link.start and link.end <= end for link in asked.linked):
        return
    last = (end, len(asked.question))
    ways = [("how much does ", " cost?"), ("what is ", "?")]
    for before, after in [("what is ", " worth?")] if found["worth"] else ways:
        heard = asked.hear((0, start, before), (*last, after))
        told = [column.operand for column in heard.query.columns] if heard is not None else []
        if heard is not None and told and all(isinstance(x, Attribute) for x in told):
            yield heard.priced(_COST)
            return
