"""Which chart the rows of an answer call for, if any, by what their columns are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, TypeAlias, get_args

from bot.events import Rows
from bot.render.charts.fields import Field, fields_of
from bot.render.heads import heads
from bot.render.table import cell_text
from memory.query import Query

ChartKind: TypeAlias = Literal["bar", "line", "point", "pie", "share", "card"]
KINDS: tuple[ChartKind, ...] = get_args(ChartKind)

# More bars than this nobody reads; of a ranking the first ones are drawn.
MOST_BARS = 25
# So many names without an order are a list, not a comparison.
_UNORDERED = 60
MOST_SERIES = 8
MOST_SLICES = 50
# Bars over time are thinner than those with a name beside them.
_MOST_OVER_TIME = 60
_ENOUGH_POINTS = 8


@dataclass(frozen=True, slots=True)
class Shape:
    """What is drawn: `y` over `x`, a line or a part of a bar for each `series`.

    `kinds` are the charts that fit, the best first. `label` is a column that names each point.
    `once` says that each place on `x` has one value (in each series), `stacked` that the series
    add up there.
    """

    kinds: tuple[ChartKind, ...]
    x: Field
    y: Field
    series: Field | None = None
    label: Field | None = None
    once: bool = True
    stacked: bool = False

    @property
    def figures(self) -> tuple[Field, ...]:
        """The columns that a row must have a value in."""
        return tuple(one for one in (self.x, self.y, self.series) if one is not None)


def choose(
    result: Rows | None, query: Query | None = None, cypher: str | None = None
) -> Shape | None:
    """Return what to draw of these rows; None where they are no chart.

    One number alone is a card. Never one row else, ids, names alone, or hundreds of names in no
    order.

    Args:
        result: The rows of the answer.
        query: The meaning of the question, where the reader read it: it names the columns.
        cypher: The statement that gave them: it tells what is counted, and what by.
    """
    alone = result is not None and len(result.rows) == len(result.columns) == 1
    if result is None or not (alone or (len(result.rows) > 1 and len(result.columns) > 1)):
        return None
    fields = fields_of(result, heads(result.columns, query), cypher or "")
    if alone:
        [one] = fields
        return Shape(("card",), one, one) if one.kind == "number" else None
    times = [field for field in fields if field.is_time]
    names = sorted((f for f in fields if f.kind == "category"), key=lambda field: field.key)
    numbers = [field for field in fields if field.kind == "number"]
    if not numbers or len(fields) - len(times) - len(names) - len(numbers) > len(numbers):
        return None
    found = _shape(_Columns(result.rows, times, names, numbers))
    return found if found is not None and found.kinds else None


class _Columns:
    """The columns by kind, with what their values tell."""

    def __init__(
        self,
        rows: Sequence[Sequence[Any]],
        times: list[Field],
        names: list[Field],
        numbers: list[Field],
    ) -> None:
        self.rows, self.times, self.names, self.numbers = rows, times, names, numbers
        drawn = [number for number in numbers if number.figure] or numbers
        self.y = next((number for number in drawn if self.sorted_by(number)), drawn[0])

    def values(self, field: Field) -> list[Any]:
        return [row[field.at] for row in self.rows if row[field.at] is not None]

    def count(self, *fields: Field) -> int:
        """How many different values, or combinations of them."""
        return len({tuple(_told_apart(row[f.at]) for f in fields) for row in self.rows})

    def one_each(self, *fields: Field) -> bool:
        """Whether no two rows have the same."""
        return self.count(*fields) == len(self.rows)

    def first_differ(self, field: Field) -> bool:
        """Whether no two of the first rows, which are drawn of a ranking, have the same."""
        first = [_told_apart(row[field.at]) for row in self.rows[:MOST_BARS]]
        return len(set(first)) == len(first)

    def sorted_by(self, field: Field) -> bool:
        """Whether the rows are a ranking by this number."""
        pairs = list(pairwise(self.values(field)))
        return all(a >= b for a, b in pairs) or all(a <= b for a, b in pairs)


def _told_apart(value: Any) -> Any:
    return cell_text(value) if isinstance(value, dict | list) else value


def _shape(given: _Columns) -> Shape | None:
    if given.times and _time_comes_first(given):
        return _over_time(given)
    if given.names:
        return _by_name(given) or (_over_time(given) if given.times else None)
    if given.times:
        return _over_time(given)
    return _of_numbers(given)


def _time_comes_first(given: _Columns) -> bool:
    """Whether things are told for each moment, rather than a moment for each thing."""
    time, names = given.times[0], given.names
    if not names:
        return True
    if time.grouped or names[0].grouped:
        return time.grouped and not given.one_each(names[0])
    return not given.one_each(names[0]) or time.at < names[0].at


def _over_time(given: _Columns) -> Shape:
    x, y = given.times[0], given.y
    name = given.names[0] if given.names else None
    if given.one_each(x):
        bars: tuple[ChartKind, ...] = ("bar",) if len(given.rows) <= _MOST_OVER_TIME else ()
        return Shape(("line", *bars, "point"), x, y, label=name)
    if name is not None and given.count(name) <= MOST_SERIES and given.one_each(x, name):
        stacked = _adds_up(given, y) and given.count(x) <= _MOST_OVER_TIME
        bars = ("bar",) if stacked else ()
        return Shape(("line", *bars, "point"), x, y, series=name, stacked=stacked)
    return Shape(("point", "line"), x, y, label=name, once=False)


def _by_name(given: _Columns) -> Shape | None:
    x, y, many = given.names[0], given.y, len(given.rows)
    if given.one_each(x):
        across = _across(given)
        if across is not None and many >= _ENOUGH_POINTS and not _ranked(given):
            bars: tuple[ChartKind, ...] = ("bar",) if many <= MOST_BARS else ()
            return Shape(("point", *bars), across, y, label=x)
        if many > _UNORDERED and not given.sorted_by(y):
            return None
        return Shape(_of_parts(given, y), x, y)
    if many > MOST_BARS and given.sorted_by(y) and given.first_differ(x):
        return Shape(("bar",), x, y)
    series = given.names[1] if len(given.names) > 1 else None
    if series is not None and given.count(x) < given.count(series):
        x, series = series, x
    if series is not None and given.one_each(x, series) and given.count(series) <= MOST_SERIES:
        stacked = _adds_up(given, y)
        fits: tuple[ChartKind, ...] = ("bar", "share", "point") if stacked else ("bar", "point")
        few = given.count(x) <= MOST_BARS
        return Shape(fits, x, y, series=series, stacked=stacked) if few else None
    if given.count(x) <= MOST_BARS:
        return Shape(("point",), x, y, label=series, once=False)
    return None


def _of_parts(given: _Columns, y: Field) -> tuple[ChartKind, ...]:
    """The charts of one number for each name."""
    points: tuple[ChartKind, ...] = ("point",) if len(given.rows) <= MOST_BARS else ()
    if len(given.rows) > MOST_SLICES or not _adds_up(given, y):
        return ("bar", *points)
    return ("share", "pie", "bar", *points) if y.share else ("bar", "pie", "share", *points)


def _adds_up(given: _Columns, y: Field) -> bool:
    """Whether the numbers are parts of a whole that means something."""
    values = given.values(y)
    return (y.summed or y.share) and min(values) >= 0 and sum(values) > 0


def _ranked(given: _Columns) -> bool:
    """Whether one number is what it is about, and the other beside it."""
    return any(number.figure or given.sorted_by(number) for number in given.numbers)


def _across(given: _Columns) -> Field | None:
    """A second number, to be set against the first."""
    others = (*given.numbers, *(time for time in given.times if time.kind == "year"))
    return next((other for other in others if other is not given.y), None)


def _of_numbers(given: _Columns) -> Shape | None:
    if len(given.numbers) < 2:
        return None
    x, y = given.numbers[:2]
    if x.figure and y.grouped:
        x, y = y, x
    if x.grouped and given.one_each(x) and len(given.rows) <= MOST_BARS:
        return Shape(("bar", "line", "point"), x, y)
    in_order = given.one_each(x) and given.sorted_by(x)
    line: tuple[ChartKind, ...] = ("line",) if in_order else ()
    return Shape(("point", *line), x, y, once=in_order)
