"""Rows with figures that nobody ordered, in the order in which people read them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, TypeAlias

from bot.events import Rows
from bot.steps.group_keys import beside_figures
from memory.query import Function, Query

_PERIODS = frozenset(
    ["century", "decade", "year", "quarter", "month", "week", "weekday", "day", "date", "hour"]
)
_DATED = re.compile(r"\d{4}-\d\d(?!\d)")
_Place: TypeAlias = tuple[bool, float, str]


def in_order(result: Rows, query: Query | None) -> Rows:
    """Groups by times and numbers from the first on, all others by their figure, the largest first.

    What was ordered, limited or not fetched whole stays as it came.
    """
    keys = beside_figures(query) if query is not None else ()
    if query is None or not keys or not result.rows:
        return result
    if query.order or query.limit or result.truncated:
        return result
    figure = next(n for n in range(len(result.columns)) if n not in keys)
    running = [n for n in keys if _runs(result, n, query)]
    by = [*(n for n in keys if n not in running), *running]
    ordered = sorted(result.rows, key=lambda row: [_place(row[n]) for n in by])
    if not running:
        ordered.sort(key=lambda row: _place(row[figure], largest_first=True))
    return replace(result, rows=tuple(ordered))


def _runs(result: Rows, column: int, query: Query) -> bool:
    """Whether the values of a column follow each other: years, weekdays, ratings, dates."""
    operand, values = query.columns[column].operand, [row[column] for row in result.rows]
    known = [value for value in values if value is not None]
    if isinstance(operand, Function) and operand.name in _PERIODS:
        return True
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in known):
        return bool(known)
    return bool(known) and all(isinstance(v, str) and _DATED.match(v) for v in known)


def _place(value: Any, *, largest_first: bool = False) -> _Place:
    """Where a value comes; what is not known comes last."""
    if isinstance(value, int | float):
        return False, -value if largest_first else value, ""
    return value is None, 0.0, str(value).casefold()
