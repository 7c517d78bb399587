"""How many they have, asked behind who has the most, which is told anyway: ... and how many?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from memory.query import Aggregate

_COST = 0.03
_THEY = "(?:it|they|he|she)"
_SAID = re.compile(
    r"\b(?:most|fewest|least)\b(?P<between>[^;?.]*?)(?P<tail>[,;?.]* (?:and|with)? ?how many"
    r"(?: of (?:them|these|those))?(?: (?P<what>\w+))??"
    rf" (?:are there|there are|(?:does|do|did) {_THEY} have|{_THEY} (?:has|have)"
    rf"|(?:has|have) {_THEY}(?: got)?))\W*\Z",
    re.I,
)


@cued("how many")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which genre has the most films, and how many are there?"""
    found = _SAID.search(asked.question)
    if found is None or not _again(found):
        return
    heard = asked.hear((*found.span("tail"), "?"))
    if heard is None or not heard.query.order or heard.query.source is not None:
        return
    ranked = heard.query.order[0].operand
    told = any(column.operand == ranked for column in heard.query.columns)
    if told and isinstance(ranked, Aggregate) and ranked.function == "count":
        yield heard.priced(_COST)


def _again(found: re.Match[str]) -> bool:
    """Whether it is the same that is counted: nothing else is named."""
    what = found["what"]
    return what is None or what.lower() in found["between"].lower().split()
