"""The graph over Bolt: one client for Neo4j and for the embedded database."""

from __future__ import annotations

import asyncio
import logging
import time
import uuid
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Any, TypeVar
from urllib.parse import urlsplit

from neo4j import AsyncDriver, AsyncGraphDatabase, Query, Record
from neo4j.exceptions import ConfigurationError

from bot.asking import asking_as
from bot.errors import (
    ConnectionLost,
    GraphError,
    GraphUnreachable,
    LoginRefused,
    StatementFailed,
    StatementRefused,
    StatementTimeout,
    UnknownDatabase,
    UsageError,
)
from bot.events import Rows
from bot.graph import failures
from bot.graph.cursor import Cursor
from bot.graph.introspect import introspect
from bot.graph.json_values import NOTHING_HIDDEN, json_row
from bot.graph.left_running import LeftRunning
from guardrails.cypher import newer_clauses
from guardrails.privacy import Hidden
from memory import outages
from memory.schema import Schema

SCHEMES = frozenset({"neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc"})

T = TypeVar("T")
Row = tuple[Any, ...]

# The server's own limit comes first: Neo4j looks at it every two seconds, and says it better.
_GRACE_SECONDS = 1.0
_CONNECT_SECONDS = 5.0
_ROW_BYTES = 1_000_000
# What the log calls it, and what is no fault of a statement.
PART = "the graph database"
_AWAY = (GraphUnreachable, LoginRefused, UnknownDatabase)
# Texts that Neo4j has said only read.
_REMEMBERED = 1_000
# The embedded database is back within two seconds after its watchdog restarts it.
_RECONNECT_SECONDS = 5.0

# The driver logs each notification of the server ("unknown property key") as a warning, and each
# closed connection too; what matters of these reaches the caller as an error.
logging.getLogger("neo4j").setLevel(logging.ERROR)


