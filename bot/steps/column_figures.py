"""What all rows of a result say together, column by column: how many values, from where to where.

Of a result that was fetched whole it is counted here, else by the graph: a mean of the first rows
would be no mean of the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Literal

from bot.errors import GraphError
from bot.events import Rows
from bot.ports import Graph
from bot.steps.repair.fix import Edit, Fix, apply, quoted
from bot.steps.say_value import plain
from guardrails.cypher import parse
from guardrails.statement import Refused, check_statement
from guardrails.syntax import Name, Projection
from guardrails.tokens import Unreadable
from memory.catalogue import say, say_many
from memory.schema import Schema
from memory.text import split_name

_SECONDS = 3.0
# A sentence with more columns is not read.
_MOST = 4
_FIGURES = 5
# A mean of these says nothing.
_COUNTED_ON = frozenset(["year", "id"])
_WHEN = re.compile(r"\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?")


@dataclass(frozen=True, slots=True)
class ColumnFigures:
    """Of one column: rows with a value, different values, ends of numbers and dates, the mean."""

    column: str
    known: int
    distinct: int
    least: Any = None
    most: Any = None
    mean: float | None = None

    def told(self, total: int) -> str:
        """In a few words; "" where there is nothing to say.

        >>> ColumnFigures("f.runtime", 9, 7, 45, 240, 112.25).told(10)
        'runtime from 45 to 240, 112.2 on average, unknown in 1'
        >>> ColumnFigures("genre", 10, 3).told(10), ColumnFigures("title", 10, 10).told(10)
        ('3 different genre values', '')
        >>> ColumnFigures("genre", 10, 1).told(10)
        'one genre value'
        """
        name = " ".join(split_name(self.column.rpartition(".")[2]))
        if self.least is not None and self.least != self.most:
            least, most = plain(self.least), plain(self.most)
            said = say("{name} from {least} to {most}", name=name, least=least, most=most)
        elif self.least is not None:
            said = say("{name} always {value}", name=name, value=plain(self.least))
        elif 0 < self.distinct <= self.known / 2:
            said = say_many(
                "one {name} value", "{count} different {name} values", self.distinct, name=name
            )
        else:
            return ""
        averaged = self.mean is not None and not name.endswith(tuple(_COUNTED_ON))
        if self.mean is not None and averaged and self.least != self.most:
            mean = plain(round(self.mean, 1) if abs(self.mean) >= 10 else self.mean)
            said = say("{said}, {mean} on average", said=said, mean=mean)
        if self.known < total:
            said = say("{said}, unknown in {count}", said=said, count=total - self.known)
        return said


async def column_figures(
    cypher: str, parameters: Mapping[str, Any], result: Rows, schema: Schema, graph: Graph
) -> str:
    """What is to be said of all rows; "" where there is nothing, or nobody can tell in time.

    Args:
        cypher: The statement that gave the rows.
        parameters: Its values.
        result: The rows, as far as they were fetched.
        schema: For the guard.
        graph: Asked where rows were left out.
    """
    kinds = [_kind(column) for column in zip(*result.rows, strict=False)]
    if result.row_count is None or len(result.rows) < 2 or not any(kinds):
        return ""
    if not result.truncated:
        columns = zip(result.columns, kinds, zip(*result.rows, strict=True), strict=True)
        found = [_counted(name, kind, values) for name, kind, values in columns if kind]
    else:
        found = await _asked(cypher, parameters, (result.columns, kinds), schema, graph)
    said = [told for one in found if (told := one.told(result.row_count))]
    return "; ".join(said[:_MOST])


_Kind = Literal["number", "when", "text", ""]


def _kind(values: Sequence[Any]) -> _Kind:
    """What a column holds; "" where it is mixed, or neither to be ranged nor counted."""
    known = [value for value in values if value is not None]
    if not known or any(isinstance(value, bool) for value in known):
        return ""
    if all(isinstance(value, int | float) for value in known):
        return "number"
    if not all(isinstance(value, str) for value in known):
        return ""
    return "when" if all(_WHEN.fullmatch(value) for value in known) else "text"


def _counted(name: str, kind: _Kind, values: Sequence[Any]) -> ColumnFigures:
    known = [value for value in values if value is not None]
    if kind == "text":
        return ColumnFigures(name, len(known), len(set(known)))
    mean = fmean(known) if kind == "number" else None
    return ColumnFigures(name, len(known), len(set(known)), min(known), max(known), mean)


async def _asked(
    cypher: str,
    parameters: Mapping[str, Any],
    columns: tuple[Sequence[str], Sequence[_Kind]],
    schema: Schema,
    graph: Graph,
) -> list[ColumnFigures]:
    """The same, counted by the graph over the whole statement."""
    names = _named(cypher, len(columns[0]))
    if names is None:
        return []
    inner, called = names
    wanted = [
        (name, kind, value) for name, kind, value in zip(*columns, called, strict=True) if kind
    ][:_MOST]
    asked = [figure for _, kind, value in wanted for figure in _aggregates(kind, value)]
    # Columns of one name would become one.
    figures = ", ".join(f"{figure} AS figure_{at}" for at, figure in enumerate(asked))
    whole = f"CALL {{\n{inner}\n}}\nRETURN {figures}"
    if isinstance(await check_statement(whole, parameters, schema), Refused):
        return []
    try:
        (row,) = (await graph.run(whole, parameters, max_rows=1, seconds=_SECONDS)).rows
    except GraphError:
        return []
    return [
        ColumnFigures(name, *row[_FIGURES * at : _FIGURES * (at + 1)])
        for at, (name, _, _) in enumerate(wanted)
    ]


def _aggregates(kind: _Kind, value: str) -> Iterator[str]:
    """As many for each column, in the order of the fields."""
    yield from (f"count({value})", f"count(DISTINCT {value})")
    yield from (f"min({value})", f"max({value})") if kind != "text" else ("null", "null")
    yield f"avg({value})" if kind == "number" else "null"


def _named(cypher: str, width: int) -> tuple[str, list[str]] | None:
    """The statement with a name for each of its columns, as a subquery needs it."""
    try:
        statement = parse(cypher)
    except Unreadable:
        return None
    edits: list[Edit] = []
    names: list[str] = []
    for branch in statement.query.branches:
        last = branch.clauses[-1]
        if not isinstance(last, Projection) or last.star or len(last.items) != width:
            return None
        names = []
        for at, item in enumerate(last.items):
            own = item.alias or (item.expression.name if isinstance(item.expression, Name) else "")
            names.append(quoted(own) if own else f"column_{at}")
            if not own:
                edits.append(Edit(item.end, item.end, f" AS column_{at}"))
    text = statement.text
    named = apply(text, [Fix("named", "", tuple(edits))])[0] if edits else text
    return named.rstrip().rstrip(";"), names
