"""In which year was X born: of a date that is kept whole, the year alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.comparing import as_date
from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.kinds import DATED
from bot.offline.lexicon import PropertyTarget
from bot.offline.naming import column_names
from memory.query import Attribute, Column, Function, Query
from memory.text import fold

_COST = 0.02
_SAID = re.compile(
    r"\b(?:(?:in|during) )?(?:what|which) years?"
    r"(?= (?:was|were|did|do|does|is|are|has|have|had)\b)",
    re.I,
)
# Sorted or counted by it, things are so by the whole date.
_YEAR = re.compile(
    r"(?<!by )(?<!per )(?<!each )(?<!every )\b(?P<of>[a-z]+) year(?P<many>s?)\b", re.I
)


@cued(" year")
def frame(asked: Asked) -> Iterator[Heard]:
    """In which year was X born? What is the birth year of X?"""
    for edit in _edits(asked):
        heard = asked.hear(edit)
        whole = _in_years(asked, heard.query) if heard is not None else None
        if heard is not None and whole is not None:
            yield heard.priced(_COST, whole)


def _edits(asked: Asked) -> Iterator[Edit]:
    """When, for the words that ask for a year; the birth date, for the birth year."""
    if found := _SAID.search(asked.question):
        yield (*found.span(), "when")
    elif (found := _YEAR.search(asked.question)) and _dates(asked, fold(found["of"])):
        yield (*found.span(), f"{found['of']} date{found['many']}")


def _dates(asked: Asked, word: str) -> bool:
    """Whether there is a date of that name, and no year."""
    named = [
        asked.lexicon.kind(t.owner, t.property)
        for last in ("date", "year")
        for t in asked.lexicon.lookup((word, last))
        if isinstance(t, PropertyTarget)
    ]
    return any(kind in DATED for kind in named) and not any(k.startswith("year") for k in named)


def _in_years(asked: Asked, query: Query) -> Query | None:
    """The tree with the year of the one date that it tells."""
    if query.form not in ("list", "value"):
        return None
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    owners = labels | {e.variable: e.types for e in query.pattern.edges if e.variable}
    kinds = {
        told: asked.lexicon.kind(owners[told.variable][0], told.property)
        for told in (column.operand for column in query.columns)
        if isinstance(told, Attribute) and owners.get(told.variable)
    }
    dates = [told for told, kind in kinds.items() if kind in DATED]
    if len(dates) != 1:
        return None
    (date,) = dates
    year = Function("year", (as_date(date, kinds[date]),))
    told = [year if column.operand == date else column.operand for column in query.columns]
    names = column_names(told, labels, query.subject)
    return replace(
        query, columns=tuple(Column(o, name) for o, name in zip(told, names, strict=True))
    )