class BoltGraph:
    """`bot.ports.Graph` over the official driver: READ sessions, limits on time, rows and bytes."""

    def __init__(
        self,
        uri: str,
        username: str,
        password: str,
        database: str | None,
        *,
        max_rows: int,
        max_bytes: int,
        statement_seconds: float,
        hidden: Hidden = NOTHING_HIDDEN,
        impersonate: bool = False,
        part: str = PART,
    ) -> None:
        """Prepares the client; nothing is sent before the first statement.

        Args:
            uri: the address, such as `neo4j+s://host` or `bolt://127.0.0.1:7687`.
            username: the user, who should only be able to read.
            password: the user's password.
            database: the database's name, None for the user's home database.
            max_rows: rows that `run` fetches at most, if the call does not say.
            max_bytes: bytes that `run` holds at most, about.
            statement_seconds: the time limit of a statement, if the call does not say.
            hidden: what the schema and the values leave out.
            impersonate: whether statements run as the person who asks, where one does.
            part: what the log calls it; others are named apart.

        Raises:
            UsageError: the address cannot be one.
        """
        self._uri = uri
        self._database = database
        self._max_rows = max_rows
        self._max_bytes = max_bytes
        self._seconds = statement_seconds
        self._hidden = hidden
        self._impersonate = impersonate
        self._part = part
        self._reading: OrderedDict[str, None] = OrderedDict()
        self._driver = _driver(uri, username, password)
        self._agent: str | None = None
        self._schema: Schema | None = None
        self._schema_lock = asyncio.Lock()
        self._left = LeftRunning(self._driver, database)

    async def run(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        max_rows: int | None = None,
        seconds: float | None = None,
    ) -> Rows:
        """The first rows within the caps on rows and bytes.

        Returns:
            The rows, JSON-ready; `row_count` is None and `truncated` true where rows were left.

        Raises:
            GraphError: one of its members.
        """
        limit = self._max_rows if max_rows is None else max_rows
        return await self._retried(
            lambda deadline: self._run(cypher, parameters or {}, limit, deadline), seconds
        )

    async def stream(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        max_rows: int | None = None,
        seconds: float | None = None,
    ) -> AsyncIterator[tuple[tuple[str, ...], Row]]:
        """(columns, row) one by one, JSON-ready, never holding the result; for exports.

        A row may take as many bytes as a whole `run`, but a megabyte at least. A lost connection
        is tried again only while no row has come.

        Raises:
            GraphError: one of its members.
        """
        deadline = self._deadline(seconds)
        sent = 0
        while True:
            try:
                async with self._cursor(cypher, parameters or {}, deadline) as cursor:
                    async for batch in cursor.batches(self._converter(cursor, _ROW_BYTES)):
                        for row, _ in batch:
                            if max_rows is not None and sent >= max_rows:
                                return
                            sent += 1
                            yield cursor.columns, row
                return
            except ConnectionLost:
                if sent:
                    raise
                await self._reconnect(deadline)

    async def count(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        seconds: float | None = None,
    ) -> int | None:
        """The number of rows of the whole statement, or None if the time ran out.

        `COUNT { … }` takes any reading statement, unlike `CALL { … }` also one whose columns have
        no alias. What does not fit in there (a `CYPHER 25` prefix) is counted while streaming.

        Raises:
            GraphError: one of its members, but `StatementTimeout`.
        """
        wrapped = f"RETURN COUNT {{\n{cypher.rstrip().rstrip(';')}\n}} AS rows"
        started = time.monotonic()
        limit = self._seconds if seconds is None else seconds
        try:
            try:
                rows = await self.run(wrapped, parameters, max_rows=1, seconds=limit)
                return int(rows.rows[0][0])
            except StatementFailed:
                left = max(limit - (time.monotonic() - started), 0.1)
                return await self._retried(
                    lambda deadline: self._count_streaming(cypher, parameters or {}, deadline), left
                )
        except StatementTimeout:
            return None

    async def records(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        seconds: float | None = None,
    ) -> list[Record]:
        """All records with the driver's own values, uncapped: for our own bounded statements.

        Raises:
            GraphError: one of its members.
        """

        async def read(deadline: float) -> list[Record]:
            async with self._cursor(cypher, parameters or {}, deadline, ours=True) as cursor:
                batches = [batch async for batch in cursor.batches(lambda record: (record, 100))]
            return [record for batch in batches for record in batch]

        return await self._retried(read, seconds)

    async def schema(self, *, refresh: bool = False) -> Schema:
        """The introspected schema, cached; `refresh` reads it again.

        Raises:
            GraphError: one of its members.
        """
        async with self._schema_lock:
            if self._schema is None or refresh:
                self._schema = await introspect(self.records, hidden=self._hidden)
            return self._schema

    async def close(self) -> None:
        """Let go of the connections, once the statements that were cut off have been ended."""
        await self._left.close()
        with suppress(*failures.BROKEN):
            await self._driver.close()

    async def _run(
        self, cypher: str, parameters: Mapping[str, Any], limit: int, deadline: float
    ) -> Rows:
        rows: list[Row] = []
        used = 0
        async with self._cursor(cypher, parameters, deadline) as cursor:
            async with aclosing(cursor.batches(self._converter(cursor))) as batches:
                async for batch in batches:
                    for row, size in batch:
                        used += size
                        if len(rows) >= limit or (rows and used > self._max_bytes):
                            return Rows(cursor.columns, tuple(rows), None, True)
                        rows.append(row)
            return Rows(cursor.columns, tuple(rows), len(rows), False)

    async def _count_streaming(
        self, cypher: str, parameters: Mapping[str, Any], deadline: float
    ) -> int:
        async with self._cursor(cypher, parameters, deadline) as cursor:
            batches = cursor.batches(lambda record: (None, 100))
            return sum([len(batch) async for batch in batches])

    def _converter(
        self, cursor: Cursor, least: int = 0
    ) -> Callable[[Record], tuple[tuple[Row, int], int]]:
        budget = max(self._max_bytes, least)

        def convert(record: Record) -> tuple[tuple[Row, int], int]:
            row, size = json_row(record, len(cursor.columns), budget, self._hidden)
            return (row, size), size

        return convert

    def _deadline(self, seconds: float | None) -> float:
        limit = self._seconds if seconds is None else seconds
        return asyncio.get_running_loop().time() + limit + _GRACE_SECONDS

    async def _retried(self, action: Callable[[float], Awaitable[T]], seconds: float | None) -> T:
        """The action, and once more after a reconnect where the connection broke meanwhile."""
        deadline = self._deadline(seconds)
        try:
            return await action(deadline)
        except ConnectionLost:
            await self._reconnect(deadline)
            return await action(deadline)

    async def _reconnect(self, deadline: float) -> None:
        clock = asyncio.get_running_loop().time
        until = min(deadline, clock() + _RECONNECT_SECONDS)
        while True:
            try:
                async with asyncio.timeout_at(until):
                    await self._driver.verify_connectivity()
                return
            except failures.BROKEN as error:
                if clock() + 0.25 >= until:
                    raise self._away(failures.lost(self._uri)) from error
            await asyncio.sleep(0.25)

    @asynccontextmanager
    async def _cursor(
        self, cypher: str, parameters: Mapping[str, Any], deadline: float, *, ours: bool = False
    ) -> AsyncIterator[Cursor]:
        """A statement under way; whatever goes wrong comes out as a `GraphError`.

        Unless it is one of `ours`, Neo4j is asked first whether it only reads.
        """
        seconds = max(deadline - asyncio.get_running_loop().time() - _GRACE_SECONDS, 0.1)
        person = asking_as.get()
        cursor: Cursor | None = None
        try:
            await self._connect()
            user = person if self._impersonate else None
            if not ours:
                cypher = self._spoken(cypher)
                await self._left.none_of(person)
            if not (ours or self._is_embedded):
                async with asyncio.timeout_at(deadline):
                    await self._must_read(cypher, parameters, user, seconds)
            cursor = Cursor(
                self._driver,
                self._database,
                cypher,
                parameters,
                seconds=seconds,
                deadline=deadline,
                mark=None if self._is_embedded else str(uuid.uuid4()),
                user=user,
            )
            async with cursor:
                outages.ends(self._part)
                yield cursor
        except (asyncio.CancelledError, GeneratorExit):
            self._end(cursor, person)
            raise
        except TimeoutError as error:
            self._end(cursor, person)
            raise failures.timed_out(round(seconds, 1)) from error
        except Exception as error:
            raise self._translated(error, seconds) from error

    def _end(self, cursor: Cursor | None, person: str | None) -> None:
        """End a statement that the database would go on with for nobody."""
        if cursor is not None:
            self._left.end(person, mark=cursor.mark, cypher=cursor.cypher, seconds=cursor.seconds)

    async def _must_read(
        self, cypher: str, parameters: Mapping[str, Any], user: str | None, seconds: float
    ) -> None:
        """Neo4j's own word on what a statement does; the embedded database would execute it.

        Raises:
            StatementRefused: it does more than reading.
        """
        if cypher in self._reading:
            return
        async with self._driver.session(
            database=self._database, default_access_mode="READ", impersonated_user=user
        ) as session:
            query = Query("EXPLAIN " + cypher, timeout=seconds)
            summary = await (await session.run(query, dict(parameters))).consume()
        if summary.query_type != "r":
            raise StatementRefused("The database says this does more than read; it was not run.")
        self._reading[cypher] = None
        if len(self._reading) > _REMEMBERED:
            self._reading.popitem(last=False)

    def _away(self, error: GraphError) -> GraphError:
        """The error, once the log has it that nobody can ask the graph."""
        outages.begins(self._part, str(error))
        return error

    def _translated(self, error: Exception, seconds: float) -> GraphError:
        known = failures.translate(
            error,
            uri=self._uri,
            database=self._database,
            seconds=round(seconds, 1),
            connected=self._agent is not None,
            user=asking_as.get() if self._impersonate else None,
        )
        # A connection that broke is tried once more before that is an outage.
        return self._away(known) if isinstance(known, _AWAY) else known

    async def _connect(self) -> None:
        """The first contact: which server is it?"""
        if self._agent is None:
            try:
                async with asyncio.timeout(2 * _CONNECT_SECONDS):
                    info = await self._driver.get_server_info()
            except TimeoutError as error:
                raise failures.unreachable(self._uri) from error
            self._agent = info.agent

    def _spoken(self, cypher: str) -> str:
        """The statement as this server reads it: clauses of Cypher 25 need the version in front.

        Raises:
            StatementRefused: the server does not know them.
        """
        newer = newer_clauses(cypher)
        if not newer:
            return cypher
        if not _speaks_25(self._agent or ""):
            names = " and ".join(newer)
            raise StatementRefused(
                f"This uses {names} of Cypher 25, which this database does not know; WITH … WHERE "
                "says the same in any version."
            )
        return f"CYPHER 25 {cypher}"

    @property
    def _is_embedded(self) -> bool:
        return "ArcadeDB" in (self._agent or "")


