"""The rows of an earlier answer: its statement is kept, its rows are not."""

from __future__ import annotations

from bot.errors import StatementRefused
from bot.events import Rows
from bot.ports import Graph
from guardrails.statement import Refused, check_statement
from memory.conversation import Exchange
from memory.schema import Schema


async def rows_again(exchange: Exchange, schema: Schema, graph: Graph) -> Rows:
    """Run the statement of an answer once more, through the guard and within the caps.

    Raises:
        StatementRefused: it may not run any longer: CICERONE_HIDE has changed since.
        GraphError: the graph fails.
    """
    cypher, parameters = exchange.cypher or "", exchange.parameters
    verdict = await check_statement(cypher, parameters, schema)
    if isinstance(verdict, Refused):
        raise StatementRefused(verdict.reason)
    return await graph.run(cypher, parameters)
