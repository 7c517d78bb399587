"""The SQL database: what is true and must not be lost. SQLite by default, PostgreSQL by address.

`Store` owns the connections and keeps the exchanges; `memory.threads` and `memory.examples` keep
their tables through its `read` and `write`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from memory.address import is_postgres, place_of
from memory.codec import dump_exchange, load_exchange
from memory.conversation import Exchange
from memory.engines import BUSY_SECONDS, failures, held, open_engine
from memory.errors import StoreError
from memory.migrations import migrate
from memory.tables import exchanges, versions

_WAL_TRIES = 100


@dataclass(frozen=True, slots=True)
class Answered:
    """An exchange with what is needed to make an example of it."""

    thread: str
    user: str
    graph: str
    fingerprint: str
    engine: str | None
    exchange: Exchange


def now() -> str:
    """The time as the tables keep it: UTC, with microseconds, so that texts sort like times."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


class Store:
    """An open database. Every method raises `StoreError` where the database fails."""

    def __init__(self, engine: AsyncEngine, address: str | Path, busy_seconds: float) -> None:
        self.place = place_of(address)
        self._engine = engine
        self._busy_seconds = busy_seconds
        # SQLite has one writer: a queue in this process is fair, its own busy waiting is not.
        self._writer = None if is_postgres(address) else asyncio.Lock()

    @classmethod
    async def open(cls, address: str | Path, *, busy_seconds: float = BUSY_SECONDS) -> Store:
        """Open (and create, or bring up to date) the database.

        Args:
            address: A folder or a .db file, or a URL: `postgresql://…`, `postgres://…`,
                `sqlite:///path`.
            busy_seconds: How long a writer of SQLite waits in line, and as long again for a
                writer of another program.

        Raises:
            StoreError: it cannot be reached, opened or written; the message says which.
        """
        engine = open_engine(address, busy_seconds)
        store = cls(engine, address, busy_seconds)
        try:
            if not is_postgres(address):
                await store._use_wal()
            async with store.write() as connection:
                await connection.run_sync(migrate)
        except BaseException:
            await engine.dispose()
            raise
        return store

    async def close(self) -> None:
        """Let running writes end, then close the connections."""
        async with self._writer or nullcontext():
            await self._engine.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that reads."""
        with failures(self.place):
            async with self._engine.connect() as connection, connection.begin():
                yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes; it is on disk when the block has ended."""
        with failures(self.place):
            async with self._in_turn(), self._engine.connect() as connection:
                await connection.execution_options(writes=True)
                async with connection.begin():
                    yield connection

    async def exchanges(self, thread_id: str, limit: int = 20) -> list[Exchange]:
        """The last `limit` exchanges of a thread, oldest first."""
        query = (
            select(exchanges.c.body)
            .where(exchanges.c.thread == thread_id)
            .order_by(exchanges.c.id.desc())
            .limit(limit)
        )
        async with self.read() as connection:
            bodies = (await connection.execute(query)).scalars().all()
        found = (load_exchange(body) for body in reversed(bodies))
        return [exchange for exchange in found if exchange is not None]

    async def add_exchange(
        self,
        thread_id: str,
        user: str,
        exchange: Exchange,
        *,
        message: str | None = None,
        graph: str = "",
        fingerprint: str = "",
        engine: str | None = None,
    ) -> None:
        """Remember one turn of a thread.

        Args:
            thread_id: The conversation.
            user: Identifier of the person.
            exchange: The turn.
            message: Identifier of the message or run that feedback on the answer will name.
            graph: Name of the graph asked.
            fingerprint: The schema's, as it was.
            engine: Who wrote the Cypher: memory, offline or llm.
        """
        row = {
            "thread": thread_id,
            "user": user,
            "message": message,
            "graph": graph,
            "fingerprint": fingerprint,
            "engine": engine,
            "created": now(),
            "body": dump_exchange(exchange),
        }
        async with self.write() as connection:
            await connection.execute(insert(exchanges).values(row))

    async def answered(self, message: str) -> Answered | None:
        """The turn whose answer is `message`, or None if it is not remembered."""
        query = select(exchanges).where(exchanges.c.message == message)
        query = query.order_by(exchanges.c.id.desc()).limit(1)
        async with self.read() as connection:
            row = (await connection.execute(query)).mappings().first()
        exchange = load_exchange(row["body"]) if row else None
        if row is None or exchange is None:
            return None
        return Answered(
            thread=row["thread"],
            user=row["user"],
            graph=row["graph"],
            fingerprint=row["fingerprint"],
            engine=row["engine"],
            exchange=exchange,
        )

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        """First come, first served; where all wait for another program, nobody waits for all."""
        if self._writer is None:
            yield
            return
        try:
            async with asyncio.timeout(self._busy_seconds):
                await self._writer.acquire()
        except TimeoutError:
            raise held(self.place) from None
        try:
            yield
        finally:
            self._writer.release()

    async def _use_wal(self) -> None:
        """Readers and the writer do not wait for each other; the file remembers the mode.

        While another process switches, SQLite answers "locked" at once instead of waiting.
        """
        for attempt in range(_WAL_TRIES):
            try:
                with failures(self.place):
                    async with self._engine.connect() as connection:
                        raw = await connection.get_raw_connection()
                        await raw.driver_connection.execute("PRAGMA journal_mode = WAL")  # type: ignore[union-attr]
                        return
            except StoreError as error:
                if "held by another" not in str(error) or attempt == _WAL_TRIES - 1:
                    raise
                await asyncio.sleep(0.05)


async def changed(connection: AsyncConnection, name: str) -> int:
    """Count one more change of the table `name`, in its own transaction; the new number."""
    statement = text(
        "INSERT INTO versions (name, version) VALUES (:name, 1) "
        "ON CONFLICT (name) DO UPDATE SET version = versions.version + 1 RETURNING version"
    )
    return int((await connection.execute(statement, {"name": name})).scalar_one())


async def version(connection: AsyncConnection, name: str) -> int:
    """How often the table `name` has changed."""
    query = select(versions.c.version).where(versions.c.name == name)
    return int((await connection.execute(query)).scalar() or 0)
