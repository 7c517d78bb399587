"""Fixtures of all tests: the guard against the outside, and the databases of the run.

A test that asks for `database` (or `any_graph`) runs on the embedded database, on Neo4j 5.26
with APOC, and on Neo4j 2025 without. What these need and is missing fails the test.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest
import pytest_asyncio

from bot.graph.client import BoltGraph
from memory import outages
from tests.graph_database import DATABASES, GraphDatabase, GraphDatabases
from tests.network_guard import network_guard


@pytest.fixture(scope="session", autouse=True)
def outside_connections() -> Iterator[list[str]]:
    """The hosts other than this machine that anything tried to reach."""
    with network_guard() as tried:
        yield tried


@pytest.fixture(autouse=True)
def no_outside_connection(outside_connections: list[str]) -> Iterator[None]:
    """Fails a test that tried to reach another machine, even if the attempt was swallowed."""
    outside_connections.clear()
    yield
    assert not outside_connections, f"tried to reach {', '.join(outside_connections)}"


@pytest.fixture(autouse=True)
def no_outage_of_another_test() -> None:
    """What was away for one test is not away for the next."""
    for outage in outages.now():
        outages.ends(outage.part)


@pytest_asyncio.fixture(scope="session")
async def graph_databases() -> AsyncIterator[GraphDatabases]:
    """The databases by name, started when first asked for, stopped after the last test."""
    async with AsyncExitStack() as stack:
        yield GraphDatabases(stack)


@pytest.fixture(scope="session", params=DATABASES)
def database_name(request: pytest.FixtureRequest) -> str:
    """Which database; on the session, so that all tests of one run after each other."""
    return str(request.param)


@pytest_asyncio.fixture(scope="module")
async def database(graph_databases: GraphDatabases, database_name: str) -> GraphDatabase:
    """Each database in turn, empty at the beginning of a module."""
    found = await graph_databases.get(database_name)
    await found.wipe()
    return found


@pytest_asyncio.fixture(scope="module")
async def any_graph(database: GraphDatabase) -> AsyncIterator[BoltGraph]:
    """A client of each database in turn."""
    graph = database.client()
    yield graph
    await graph.close()
