"""The gold Cypher run once a question, behind the same guard as everything else."""

from __future__ import annotations

from typing import Any

from bot.errors import StatementFailed, StatementRefused, StatementTimeout
from bot.evaluation.questions import Question
from bot.evaluation.score import Gold
from bot.ports import Graph
from guardrails.statement import Refused, check_statement
from memory.schema import Schema


async def run_gold(graph: Graph, schema: Schema, question: Question, max_rows: int) -> Gold | str:
    """All rows of a question's gold, or one sentence why it cannot be held against anything.

    Raises:
        GraphError: the database is away.
    """
    try:
        columns, rows = await run_statement(graph, schema, question.cypher, max_rows + 1)
    except (StatementFailed, StatementRefused, StatementTimeout) as error:
        return str(error)
    if len(rows) > max_rows:
        return f"The gold returns more than {max_rows:,} rows; see --max-rows."
    return Gold(columns, rows)


async def run_statement(
    graph: Graph, schema: Schema, cypher: str, max_rows: int
) -> tuple[tuple[str, ...], tuple[tuple[Any, ...], ...]]:
    """Columns and rows of a statement, up to so many.

    Raises:
        StatementRefused: the guard does not let it run.
        GraphError: the database failed.
    """
    verdict = await check_statement(cypher, {}, schema)
    if isinstance(verdict, Refused):
        raise StatementRefused(verdict.reason)
    found = [each async for each in graph.stream(cypher, {}, max_rows=max_rows)]
    return found[0][0] if found else (), tuple(row for _, row in found)
