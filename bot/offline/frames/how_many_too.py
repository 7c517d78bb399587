"""What a ranking goes by, asked for behind it, which is told anyway: ... and how many?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from memory.query import Aggregate

_COST = 0.03
_THEY = "(?:it|they|he|she)"
_SAID = re.compile(
    r"\b(?:most|fewest|least)\b(?P<between>[^;?.]*?)"
    r"(?P<tail>[,;?.]* (?:and|(?:(?:along|together) )?with)?"
    r" ?how many"
    r"(?: of (?:them|these|those))?(?: (?P<what>\w+))??"
    rf" (?:are there|there are|(?:does|do|did) {_THEY} have|{_THEY} (?:has|have)"
    rf"|(?:has|have) {_THEY}(?: got)?"
    rf"|(?:each|{_THEY})(?: one| of them)? (?:has|have|had)))\W*\Z",
    re.I,
)
# The three cities with the highest average rating, along with the average.
_FIGURE = re.compile(
    r",? (?:and|with|(?:along|together) with|as well as)(?: also)? (?:the|their|its)"
    r"(?: respective| corresponding| actual)? (?P<figure>average|mean|total|sum|count|number)s?"
    r"(?: (?:value|figure)s?)?(?= for each\W*\Z|\W*\Z)(?: for each)?",
    re.I,
)
_FUNCTIONS = {"average": "avg", "mean": "avg", "total": "sum", "sum": "sum"}


@cued("how many", *_FUNCTIONS, "count", "number")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which genre has the most films, and how many are there?"""
    said, figure = _SAID.search(asked.question), _FIGURE.search(asked.question)
    if said is not None and _again(said):
        tail, function = said.span("tail"), "count"
    elif figure is not None:
        tail, function = figure.span(), _FUNCTIONS.get(figure["figure"].lower(), "count")
    else:
        return
    heard = asked.hear((*tail, "?"))
    if heard is None or not heard.query.order or heard.query.source is not None:
        return
    ranked = heard.query.order[0].operand
    told = any(column.operand == ranked for column in heard.query.columns)
    if told and isinstance(ranked, Aggregate) and ranked.function == function:
        yield heard.priced(_COST)


def _again(found: re.Match[str]) -> bool:
    """Whether it is the same that is counted: nothing else is named."""
    what = found["what"]
    return what is None or what.lower() in found["between"].lower().split()
