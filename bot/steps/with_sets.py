"""Earlier answers in a statement: `$a2` is the list of what the second answer found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.errors import StatementRefused
from bot.ports import Graph
from bot.steps.write import Draft
from guardrails.tokens import Unreadable, tokenize
from memory.conversation import Exchange, ResultSet, result_sets
from memory.schema import Scalar

# Values that are handed to the database with a statement.
MOST_VALUES = 10_000


async def with_sets(draft: Draft, history: Sequence[Exchange], graph: Graph) -> Draft:
    """Return a draft with the values of the earlier answers that it names.

    A set of which not all was kept is asked for again: it is never taken for whole.

    Raises:
        GraphError: it cannot be asked for again, or is too large to be handed on.
    """
    named = set(_parameters(draft.cypher)) - set(draft.parameters)
    sets = tuple(one for one in result_sets(history) if one.name in named)
    values = {one.name: await _values(one, graph) for one in sets}
    return replace(draft, parameters={**draft.parameters, **values}, sets=sets) if sets else draft


def _parameters(cypher: str) -> list[str]:
    try:
        return [token.value for token in tokenize(cypher) if token.kind == "parameter"]
    except Unreadable:
        return []


async def _values(one: ResultSet, graph: Graph) -> list[Any]:
    if one.values is not None:
        return list(one.values)
    asked = one.exchange
    rows = await graph.run(asked.cypher or "", asked.parameters, max_rows=MOST_VALUES)
    if rows.truncated:
        raise StatementRefused(
            f"What ${one.name} found is more than {MOST_VALUES:,} rows; ask it all in one question."
        )
    key = asked.mentions[0].property if asked.mentions else ""
    known = {value for m in asked.mentions for value in (m.value, m.name)}
    found = [[_key_of(value, key) for value in row] for row in rows.rows]
    first = found[0] if found else []
    at = next((n for n, value in enumerate(first) if value in known), 0)
    # Two of one name are two.
    return [row[at] for row in found if row[at] is not None]


def _key_of(value: Any, key: str) -> Scalar | None:
    """What stands for a value in a list: of a node its key."""
    if isinstance(value, dict):
        value = value.get(key)
    return value if isinstance(value, str | int | float) else None
