"""Questions that are known to work on this graph: read by the parser and seen to return rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.errors import GraphError
from bot.events import Choice
from bot.offline.cypher import to_cypher
from bot.offline.parser import Parser, Reading
from bot.ports import Graph
from bot.steps.link import ValueLookup
from guardrails.suggest import candidates
from guardrails.teach import proven
from memory.schema import Schema

_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Proves questions by asking them, without a model."""

    graph: Graph
    schema: Schema
    parser: Parser
    values: ValueLookup

    async def ask(self, question: str) -> Sequence[tuple[Any, ...]] | None:
        """The first rows for a question; None where it is not read or the graph fails."""
        reading = await self._read(question)
        if reading is None:
            return None
        cypher, parameters = to_cypher(reading.query)
        try:
            return (await self.graph.run(cypher, parameters, seconds=_SECONDS)).rows
        except GraphError:
            return None

    async def prove(self, question: str) -> bool:
        """Whether the parser reads the question and the graph has rows for it."""
        rows = await self.ask(question)
        return bool(rows and any(value not in (None, 0, False) for value in rows[0]))

    def propose(self, about: Sequence[str] = ()) -> Iterator[str]:
        """Questions that this graph may answer, those nearest to the words first."""
        return candidates(self.schema, about)

    async def starters(self, count: int = 4) -> list[Choice]:
        """Questions to begin with, proven and of different shapes."""
        found = await proven(self.propose(), self.prove, count)
        return [Choice(question, question) for question in found]

    async def _read(self, question: str) -> Reading | None:
        linked = await self.values.lookup(question)
        readings = self.parser.parse(question, linked).readings
        return readings[0] if readings else None
