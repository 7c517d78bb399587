"""The databases that every test of a graph runs on: the embedded one, and real Neo4j servers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any

import neo4j

from bot.graph.client import BoltGraph
from bot.graph.graph_json import GraphData, from_json
from bot.graph.load import load_into
from bot.graph.server import EmbeddedServer
from tests.embedded import embedded_server, state
from tests.neo4j_server import EDITIONS, Neo4jServer

# The oldest server that is promised, with APOC, and the newest, without.
DATABASES = ("embedded", "neo4j-5.26-apoc", "neo4j-2025")
_GRAPH = "test"


class GraphDatabase(ABC):
    """A running database that a test fills with a graph of its own."""

    name: str
    uri: str
    username: str
    password: str
    database: str

    @property
    def embedded(self) -> bool:
        """Whether it is the embedded database."""
        return self.name == "embedded"

    @abstractmethod
    async def load(self, graph: GraphData | Mapping[str, Any]) -> None:
        """Replace what is stored by a graph (graph JSON: `nodes` and `rels`)."""

    @abstractmethod
    async def write(self, *statements: str) -> None:
        """Change what is stored, as somebody else's program does."""

    async def wipe(self) -> None:
        """Delete everything."""
        await self.load({"nodes": [], "rels": []})

    def client(self, **options: Any) -> BoltGraph:
        """A client as the application makes it; the caller closes it."""
        limits = {"max_rows": 1_000, "max_bytes": 1_000_000, "statement_seconds": 10.0}
        return BoltGraph(
            self.uri, self.username, self.password, self.database, **(limits | options)
        )

    async def running(self) -> list[str]:
        """The statements under way, but the one that asks."""
        login = (self.username, self.password)
        async with (
            neo4j.AsyncGraphDatabase.driver(self.uri, auth=login) as driver,
            driver.session(database=self.database) as session,
        ):
            found = await session.run("SHOW TRANSACTIONS YIELD currentQuery RETURN currentQuery")
            texts = [record[0] async for record in found]
        return [text for text in texts if "SHOW TRANSACTIONS" not in text]


class EmbeddedDatabase(GraphDatabase):
    """A graph of the embedded server, asked as the account that can only read."""

    def __init__(self, server: EmbeddedServer) -> None:
        self.name = "embedded"
        self.server = server
        self.uri = server.endpoint.bolt_uri
        self.username = server.endpoint.username
        self.password = server.endpoint.password
        self.database = _GRAPH

    async def load(self, graph: GraphData | Mapping[str, Any]) -> None:
        data = graph if isinstance(graph, GraphData) else from_json(graph)
        await self.server.load(data, _GRAPH)

    async def write(self, *statements: str) -> None:
        await _write(self.uri, ("root", state(self.server).root_password), _GRAPH, statements)


class Neo4jDatabase(GraphDatabase):
    """The one database of a Neo4j Community server, asked as its only user."""

    def __init__(self, server: Neo4jServer) -> None:
        self.name = server.edition.name
        self.server = server
        self.uri = server.uri
        self.username = server.username
        self.password = server.password
        self.database = server.database

    async def load(self, graph: GraphData | Mapping[str, Any]) -> None:
        data = graph if isinstance(graph, GraphData) else from_json(graph)
        login = (self.username, self.password)
        async with neo4j.AsyncGraphDatabase.driver(self.uri, auth=login) as driver:
            await _empty(driver)
            await load_into(driver, self.database, data)

    async def write(self, *statements: str) -> None:
        await _write(self.uri, (self.username, self.password), self.database, statements)


async def _write(
    uri: str, login: tuple[str, str], database: str, statements: Sequence[str]
) -> None:
    async with (
        neo4j.AsyncGraphDatabase.driver(uri, auth=login) as driver,
        driver.session(database=database) as session,
    ):
        for statement in statements:
            await (await session.run(statement)).consume()


async def _empty(driver: neo4j.AsyncDriver) -> None:
    async with driver.session() as session:
        await session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS")
        for kind, kinds in (("CONSTRAINT", "CONSTRAINTS"), ("INDEX", "INDEXES")):
            found = await session.run(f"SHOW {kinds} YIELD name, type RETURN name, type")
            for name in [record[0] async for record in found if record[1] != "LOOKUP"]:
                await session.run(f"DROP {kind} `{name}`")


class GraphDatabases:
    """The databases of a test run, each started when it is first asked for."""

    def __init__(self, stack: AsyncExitStack) -> None:
        self._stack = stack
        self._started: dict[str, GraphDatabase] = {}

    async def get(self, name: str) -> GraphDatabase:
        """The running database of that name, one of `DATABASES`.

        Raises:
            NotInstalled: what it needs is missing; then the test fails, it is never skipped.
        """
        if name not in self._started:
            self._started[name] = await self._start(name)
        return self._started[name]

    async def _start(self, name: str) -> GraphDatabase:
        if name == "embedded":
            # Its watchdog stays out of the way: what ends a statement is then the client.
            server = await self._stack.enter_async_context(embedded_server(statement_seconds=120))
            return EmbeddedDatabase(server)
        neo4j_server = Neo4jServer(EDITIONS[name])
        self._stack.callback(neo4j_server.stop)
        return Neo4jDatabase(neo4j_server.start())
