"""Where a graph of documents lives: an embedded one by name, or your Neo4j by CICERONE_INGEST_URI.

The chat has neither of these credentials: it reads what was written as every other graph.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import neo4j
from neo4j.exceptions import ConfigurationError, Neo4jError

from bot.documents.ledger import Ledger
from bot.documents.project import KnownNames
from bot.errors import GraphError, StoreError, UsageError
from bot.graph import failures
from bot.graph.client import SCHEMES, BoltGraph
from bot.graph.embedded.folder import exclusive
from bot.graph.load import graph_name, quoted
from bot.graph.server import EmbeddedServer
from bot.settings import Settings
from memory.documents import DOCUMENT, ID, PASSAGE
from memory.passages import name_of
from memory.same_things import ledger_file
from memory.schema import Schema
from memory.text import fold

_MOST_NAMES = 200_000
_LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Place:
    """A graph to write into; `key` names its ledger, `name` is what people call it."""

    name: str
    key: str
    embedded: bool


@dataclass(frozen=True, slots=True)
class Opened:
    """A place with its driver, its graph to ask, and the names that did not come of documents."""

    driver: neo4j.AsyncDriver
    database: str | None
    graph: BoltGraph
    known: KnownNames


def place_of(settings: Settings) -> Place:
    """The graph that the settings mean: one by name, else the Neo4j of CICERONE_INGEST_URI.

    Raises:
        UsageError: they name none.
    """
    if settings.graph is not None:
        name = graph_name(settings.graph)
        return Place(name, name, True)
    if settings.ingest_uri:
        name = settings.ingest_database or "neo4j"
        host = urlsplit(settings.ingest_uri).netloc.rpartition("@")[2]
        return Place(name, f"{name}@{host}", False)
    raise UsageError(
        "Say which graph the documents go into: --graph NAME for one that Cicerone keeps, or "
        "CICERONE_INGEST_URI for your Neo4j."
    )


@asynccontextmanager
async def opened_ledger(settings: Settings, place: Place, *, made: bool) -> AsyncIterator[Ledger]:
    """The ledger of a graph, for this command alone.

    Raises:
        UsageError: another command has it, or there is none and none is to be made.
        StoreError: it cannot be used.
    """
    path = ledger_file(settings.folder, place.key)
    if not made and not path.exists():
        raise UsageError(
            f"No documents were added to {place.name} yet; add some with: cicerone documents add "
            f"PATH{f' --graph {place.name}' if place.embedded else ''}"
        )
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        async with exclusive(path.with_suffix(".lock"), 2):
            ledger = Ledger(path)
            try:
                yield ledger
            except sqlite3.Error as error:  # a full disk, a damaged file
                raise StoreError(f"{path} cannot be used: {error}.") from None
            finally:
                ledger.close()
    except TimeoutError:
        raise UsageError(
            f"Another command is at the documents of {place.name}; wait for its end."
        ) from None


@asynccontextmanager
async def opened_embedded(
    settings: Settings, server: EmbeddedServer, place: Place, *, names: bool
) -> AsyncIterator[Opened]:
    """An embedded graph, made where there is none; `names` asks for those that it has.

    Raises:
        GraphError: the database failed.
    """
    async with server.writing(place.name) as driver:
        end = server.endpoint
        with _translated(settings, end.bolt_uri, place.name):
            graph = _client(settings, end.bolt_uri, end.username, end.password, place.name)
            try:
                yield Opened(driver, place.name, graph, await _names(graph) if names else {})
            finally:
                await graph.close()


@asynccontextmanager
async def opened_neo4j(settings: Settings, *, names: bool) -> AsyncIterator[Opened]:
    """The Neo4j of CICERONE_INGEST_URI.

    Raises:
        UsageError: its address is none.
        GraphError: it cannot be reached, or failed.
    """
    uri, database = settings.ingest_uri or "", settings.ingest_database
    login = (settings.ingest_username, settings.ingest_password.get_secret_value())
    with _translated(settings, uri, database):
        try:
            if failures.scheme(uri) not in SCHEMES:
                raise ValueError
            driver = neo4j.AsyncGraphDatabase.driver(
                uri, auth=login, notifications_min_severity="OFF", telemetry_disabled=True
            )
        except (ConfigurationError, ValueError):
            raise UsageError(
                f"CICERONE_INGEST_URI cannot be used: set it to {failures.meant(uri)}."
            ) from None
        async with driver:
            await driver.verify_connectivity()
            graph = _client(settings, uri, *login, database)
            try:
                yield Opened(driver, database, graph, await _names(graph) if names else {})
            finally:
                await graph.close()


async def neo4j_schema(settings: Settings) -> Schema | None:
    """The schema of the Neo4j of CICERONE_INGEST_URI; None where that is not set.

    Raises:
        UsageError: its address is none.
        GraphError: it cannot be reached, or failed.
    """
    if not settings.ingest_uri:
        return None
    async with opened_neo4j(settings, names=False) as opened:
        return await opened.graph.schema()


class _translated:
    """Whatever the driver raises inside, as a `GraphError` that names the settings of ingestion."""

    def __init__(self, settings: Settings, uri: str, database: str | None) -> None:
        self._uri, self._database = uri, database
        self._seconds = settings.statement_seconds

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, GraphError):
            raise _of_ingestion(error) from None
        if isinstance(error, neo4j.exceptions.DriverError | Neo4jError | OSError):
            told = failures.translate(
                error,
                uri=self._uri,
                database=self._database,
                seconds=self._seconds,
                connected=False,
            )
            raise _of_ingestion(told) from None


def _of_ingestion(error: GraphError) -> GraphError:
    """The same error, whose remedy names the settings that were used."""
    told = type(error)(str(error).replace("NEO4J_", "CICERONE_INGEST_"))
    told.remedy = error.remedy.replace("NEO4J_", "CICERONE_INGEST_")
    return told


def _client(
    settings: Settings, uri: str, username: str, password: str, database: str | None
) -> BoltGraph:
    return BoltGraph(
        uri,
        username,
        password,
        database,
        max_rows=_MOST_NAMES,
        max_bytes=100_000_000,
        statement_seconds=max(settings.statement_seconds, 60),
    )


async def _names(graph: BoltGraph) -> KnownNames:
    """The names of nodes that did not come of documents, where one name is of one node."""
    found: dict[str, tuple[str, dict[str, str]]] = {}
    schema = await graph.schema()
    for label in schema.labels.values():
        called = name_of(label)
        if called is None or label.name in (DOCUMENT, PASSAGE):
            continue
        name = quoted(called)
        rows = await graph.run(
            f"MATCH (n:{quoted(label.name)}) WHERE n.{ID} IS NULL AND n.{name} IS NOT NULL "
            f"WITH n.{name} AS name, count(*) AS times WHERE times = 1 "
            f"RETURN name LIMIT {_MOST_NAMES}"
        )
        names = [row[0] for row in rows.rows if isinstance(row[0], str)]
        known = {fold(one): one for one in names if fold(one) and len(one) <= _LONGEST_NAME}
        if known:
            found[label.name] = (called, known)
    return found
