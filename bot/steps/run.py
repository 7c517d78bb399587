"""The statement runs, read-only and bounded; what was left out is counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.events import Rows
from bot.ports import Graph


async def run(graph: Graph, cypher: str, parameters: Mapping[str, Any]) -> Rows:
    """Rows within the caps; where rows were left out the whole result is counted.

    `row_count` stays None where the count did not end within the time limit.

    Raises:
        GraphError: the database is away, refused the statement, or ran out of time.
    """
    result = await graph.run(cypher, parameters)
    if not result.truncated:
        return result
    return replace(result, row_count=await graph.count(cypher, parameters))
