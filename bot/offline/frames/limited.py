"""How many rows are shown at most, said behind a list: ... Limit to 5; show me only the first ten.

What is ranked keeps its order, and its own number where one was told: cut_short.py has those.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER, number_of
from bot.offline.frames.cut_short import SORTED
from bot.offline.frames.returned import LISTING
from bot.offline.top_first import top_first
from memory.query import Aggregate, Query

_COST = 0.03
_ROWS = (
    r"(?: +(?:of (?:them|these|those)|results?|rows?|entries|items?|records?|lines?|hits))?"
    r"(?: +(?:only|please))?"
)
_SHOW = r"(?:show|give|list|return|display|print|name|tell|include|keep)(?: +me| +us)?"
_LEAST = r"(?:at most|no more than|up to|a maximum of|(?:a )?max(?:imum)?)"
_WHAT = r"(?:it|this|that|them|the (?:list|output|answer|results?|rows|number of (?:results|rows)))"
_SAID = re.compile(
    r"(?:[.?!;,(] *(?:(?:and|but) +)?| +(?=and +limit\b)and +)(?:please +)?(?:"
    rf"limit(?:ed|ing)?(?: +{_WHAT})?(?: +to)?(?: +only)?(?: +the)?(?: +first)?(?: +{_LEAST})?"
    rf"|(?<=[.?!;] ){_SHOW}(?: +(?:only|just))?(?: +{_LEAST}| +the +first)"
    rf"|(?<=[.?!;] )(?:{_SHOW} +)?(?:only|just)(?: +the +first)?"
    rf"|(?:(?<=[.?!;] )|(?<=\()){_LEAST}"
    rf") +(?P<n>{NUMBER}){_ROWS}[).?! ]*\Z",
    re.I,
)
_ASKS = re.compile(r"\A\W*(?:how many|which|what|who|whose)\b", re.I)
# From which end what is sorted is told; else which five are meant is anybody's guess.
_DIRECTED = re.compile(
    r"\b(?:asc|desc|ascending|descending|increasing|decreasing|alphabetical(?:ly)?"
    r"|chronological(?:ly)?|first|name|title)\b",
    re.I,
)


@cued("limit", "at most", "no more than", "up to", "max", "first ", "only ", "just ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which pets are dogs? Limit to 5."""
    found = _SAID.search(asked.question)
    size = number_of(found["n"]) if found else 0
    if found is None or not size or not _lists(asked.question[: found.start()]):
        return
    heard = asked.hear((found.start(), len(asked.question), "?"))
    if heard is None:
        return
    query = heard.query
    told = bool(query.columns) and not query.each and not query.skip
    told = told and bool(query.order or query.having or not _figures(query))
    if query.form == "list" and told and query.limit in ((None, 1) if query.order else (None,)):
        yield heard.priced(_COST, top_first(replace(query, limit=size)))


def _lists(said: str) -> bool:
    """Whether things are asked for, in an order of which the first are meant, or in none."""
    if not (_ASKS.match(said) or LISTING.match(said)):
        return False
    return SORTED.search(said) is None or _DIRECTED.search(said) is not None


def _figures(query: Query) -> bool:
    """Whether figures are told of groups."""
    return any(isinstance(column.operand, Aggregate) for column in query.columns)
