"""A real server that goes away in the middle, and one that stays away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.errors import ConnectionLost
from bot.graph.client import BoltGraph
from tests.graph_database import Neo4jDatabase
from tests.neo4j_server import EDITIONS, Neo4jServer


@pytest_asyncio.fixture(scope="module")
async def server() -> AsyncIterator[Neo4jServer]:
    """A server of this module's own, which it may kill."""
    server = Neo4jServer(EDITIONS["neo4j-5.26"])
    try:
        yield server.start()
    finally:
        server.stop()


@pytest_asyncio.fixture
async def graph(server: Neo4jServer) -> AsyncIterator[BoltGraph]:
    client = Neo4jDatabase(server).client(statement_seconds=60)
    yield client
    await client.close()


async def test_a_restart_between_two_questions_goes_unnoticed(
    server: Neo4jServer, graph: BoltGraph
) -> None:
    assert (await graph.run("RETURN 1 AS x")).rows == ((1,),)
    server.halt()
    server.start()
    assert (await graph.run("RETURN 2 AS x")).rows == ((2,),)
    assert [row async for _, row in graph.stream("RETURN 3 AS x")] == [(3,)]


async def test_a_server_that_stays_away_is_said_within_seconds(
    server: Neo4jServer, graph: BoltGraph
) -> None:
    await graph.run("RETURN 1")
    running = asyncio.create_task(
        graph.run("UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN sum(a * b)")
    )
    await asyncio.sleep(1)
    server.halt()
    started = time.monotonic()
    with pytest.raises(ConnectionLost, match="broke") as failure:
        await running
    assert failure.value.remedy
    assert time.monotonic() - started < 60
    server.start()
    assert (await graph.run("RETURN 4 AS x")).rows == ((4,),)