def _speaks_25(agent: str) -> bool:
    """Whether a server knows Cypher 25 with its newer clauses.

    >>> [_speaks_25(f"Neo4j/{one}") for one in ("5.26.20", "2025.04.0", "2025.10.1", "2026.01.0")]
    [False, False, True, True]
    """
    year, _, rest = agent.removeprefix("Neo4j/").partition(".")
    month = rest.partition(".")[0]
    return year.isdecimal() and month.isdecimal() and (int(year), int(month)) >= (2025, 6)


def _driver(uri: str, username: str, password: str) -> AsyncDriver:
    try:
        if failures.scheme(uri) not in SCHEMES:
            raise ValueError
        _ = urlsplit(uri).port  # ValueError where it is no number
        return AsyncGraphDatabase.driver(
            uri,
            auth=(username, password),
            user_agent="cicerone",
            connection_timeout=_CONNECT_SECONDS,
            connection_acquisition_timeout=2 * _CONNECT_SECONDS,
            max_connection_pool_size=50,
            liveness_check_timeout=30,
            telemetry_disabled=True,
        )
    except (ConfigurationError, ValueError) as error:
        wrong = UsageError(f"{failures.address(uri)!r} is not an address of Neo4j.")
        wrong.remedy = f"Set NEO4J_URI to {failures.meant(uri)}."
        raise wrong from error
