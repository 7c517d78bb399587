"""A lesson on trial: does it run, do its rows answer, do the rules read the question alike?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.errors import GraphError, GraphUnreachable, StatementFailed
from bot.offline.parser import Parser
from bot.steps.replay import Bench, replay
from bot.steps.revalidate import fault
from memory.lessons import Lesson
from memory.schema import LinkedValue
from tests.unit.steps.graphs import TellingGraph, fleet

SCHEMA = fleet()
ASKED = "Which ships call at Oslo?"
CALLERS = "MATCH (s:Ship)-[:CALLS_AT]->(p:Port {name: $port}) RETURN s.name"


class Values:
    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        at = question.find("Oslo")
        return [LinkedValue("Oslo", "Port", "name", "Oslo", at, at + 4)] if at >= 0 else []


def bench(rows: list[tuple[Any, ...]] | GraphError, read: list[tuple[Any, ...]]) -> Bench:
    """A graph that gives `rows` for a lesson and `read` for what the parser reads."""
    graph = TellingGraph(lambda cypher: rows if "$port" in cypher or "Boat" in cypher else read)
    return Bench(graph, SCHEMA, Values(), Parser(SCHEMA))


def lesson(cypher: str = CALLERS, question: str = ASKED, **fields: Any) -> Lesson:
    given = {"parameters": {"port": "Oslo"}, "columns": ("c0",), "fingerprint": "then", **fields}
    return Lesson("fleet", question, "which ships call at {}", cypher, **given)


VEGA = [("Vega",), ("Lyra",)]


async def test_what_answers_as_the_rules_do_holds() -> None:
    found = await replay(lesson(), bench(VEGA, [("Lyra",), ("Vega",)]))
    assert found.holds and found.columns == ("c0",)


@pytest.mark.parametrize(
    ("one", "rows", "read", "words"),
    [
        (lesson(), VEGA, [("Vega",)], "otherwise"),
        (lesson(), [], [], "no rows"),
        (lesson(), [(None,), (None,)], VEGA, "null"),
        (lesson(question="Which ships with bananas are in Oslo?"), VEGA, VEGA, "bananas"),
    ],
)
async def test_what_may_be_wrong_is_doubted(
    one: Lesson, rows: list[tuple[Any, ...]], read: list[tuple[Any, ...]], words: str
) -> None:
    found = await replay(one, bench(rows, read))
    assert found.runs and not found.holds and words in found.doubt


@pytest.mark.parametrize(
    ("one", "rows", "words"),
    [
        (lesson(), StatementFailed("It failed."), "It failed."),
        (lesson(columns=("name",)), VEGA, "no longer name"),
        (lesson(CALLERS.replace("Port", "Boat")), VEGA, "no Boat"),
        (lesson(CALLERS.replace("s.name", "s.age")), VEGA, "no age"),
        (lesson("MATCH (n {name: $port}) DETACH DELETE n"), VEGA, "change the graph"),
    ],
)
async def test_what_does_not_run_is_of_no_use(
    one: Lesson, rows: list[tuple[Any, ...]] | GraphError, words: str
) -> None:
    found = await replay(one, bench(rows, VEGA))
    assert not found.runs and words in found.doubt


async def test_a_graph_that_is_away_says_nothing_of_a_lesson() -> None:
    with pytest.raises(GraphUnreachable):
        await replay(lesson(), bench(GraphUnreachable("It is away."), VEGA))


async def test_columns_are_held_to_the_old_ones_only_when_the_schema_changed() -> None:
    same = lesson(columns=("name",), fingerprint=SCHEMA.fingerprint)
    assert (await replay(same, bench(VEGA, VEGA))).holds


async def test_a_hidden_property_is_a_fault() -> None:
    private = replace(SCHEMA, hidden=("Ship.name",))
    assert await fault(CALLERS, {"port": "Oslo"}, SCHEMA) == ""
    assert await fault(CALLERS, {"port": "Oslo"}, private)
