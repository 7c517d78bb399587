"""A real server that goes away in the middle of a statement, and comes back."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.errors import ConnectionLost, GraphError
from memory import outages
from tests.graph_database import GraphDatabases, Neo4jDatabase

LONG = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN sum(a * b)"


async def test_a_restart_is_said_in_the_middle_and_unnoticed_between_two_questions(
    graph_databases: GraphDatabases,
) -> None:
    database = await graph_databases.get("neo4j-2025")
    assert isinstance(database, Neo4jDatabase)
    graph = database.client(statement_seconds=60)
    # Two at once leave two connections behind: one is lost in use, the other while idle.
    both = (graph.run("UNWIND range(1, 300000) AS x RETURN sum(x) AS s") for _ in range(2))
    assert [found.row_count for found in await asyncio.gather(*both)] == [1, 1]

    running = asyncio.create_task(graph.run(LONG))
    async with asyncio.timeout(60):
        while not any("100000" in text for text in await database.running()):
            assert not running.done()
    database.server.halt()
    with pytest.raises(ConnectionLost, match="broke") as failure:
        async with asyncio.timeout(120):
            await running
    assert failure.value.remedy
    with capture_logs() as lines:
        with pytest.raises(GraphError):
            await graph.run("RETURN 1 AS x", seconds=1)
        (away,) = outages.now()
        assert away.part == "the graph database" and away.why

        database.server.start()
        assert (await graph.run("RETURN 2 AS x")).rows == ((2,),)
    told = [line["event"] for line in lines if line.get("part") == away.part]
    assert told == ["outage ends"] and not outages.now()
    assert [row async for _, row in graph.stream("RETURN 3 AS x")] == [(3,)]
    await graph.close()
