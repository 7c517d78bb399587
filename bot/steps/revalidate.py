"""Does a remembered statement still fit the graph? Asked when its schema has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.cypher.literals import inline
from bot.errors import StatementFailed, StatementRefused, StatementTimeout
from bot.events import Rows
from bot.ports import Graph
from bot.steps.unknown_names import unknown_names
from guardrails.statement import Refused, check_statement
from memory.schema import Schema

# A slow graph is spared: nobody waits for this answer.
SECONDS = 5.0
_ROWS = 200


async def fault(cypher: str, parameters: Mapping[str, Any], schema: Schema) -> str:
    """What is wrong with a statement before it runs, in a sentence; "" if nothing is.

    The guard may refuse it, or it names what the schema does not have.
    """
    checked = await check_statement(inline(cypher, parameters), schema=schema)
    if isinstance(checked, Refused):
        return checked.reason
    unknown = unknown_names(checked.statement, schema)
    return next((f"This graph has no {one}." for one in unknown), "")


async def revalidate(
    cypher: str, parameters: Mapping[str, Any], columns: Sequence[str], graph: Graph, schema: Schema
) -> Rows | str:
    """The rows of a statement that still runs, or in a sentence why it is of no use.

    Args:
        cypher: The statement.
        parameters: Its parameters.
        columns: What it returned before; () where that is not known.
        graph: Asked read-only, for a few rows and seconds.
        schema: The schema as it is now.

    Raises:
        GraphError: the graph is away.
    """
    problem = await fault(cypher, parameters, schema)
    if problem:
        return problem
    try:
        rows = await graph.run(cypher, parameters, max_rows=_ROWS, seconds=SECONDS)
    except (StatementFailed, StatementRefused, StatementTimeout) as error:
        return str(error)
    if columns and tuple(columns) != rows.columns:
        return f"It returns {', '.join(rows.columns)} and no longer {', '.join(columns)}."
    return rows
