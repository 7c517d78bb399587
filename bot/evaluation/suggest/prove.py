"""Runs drafted statements as an answer's would run, and tells their rows in a line."""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import GraphError
from bot.events import Rows
from bot.ports import Graph
from bot.render.table import cell_text
from guardrails.statement import Refused, check_statement
from memory.schema import Schema

MOST_ROWS = 200
_SECONDS = 5.0
_LONGEST_NOTE = 90


@dataclass(frozen=True, slots=True)
class Prover:
    """Guards and runs statements on the graph that the questions are for."""

    graph: Graph
    schema: Schema

    async def rows(self, cypher: str) -> Rows | str:
        """The first rows, or in one sentence why there are none."""
        checked = await check_statement(cypher, schema=self.schema)
        if isinstance(checked, Refused):
            return checked.reason
        try:
            return await self.graph.run(checked.cypher, max_rows=MOST_ROWS + 1, seconds=_SECONDS)
        except GraphError as error:
            return str(error)

    async def run(self, cypher: str) -> Rows | None:
        """The first rows; None where the statement is refused or fails."""
        found = await self.rows(cypher)
        return found if isinstance(found, Rows) else None


def note(rows: Rows) -> str:
    """The rows in a line: how many, and the first.

    >>> note(Rows(("name", "films"), (("Drama", 12), ("Action", 3)), 2, False))
    '2 rows, the first: Drama · 12'
    """
    if not rows.rows:
        return "no rows"
    count = f"more than {MOST_ROWS}" if rows.truncated else str(len(rows.rows))
    first = " · ".join(cell_text(value) for value in rows.rows[0])
    first = first if len(first) <= _LONGEST_NOTE else first[:_LONGEST_NOTE] + "…"
    return f"1 row: {first}" if count == "1" else f"{count} rows, the first: {first}"
