"""What things have on average, where each of them would be told: how much do drivers earn?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.subtrees import node_of
from memory.query import Aggregate, Attribute, Column, Query

_COST = 0.05
_HOW = re.compile(
    r"\A\W*(?:and |so )?(?:how (?:much|many|long|old|big|large|tall|heavy)|what)\b", re.I
)
_MEAN = re.compile(r",? *\b(?:on average|on the average|typically|usually)\b,?", re.I)
_ONE = re.compile(r"(?<=\bdoes )an? (?:average |typical )?(?=[a-z])", re.I)


@cued("average", "typically", "usually")
def frame(asked: Asked) -> Iterator[Heard]:
    """How much do drivers earn on average?"""
    found = _MEAN.search(asked.question)
    if found is None or not _HOW.match(asked.question):
        return
    one = _ONE.search(asked.question)
    gone = [(*found.span(), "")]
    heard = asked.hear(*([(*one.span(), "each ")] if one else []), *gone)
    mean = _mean(asked, heard.query) if heard is not None else None
    if heard is not None and mean is not None:
        yield heard.priced(_COST, mean)


def _mean(asked: Asked, query: Query) -> Query | None:
    """The mean of the one figure that is told of each."""
    plain = query.form == "list" and not query.pattern.edges and query.source is None
    if not plain or query.order or query.limit or query.having or query.each or query.optional:
        return None
    labels = node_of(query, query.subject).labels
    figures = [
        c
        for c in query.columns
        if isinstance(c.operand, Attribute)
        and labels
        and asked.lexicon.kind(labels[0], c.operand.property) == "number"
    ]
    if len(figures) != 1:
        return None
    column = Column(Aggregate("avg", figures[0].operand), f"average_{figures[0].name}")
    return replace(query, form="value", columns=(column,), distinct=False, distinct_on=())
