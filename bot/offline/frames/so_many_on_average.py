"""How many stars does X have on average: the average stars of X, where stars are a number."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.totals import figure
from memory.query import Aggregate

_COST = 0.05
_MEAN = r"(?:on|in) (?:the )?(?:average|mean)"
_HAVE = r"(?:have|has|get|gets|got|receive|received|hold|holds)"
_HOW_MANY = re.compile(
    rf"\A(?=.*\b{_MEAN}\b)\W*(?:{_MEAN},? )?how (?:many|much) (?P<what>\w+(?: \w+)?) "
    rf"(?:does|do|did|has|have|is|are) (?P<thing>[^,;?.!]+?)(?: {_HAVE}| given)?"
    rf"(?:,? {_MEAN})?\W*\Z",
    re.I,
)


@cued("average", "in the mean")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many stars do bakeries get on average?"""
    found = _HOW_MANY.match(asked.question)
    if found is None or not figure(asked, found["what"]):
        return
    heard = asked.hear_part(*found.span("thing"), f"what is the average {found['what']} of ")
    told = [column.operand for column in heard.query.columns] if heard is not None else []
    means = [x for x in told if isinstance(x, Aggregate) and x.function == "avg"]
    if heard is not None and means and means == told:
        yield heard.priced(_COST)
