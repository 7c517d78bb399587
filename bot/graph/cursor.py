"""One running statement: opened, read in batches, and ended in the database whatever happens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any, TypeVar

from neo4j import AsyncDriver, AsyncResult, AsyncSession, Query, Record
from neo4j.exceptions import DriverError, Neo4jError

from bot.graph.left_running import MARK

T = TypeVar("T")

# Rows the server sends before it waits for us. What was sent and is not wanted has to be read from
# the socket before the connection can be used again, so this stays small.
_FETCH = 200
_BATCH_ROWS = 200
_BATCH_BYTES = 250_000
_DISCARD_SECONDS = 0.5


class Cursor:
    """A statement of a READ session, as an async context manager.

    Leaving it before the last row ends the statement. Neo4j throws the rest away in
    milliseconds, and stops a statement whose connection closes. The embedded database would
    compute a discarded result to its end (measured: 195 s), so there the connection is closed.
    """

    def __init__(
        self,
        driver: AsyncDriver,
        database: str | None,
        cypher: str,
        parameters: Mapping[str, Any],
        *,
        seconds: float,
        deadline: float,
        mark: str | None,
        user: str | None = None,
    ) -> None:
        """Prepares the statement.

        Args:
            driver: the driver whose pool gives the connection.
            database: the database's name, None for the user's home database.
            cypher: the statement.
            parameters: its parameters.
            seconds: the time limit that the server is told.
            deadline: our own, on the event loop's clock: the embedded database ignores the other.
            mark: by which Neo4j knows the statement; None for the embedded database, which cannot
                throw away the rest of a result.
            user: whom to run it as, None for the login's own user.
        """
        self._session: AsyncSession = driver.session(
            database=database,
            default_access_mode="READ",
            fetch_size=_FETCH,
            impersonated_user=user,
        )
        self.cypher = cypher
        self.mark = mark
        self._query = Query(cypher, {MARK: mark} if mark else None, timeout=seconds)
        self._parameters = dict(parameters)
        self._deadline = deadline
        self._result: AsyncResult | None = None
        self._started = time.monotonic()
        self._finished = False
        self.columns: tuple[str, ...] = ()

    async def __aenter__(self) -> Cursor:
        try:
            async with asyncio.timeout_at(self._deadline):
                self._result = await self._session.run(self._query, self._parameters)
        except BaseException as error:
            await self._end(error)
            raise
        self.columns = tuple(self._result.keys())
        self._read_without_timeout()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._end(error)

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return time.monotonic() - self._started

    async def batches(
        self, convert: Callable[[Record], tuple[T, int]]
    ) -> AsyncGenerator[list[T], None]:
        """Rows in short lists as they come, each made by `convert`, which also tells its bytes.

        Only the wait for the database stands under the deadline, not the work between batches.

        Raises:
            TimeoutError: the deadline passed.
        """
        assert self._result is not None
        records = aiter(self._result)
        while not self._finished:
            batch: list[T] = []
            used = 0
            async with asyncio.timeout_at(self._deadline):
                while len(batch) < _BATCH_ROWS and used < _BATCH_BYTES:
                    record = await anext(records, None)
                    if record is None:
                        self._finished = True
                        break
                    row, size = convert(record)
                    batch.append(row)
                    used += size
            if batch:
                yield batch

    def _read_without_timeout(self) -> None:
        """Leave watching the time to the deadline.

        Neo4j asks clients to time out after silence, for which the driver makes a task for every
        read on Python 3.11: 150 µs a row instead of 45. It has no setting for this.
        """
        connection = getattr(self._session, "_connection", None)
        set_timeout = getattr(getattr(connection, "socket", None), "set_read_timeout", None)
        if set_timeout is not None:
            set_timeout(None)

    async def _end(self, error: BaseException | None) -> None:
        # After an error of the server's own the driver resets the connection, which stays usable.
        if self._finished or isinstance(error, Neo4jError):
            await self._session.close()
        elif self.mark and error is None and self._result is not None:
            await self._discard(self._result)
        else:
            self._session.cancel()

    async def _discard(self, result: AsyncResult) -> None:
        with suppress(TimeoutError, DriverError, Neo4jError):
            async with asyncio.timeout(_DISCARD_SECONDS):
                await result.consume()
                await self._session.close()
                return
        self._session.cancel()
