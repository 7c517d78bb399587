"""Who was the first to save X: who saved it at the first of the times that are kept of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.done_first import DID, DONE, TO_DO
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.words import inflect, lemmas
from memory.query import Attribute, Comparison, Order, Query

_COST = 0.05


@cued("first", "last", "recent")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who won a prize most recently, when did X last win one?"""
    for form in (TO_DO, DONE, DID):
        found = form.search(asked.question)
        if found is None:
            continue
        start, end = found.span("cut")
        edits = [(start, end, "")]
        if form is TO_DO:
            done = inflect(lemmas(found["verb"].lower())[-1], "VBD")
            edits = [(start, found.end("verb"), done)]
        if form is not DID:
            edits.append((max(asked.end, end), len(asked.question), ", and when?"))
        heard = asked.hear(*edits)
        last = found["rank"].lower() != "first"
        query = _one(heard.query, last=last) if heard is not None else None
        if heard is not None and query is not None:
            yield heard.priced(_COST, query)
            return


def _one(query: Query, *, last: bool) -> Query | None:
    """The first or last by the time told at the end, where a relationship keeps it."""
    told = query.columns[-1].operand if query.columns else None
    edges = {edge.variable for edge in query.pattern.edges if edge.variable}
    plain = query.form == "list" and not (query.order or query.each or query.having)
    if not plain or query.limit is not None or query.source is not None:
        return None
    if not isinstance(told, Attribute) or told.variable not in edges:
        return None
    where = (*query.pattern.where, Comparison(told, "IS NOT NULL"))
    pattern = replace(query.pattern, where=where)
    several = query.distinct and len(query.columns) > 1
    order = (Order(told, last),)
    return replace(query, pattern=pattern, order=order, limit=1, distinct=several)
