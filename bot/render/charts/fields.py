"""What the columns of an answer are to a chart: a time, a number, a category, or nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any, Literal, TypeAlias

from bot.events import Rows
from bot.render.charts.roles import Role, roles_of
from bot.render.printable import printable_line
from bot.render.table import cell_text, is_numeric_column
from memory.text import split_name

FieldKind: TypeAlias = Literal["time", "year", "number", "category", "other"]

# The last word of a property whose numbers are a name, not an amount.
_NAMING = frozenset(
    ["id", "no", "nr", "number", "code", "key", "ref", "zip", "postcode", "phone", "serial"]
)
_YEARS = range(1500, 2101)
_MOMENT = re.compile(r"\d{4}-\d\d(?:-\d\d(?:T\d\d:\d\d.*)?)?")
_LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Field:
    """One column; `at` is its position, `head` what stands above it in the table.

    `summed` says that its numbers are counts or sums, as far as anybody knows, `share` that they
    are shares of a whole, `figure` that it sums up several rows, `grouped` that it is what these
    are summed up by, `key` that things have better names than its values.
    """

    at: int
    head: str
    kind: FieldKind
    summed: bool = False
    share: bool = False
    figure: bool = False
    grouped: bool = False
    key: bool = False

    @property
    def is_time(self) -> bool:
        """Whether its values are moments or years."""
        return self.kind in ("time", "year")


def fields_of(result: Rows, heads: Sequence[str], cypher: str = "") -> list[Field]:
    """Return what each column is, from its values and from what the statement tells of it."""
    roles = roles_of(cypher) if cypher else {}
    figures = any(role.figure for role in roles.values())
    columns = [roles.get(name, Role()) for name in result.columns]
    fields = [
        _field(result, at, printable_line(heads[at]), roles.get(name), figures)
        for at, name in enumerate(result.columns)
    ]
    years = {columns[field.at].property for field in fields if field.kind == "year"}
    return [_beside(years, field, columns[field.at]) for field in fields]


def _beside(years: Collection[str], field: Field, role: Role) -> Field:
    """A decade beside the year that it is of is no amount."""
    of_year = role.reckoned and bool(role.made_of) and role.made_of <= set(years)
    return replace(field, kind="other") if of_year and field.kind == "number" else field


def _field(result: Rows, at: int, head: str, role: Role | None, figures: bool) -> Field:
    values = [row[at] for row in result.rows if row[at] is not None]
    grouped = figures and role is not None and not role.figure
    kind = _kind(values, result, at, role, grouped)
    share = kind == "number" and not (role and role.property) and _make_a_whole(values)
    whole = all(isinstance(value, int) for value in values)
    # Of a column that the statement does not tell of, whole numbers may be counts.
    summed = kind == "number" and (whole if role is None else role.summed)
    figure, key = bool(role and role.figure), _is_key(result.columns[at], role or Role())
    return Field(at, head, kind, summed, share, figure, grouped, key)


def _kind(
    values: Sequence[Any], result: Rows, at: int, role: Role | None, grouped: bool
) -> FieldKind:
    if not values:
        return "other"
    if is_numeric_column(result.rows, at):
        return _kind_of_numbers(values, result.columns[at], role or Role(), grouped)
    if all(isinstance(value, str) and moment(value) is not None for value in values):
        return "time"
    texts = all(isinstance(value, str | bool) or _is_node(value) for value in values)
    short = texts and all(len(_name(value)) <= _LONGEST_NAME for value in values)
    return "category" if short else "other"


def _kind_of_numbers(values: Sequence[Any], column: str, role: Role, grouped: bool) -> FieldKind:
    if role.part_of_time:
        return "category"
    # A decade is reckoned, too; what is grouped by it tells it from an amount.
    if (
        role.figure
        or (role.reckoned and not grouped)
        or not all(isinstance(value, int) for value in values)
    ):
        return "number"
    if all(value in _YEARS for value in values):
        return "year"
    if not _is_key(column, role):
        return "number"
    return "category" if grouped else "other"


def _is_key(column: str, role: Role) -> bool:
    """Whether its values are what things go by; the property tells it, else what it is called."""
    named = split_name(role.property or column.rpartition(".")[2])[-1:]
    return bool(_NAMING.intersection(word.lower() for word in named))


def _name(value: Any) -> str:
    return value if isinstance(value, str) else cell_text(value)


def _is_node(value: Any) -> bool:
    return isinstance(value, dict) and "_labels" in value


def _make_a_whole(values: Sequence[Any]) -> bool:
    """Whether they are shares of one whole: parts of 1 or of 100 that make it up.

    >>> _make_a_whole([0.25, 0.75]), _make_a_whole([62.5, 37.5]), _make_a_whole([40, 60])
    (True, True, False)
    """
    if len(values) < 2 or min(values) < 0 or all(float(value).is_integer() for value in values):
        return False
    whole = sum(values)
    return any(abs(whole - one) <= 0.01 * one for one in (1, 100))


def moment(text: str) -> int | None:
    """Milliseconds since 1970 of an ISO date or time as it is written; None for other texts.

    A zone is left out: the chart shows the hour that the table shows.

    >>> moment("1970-01-02"), moment("1970-01-01T01:00:00+05:00"), moment("1970-01"), moment("x")
    (86400000, 3600000, 0, None)
    """
    if not _MOMENT.fullmatch(text):
        return None
    try:
        if len(text) < len("2000-01-01"):
            found = datetime.combine(date.fromisoformat(f"{text}-01"), datetime.min.time())
        else:
            found = datetime.fromisoformat(text.partition("[")[0])
    except ValueError:
        return None
    return round(found.replace(tzinfo=UTC).timestamp() * 1000)
