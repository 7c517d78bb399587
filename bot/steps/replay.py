"""A lesson is put to the test: run again, judged, and held to what the rules read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from bot.cypher.literals import inline
from bot.cypher.statement import to_cypher
from bot.errors import StatementFailed, StatementTimeout
from bot.events import Rows
from bot.offline.parser import Parser
from bot.ports import Graph
from bot.steps.judge import Asked, Doubtful, judge
from bot.steps.link import ValueLookup
from bot.steps.revalidate import SECONDS, revalidate
from guardrails.statement import Refused, check_statement
from memory.lessons import Lesson
from memory.processor import apart
from memory.schema import Schema

# Costs of readings: one below is believed.
_SURE = 0.5


@dataclass(frozen=True, slots=True)
class Replayed:
    """What came of it: whether the statement `runs`, and a `doubt` if its rows may be wrong."""

    runs: bool
    doubt: str = ""
    columns: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing speaks against it."""
        return self.runs and not self.doubt


@dataclass(frozen=True, slots=True)
class Bench:
    """What a lesson is tested on."""

    graph: Graph
    schema: Schema
    values: ValueLookup
    parser: Parser


async def replay(lesson: Lesson, bench: Bench) -> Replayed:
    """Run a lesson's statement for its own question, and judge the rows.

    Where the rules read the question with certainty, the same rows have to come of their reading.

    Raises:
        GraphError: the graph is away.
        StoreError: the index of the stored values fails.
    """
    # Under another schema the columns tell whether the statement is still the same.
    columns = lesson.columns if lesson.fingerprint != bench.schema.fingerprint else ()
    given = (lesson.cypher, lesson.parameters, columns, bench.graph, bench.schema)
    rows = await revalidate(*given)
    if isinstance(rows, str):
        return Replayed(False, rows)
    found = await bench.values.lookup(lesson.question)
    linked = tuple(link for link in found if link.label in bench.schema.labels)
    parse = await apart(bench.parser.parse, lesson.question, linked)
    asked = Asked(lesson.question, bench.schema, linked, parse.unread)
    verdict = judge(rows, inline(lesson.cypher, lesson.parameters), asked)
    if isinstance(verdict, Doubtful):
        return Replayed(True, verdict.problem, rows.columns)
    if len(parse.readings) == 1 and parse.readings[0].cost < _SURE:
        other = await _read(bench, *to_cypher(parse.readings[0].query))
        if other is not None and not _agree(rows, other):
            return Replayed(True, "The rules read the question otherwise.", rows.columns)
    return Replayed(True, "", rows.columns)


async def _read(bench: Bench, cypher: str, parameters: dict[str, Any]) -> Rows | None:
    if isinstance(await check_statement(cypher, parameters, bench.schema), Refused):
        return None
    try:
        return await bench.graph.run(cypher, parameters, max_rows=200, seconds=SECONDS)
    except (StatementFailed, StatementTimeout):
        return None


def _agree(one: Rows, other: Rows) -> bool:
    """Whether two results have a column in common, value by value; large ones are not compared."""
    if one.truncated or other.truncated:
        return True
    if len(one.rows) != len(other.rows):
        return False
    return not one.rows or bool(_columns(one) & _columns(other))


def _columns(rows: Rows) -> set[frozenset[tuple[str, int]]]:
    """Each column as its values with how often they occur."""
    return {
        frozenset(Counter(_value(row[n]) for row in rows.rows).items())
        for n in range(len(rows.columns))
    }


def _value(value: Any) -> str:
    return repr(round(float(value), 6)) if isinstance(value, int | float) else repr(value)
