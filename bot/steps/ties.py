"""What a cut hides: rows with the same value as the last that is shown.

"Who has directed the most films?" has one row by the words, and two people may be equal; an honest
answer says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from bot.errors import GraphError
from bot.events import Rows
from bot.ports import Graph
from bot.render.node_name import name_of
from bot.steps.conditions import returned
from guardrails.cypher import Statement
from guardrails.statement import Refused, check_statement
from guardrails.syntax import Constant, Expression, Name, Parameter, Projection, SortKey
from memory.catalogue import listed, say_many
from memory.schema import Schema

_SECONDS = 3.0
# So many rows are looked at; a page further down is nobody's top.
_MOST = 100
# So few are named.
_NAMED = 3
_DAY = re.compile(r"\d{4}-\d\d")


async def ties(
    cypher: str, parameters: Mapping[str, Any], shown: Rows, schema: Schema, graph: Graph
) -> str:
    """One sentence on rows that the limit hides though they equal the last one; often "".

    Args:
        cypher: The statement that ran.
        parameters: Its values.
        shown: What it gave.
        schema: For the guard.
        graph: Finds the others, in a statement of its own.
    """
    cut = _cut(cypher, parameters)
    if cut is None:
        return ""
    statement, last, skip, limit = cut
    if len(shown.rows) != limit or shown.truncated or skip + limit >= _MOST:
        return ""
    wider, keys = _wider(statement, last)
    given = {name: value for name, value in parameters.items() if f"${name}" in wider}
    if isinstance(await check_statement(wider, given, schema), Refused):
        return ""
    try:
        found = (await graph.run(wider, given, max_rows=_MOST, seconds=_SECONDS)).rows
    except GraphError:
        return ""
    if len(found) < skip + limit:
        return ""
    width = len(shown.columns)
    value = _compared(found[skip + limit - 1], keys)
    equal = [row[:width] for row in found if _compared(row, keys) == value] if value else []
    hidden = _without(equal, shown.rows)
    # Where all that was looked at is equal, there may be more.
    whole = len(found) < _MOST or _compared(found[-1], keys) != value
    return _sentence(hidden, limit, whole=whole) if hidden else ""


def _cut(
    cypher: str, parameters: Mapping[str, Any]
) -> tuple[Statement, Projection, int, int] | None:
    """The statement, its last clause, and how many rows that skips and keeps."""
    ends = returned(cypher)
    if ends is None:
        return None
    statement, _, last = ends
    limit = _number(last.limit, parameters)
    skip = _number(last.skip, parameters) if last.skip is not None else 0
    if not last.order or not limit or skip is None:
        return None
    return statement, last, skip, limit


def _number(expression: Expression | None, parameters: Mapping[str, Any]) -> int | None:
    value = None
    if isinstance(expression, Constant):
        value = expression.value
    elif isinstance(expression, Parameter):
        value = parameters.get(expression.name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _wider(statement: Statement, last: Projection) -> tuple[str, list[int]]:
    """The statement with more rows, and the columns that it is sorted by."""
    text = statement.text
    items = [text[item.start : item.end] for item in last.items]
    columns: list[int] = []
    for number, key in enumerate(last.order):
        at = _column(text, last, key)
        if at is None:
            at = len(items)
            said = text[key.expression.start : key.expression.end]
            items.append(f"{said} AS sorted_by_{number + 1}")
        columns.append(at)
    keys = ", ".join(text[key.start : key.end] for key in last.order)
    distinct = "DISTINCT " if last.distinct else ""
    asked = f"RETURN {distinct}{', '.join(items)} ORDER BY {keys} LIMIT {_MOST}"
    return text[: last.start] + asked, columns


def _column(text: str, last: Projection, key: SortKey) -> int | None:
    """Where a sort key is among what is returned."""
    said = text[key.expression.start : key.expression.end]
    for at, item in enumerate(last.items):
        named = isinstance(key.expression, Name) and key.expression.name == item.alias
        if named or text[item.expression.start : item.expression.end] == said:
            return at
    return None


def _compared(row: Sequence[Any], keys: Sequence[int]) -> tuple[Any, ...]:
    """The values that rank a row: names behind them only put equals in an order."""
    values = [row[key] for key in keys]
    told = [v for v in values if not isinstance(v, str) or _DAY.match(v)]
    ranked = told and values[0] is not None and told[0] is values[0]
    return tuple(repr(value) for value in told) if ranked else ()


def _without(
    rows: Sequence[tuple[Any, ...]], shown: Sequence[tuple[Any, ...]]
) -> list[tuple[Any, ...]]:
    """The rows that are not shown."""
    left = [repr(tuple(row)) for row in shown]
    hidden = []
    for row in rows:
        if repr(tuple(row)) in left:
            left.remove(repr(tuple(row)))
        else:
            hidden.append(row)
    return hidden


def _sentence(hidden: Sequence[tuple[Any, ...]], limit: int, *, whole: bool) -> str:
    """What to say of them.

    >>> _sentence([("Ada", 3)], 1, whole=True), _sentence([("Ada", 3), ("Lev", 3)], 5, whole=True)
    ('One more ties with it: Ada.', '2 more tie with the last one: Ada and Lev.')
    """
    names, count = [_name(row) for row in hidden], len(hidden)
    if not whole and limit == 1:
        return say_many(
            "At least {count} more ties with it.", "At least {count} more tie with it.", count
        )
    if not whole:
        return say_many(
            "At least {count} more ties with the last one.",
            "At least {count} more tie with the last one.",
            count,
        )
    if len(names) <= _NAMED and all(names):
        named = listed(names)
        if limit == 1:
            return say_many(
                "One more ties with it: {names}.",
                "{count} more tie with it: {names}.",
                count,
                names=named,
            )
        return say_many(
            "One more ties with the last one: {names}.",
            "{count} more tie with the last one: {names}.",
            count,
            names=named,
        )
    if limit == 1:
        return say_many("One more ties with it.", "{count} more tie with it.", count)
    return say_many(
        "One more ties with the last one.", "{count} more tie with the last one.", count
    )


def _name(row: Sequence[Any]) -> str:
    """What a row is called: its first text."""
    for value in row:
        if isinstance(value, Mapping):
            value = name_of(value)
        if isinstance(value, str) and value and not _DAY.match(value):
            return value
    return ""
