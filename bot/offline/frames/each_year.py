"""Done in several years: in at least three different years, in every year from 2019 to 2021."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS, number_of
from memory.query import Aggregate, Attribute, Comparison, Constant, Function, Operand, Query

_COST = 0.05
# A year that nobody asks about: it finds what the years are of.
_YEAR = 1187
_SEVERAL = re.compile(
    rf"\bin (?:(?P<how>{'|'.join(SIGNS)}) )?(?P<number>{NUMBER}) (?:different|distinct) years\b",
    re.I,
)
_EVERY = re.compile(
    r"\b(?:in )?(?:each|every) (?:single )?year (?P<range>(?:from|between) (?P<first>\d{4})"
    r" (?:to|and|until|through) (?P<last>\d{4}))\b",
    re.I,
)


@cued("year")
def frame(asked: Asked) -> Iterator[Heard]:
    """Customers who ordered in at least three different years."""
    question = asked.question
    several = _SEVERAL.search(question)
    if several is not None:
        number = number_of(several["number"])
        sign = SIGNS[several["how"].strip().lower()] if several["how"] else ">="
        yield from _counted(asked, (*several.span(), f"in {_YEAR}"), sign, number)
    every = _EVERY.search(question)
    if every is not None:
        first, last = int(every["first"]), int(every["last"])
        gone = (*every.span(), f"between {first} and {last}")
        yield from _counted(asked, gone, "=", last - first + 1, kept=(first, last))


def _counted(
    asked: Asked, gone: Edit, sign: str, number: int, *, kept: tuple[int, int] | None = None
) -> Iterator[Heard]:
    """The tree with so many different years of what is dated."""
    heard = asked.hear(gone)
    if heard is None or number < 2 or not _plain(heard.query):
        return
    query = heard.query
    first, last = kept or (_YEAR, _YEAR)
    bounds = [
        t
        for t in query.pattern.where
        if isinstance(t, Comparison) and _value(t) in _ends(first, last)
    ]
    year = _year(asked, query, bounds)
    if year is None:
        return
    where = tuple(t for t in query.pattern.where if kept or t not in bounds)
    many = Comparison(Aggregate("count", year, distinct=True), sign, Constant(number))  # type: ignore[arg-type]
    whole = replace(
        query,
        pattern=replace(query.pattern, where=where),
        distinct_on=(query.subject,),
        having=(many,),
    )
    yield heard.priced(_COST, whole)


def _plain(query: Query) -> bool:
    """Whether a tree has a row for each of what is asked for, and no more to it."""
    simple = query.form == "list" and query.source is None and query.optional is None
    own = all(getattr(c.operand, "variable", "") == query.subject for c in query.columns)
    return simple and own and not (query.having or query.each or query.route or query.order)


def _value(test: Comparison) -> object:
    return test.right.value if isinstance(test.right, Constant) else None


def _ends(first: int, last: int) -> tuple[object, ...]:
    return (first, last, date(first, 1, 1), date(last + 1, 1, 1))


def _year(asked: Asked, query: Query, bounds: list[Comparison]) -> Operand | None:
    """The year of what is dated by these tests, where that is something done, not the subject."""
    dated = {t.left for t in bounds}
    if len(dated) != 1:
        return None
    (stored,) = dated
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    labels |= {e.variable: e.types for e in query.pattern.edges if e.variable}
    if not isinstance(stored, Attribute) or stored.variable == query.subject:
        return None
    kind = asked.lexicon.kind(labels[stored.variable][0], stored.property)
    if kind == "year":
        return stored
    return Function("year", (stored,)) if kind in ("date", "datetime", "zoned") else None
