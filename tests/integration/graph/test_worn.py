"""Statements that wear a database down: what the guard lets through ends, and nothing stays."""

from __future__ import annotations

import asyncio
import contextvars
import tomllib
from pathlib import Path

import pytest

from bot.asking import asking_as
from bot.errors import GraphError, StatementTimeout, StillRunning
from bot.graph import films
from bot.graph.client import BoltGraph
from guardrails.statement import Allowed, check_statement
from tests.graph_database import GraphDatabase, GraphDatabases

FILE = Path(__file__).parents[2] / "data" / "resource_statements.toml"
# Every other of those that may run; the whole file is for `tests/bench/worn.py`.
ENDING = [
    one["cypher"] for one in tomllib.loads(FILE.read_text("utf-8"))["statements"] if one.get("ends")
][::2]
SECONDS = 1.0
# Neo4j looks for its time limit between rows only: this is one.
DEAF = "WITH range(1, 9000) AS l RETURN any(a IN l WHERE any(b IN l WHERE a + b < 0)) AS found"


@pytest.mark.parametrize("name", ["embedded", "neo4j-5.26-apoc"])
async def test_what_may_run_is_gone_after_its_time(
    graph_databases: GraphDatabases, name: str
) -> None:
    database = await graph_databases.get(name)
    await database.load(films.load())
    graph = database.client(statement_seconds=SECONDS)
    schema = await graph.schema()
    for cypher in ENDING:
        verdict = await check_statement(cypher, {}, schema)
        assert isinstance(verdict, Allowed), verdict
        try:
            await graph.run(verdict.cypher, max_rows=10)
        except GraphError as error:
            assert not isinstance(error, StillRunning)
        assert await _is_gone(database), cypher
    await graph.close()


async def _is_gone(database: GraphDatabase) -> bool:
    for _ in range(50):
        if not await database.running():
            return True
        await asyncio.sleep(0.2)
    return False


async def test_nothing_more_of_a_person_runs_while_something_does(
    graph_databases: GraphDatabases,
) -> None:
    database = await graph_databases.get("neo4j-5.26-apoc")
    await database.wipe()
    graph = database.client(statement_seconds=0.5)
    with pytest.raises(StatementTimeout, match=r"within 0\.5 s"):
        await _as(graph, "eve", DEAF)
    with pytest.raises(StillRunning, match="still busy with an earlier question") as caught:
        await _as(graph, "eve", "RETURN 1 AS x")
    assert "cicerone doctor" in caught.value.remedy
    assert (await _as(graph, "ada", "RETURN 1 AS x")) == ((1,),)
    assert await graph.records("RETURN 1 AS x")  # our own looks at the schema go on
    for _ in range(100):
        try:
            assert (await _as(graph, "eve", "RETURN 2 AS x")) == ((2,),)
            break
        except (StillRunning, StatementTimeout):
            await asyncio.sleep(0.5)
    else:
        pytest.fail("it was never let go")
    await graph.close()


async def _as(graph: BoltGraph, person: str, cypher: str) -> tuple[tuple[object, ...], ...]:
    async def run() -> tuple[tuple[object, ...], ...]:
        asking_as.set(person)
        return (await graph.run(cypher)).rows

    return await asyncio.create_task(run(), context=contextvars.copy_context())
