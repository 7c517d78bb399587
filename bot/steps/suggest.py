"""Questions that are known to work on this graph: read by the parser and seen to return rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Any, Protocol

from bot.cypher.statement import to_cypher
from bot.errors import GraphError
from bot.events import Choice
from bot.offline.parser import Parser
from bot.offline.reading import Reading
from bot.ports import Graph
from bot.reader.reader import Reader
from bot.steps.link import ValueLookup
from bot.steps.weigh import read_ours
from bot.steps.well_connected import well_connected
from bot.steps.write import Statement
from guardrails.portrait import name_property
from guardrails.suggest import candidates, drawn
from guardrails.teach import proven
from memory.documents import without_records
from memory.processor import apart
from memory.schema import LinkedValue, Schema
from memory.text import split_name

_SECONDS = 3.0
# So many questions are tried until one has a chart.
_TRIED = 6


class Verifying(Protocol):
    """Where verified questions are kept."""

    async def examples(self) -> Mapping[str, Statement]:
        """Each question that may be asked of the graph, with its statement."""
        ...

    def about(self, words: Sequence[str]) -> Iterator[str]:
        """The questions that have one of these words, whether they may be asked or not."""
        ...


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Proves questions by asking them, without a model.

    `told` are those that anybody was shown, `known` names that are worth asking with.
    """

    graph: Graph
    schema: Schema
    parser: Parser
    values: ValueLookup
    reader: Reader | None = None
    verified: Verifying | None = None
    told: set[str] = field(default_factory=set)
    known: dict[tuple[str, str], Sequence[str]] = field(default_factory=dict)

    async def ask(self, question: str) -> Sequence[tuple[Any, ...]] | None:
        """The first rows for a question; None where it is not read or the graph fails."""
        readings = await self._read(question)
        return await self._rows(readings[0]) if readings else None

    async def prove(self, question: str) -> bool:
        """Whether the parser reads the question in one way and the graph has rows for it.

        Nothing is left to ask back: no name that several have, no readings that differ.
        """
        if (pair := (await self._vouched_for()).get(question)) is not None:
            return bool(await self._run(pair.cypher, pair.parameters))
        best, *tied = await self._read(question) or (None,)
        if best is None or any(map(self._is_shared, best.used)):
            return False
        rows = await self._rows(best)
        if not rows or all(value in (None, 0, False) for value in rows[0]):
            return False
        for other in tied:
            found = await self._rows(other)
            if found is not None and sorted(map(repr, found)) != sorted(map(repr, rows)):
                return False
        return True

    async def cost(self, question: str) -> float | None:
        """How far the one reading of a question goes beyond its words; None where it has none."""
        readings = await self._read(question)
        return readings[0].cost if len(readings) == 1 else None

    def _is_shared(self, link: LinkedValue) -> bool:
        """Whether a name is that of several."""
        label = self.schema.labels.get(link.label)
        name = name_property(label) if label is not None else None
        return link.count > 1 and name is not None and link.property == name.name

    async def _rows(self, reading: Reading) -> Sequence[tuple[Any, ...]] | None:
        return await self._run(*to_cypher(reading.query))

    async def _run(
        self, cypher: str, parameters: Mapping[str, Any]
    ) -> Sequence[tuple[Any, ...]] | None:
        try:
            return (await self.graph.run(cypher, parameters, seconds=_SECONDS)).rows
        except GraphError:
            return None

    def propose(
        self, about: Sequence[str] = (), named: Sequence[LinkedValue] = (), turn: int = 0
    ) -> Iterator[str]:
        """Questions that this graph may answer, those nearest to words and values first."""
        vouched_for = self.verified.about(about) if self.verified is not None else ()
        asked = without_records(self.schema)
        given = candidates(asked, about, named, turn=turn, known=self.known)
        return chain(vouched_for, given)

    async def starters(self, count: int = 4) -> list[Choice]:
        """Questions to begin with, proven and of different shapes; verified ones first.

        One of them is answered with a chart, where anything is counted by a few things.
        """
        self.known.update(await well_connected(without_records(self.schema), self.graph))
        proposed = iter(self.propose())
        chart = await proven(islice(drawn(without_records(self.schema)), _TRIED), self.prove, 1)
        questions = chain(await self._vouched_for(), islice(proposed, 1), chart, proposed)
        found = await proven(questions, self.prove, count)
        self.told.update(found)
        return [Choice(question, question) for question in found]

    async def questions_about(self, label: str, count: int = 3) -> list[str]:
        """Proven questions about a label."""
        found = await proven(self.propose(split_name(label)), self.prove, count)
        self.told.update(found)
        return found

    async def _vouched_for(self) -> Mapping[str, Statement]:
        return await self.verified.examples() if self.verified is not None else {}

    async def _read(self, question: str) -> Sequence[Reading]:
        linked = await self.values.lookup(question)
        readings = (await apart(self.parser.parse, question, linked)).readings
        if readings or self.reader is None:
            return readings
        return await apart(read_ours, self.reader, question, linked, self.schema)
