"""The SQL database: what is true and must not be lost. SQLite by default, PostgreSQL by address.

`Store` owns the connections and keeps the exchanges; `memory.threads` and `memory.examples` keep
their tables through its `read` and `write`. Any number may read; one thread writes
(`memory.writer`), and who writes waits until it is on disk.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from memory import forgotten, outages
from memory.address import is_postgres, place_of
from memory.catalogue import say
from memory.codec import dump_exchange, load_exchange
from memory.conversation import Exchange
from memory.engines import BUSY_SECONDS, failures, open_engine, open_transactions
from memory.errors import Forgotten, StoreAway, StoreError
from memory.migrations import migrate
from memory.tables import exchanges, versions
from memory.writer import Followed, Work, Writer

_WAL_TRIES = 100

T = TypeVar("T")


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
        self._writer = Writer(self.place, open_transactions(address, busy_seconds))

    @classmethod
    async def open(cls, address: str | Path, *, busy_seconds: float = BUSY_SECONDS) -> Store:
        """Open (and create, or bring up to date) the database.

        Args:
            address: A folder or a .db file, or a URL: `postgresql://…`, `postgres://…`,
                `sqlite:///path`.
            busy_seconds: How long SQLite waits for the writer of another program.

        Raises:
            StoreError: it cannot be reached, opened or written; the message says which.
        """
        engine = open_engine(address, busy_seconds)
        store = cls(engine, address, busy_seconds)
        try:
            if not is_postgres(address):
                await store._use_wal()
            await store.write(migrate, personal=False)
        except BaseException:
            await store.close()
            raise
        return store

    async def close(self) -> None:
        """Write what waits, then close the connections."""
        await self._writer.close()
        await self._engine.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that reads."""
        try:
            with failures(self.place):
                async with self._engine.connect() as connection, connection.begin():
                    yield connection
        except StoreAway as error:
            outages.begins(outages.STORE, str(error))
            raise

    async def ping(self) -> None:
        """Ask for nothing; raises where the database does not answer."""
        async with self.read() as connection:
            await connection.execute(text("SELECT 1"))

    async def write(self, work: Work[T], *, personal: bool = True) -> T:
        """Run `work` in a transaction that writes; it is on disk when this returns.

        `work` runs in the thread of the writer, and again where what was written together with it
        failed: it does nothing but read and write through the connection it is given. What is not
        `personal` says nothing of whoever is asking.

        Raises:
            Forgotten: whoever is asking here was forgotten since they asked, and it is of them.
        """
        asking = forgotten.begun.get() if personal else None

        def held(connection: Connection) -> T:
            if asking is not None:
                forgotten.hold(connection, asking)
            return work(connection)

        try:
            return await self._writer.write(held)
        except Forgotten:
            raise Forgotten(say(forgotten.TOLD)) from None

    async def write_latest(self, key: Hashable, work: Followed) -> Any:
        """As `write`, in one with what still waits under the same key."""
        return await self._writer.write_latest(key, work)

    def part(self, key: Hashable) -> None:
        """Keep what comes under this key apart from what waits."""
        self._writer.part(key)

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
        await self.write(lambda connection: connection.execute(insert(exchanges).values(row)))

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


def changed(connection: Connection, name: str) -> int:
    """Count one more change of the table `name`, in its own transaction; the new number."""
    statement = text(
        "INSERT INTO versions (name, version) VALUES (:name, 1) "
        "ON CONFLICT (name) DO UPDATE SET version = versions.version + 1 RETURNING version"
    )
    return int(connection.execute(statement, {"name": name}).scalar_one())


async def version(connection: AsyncConnection, name: str) -> int:
    """How often the table `name` has changed."""
    query = select(versions.c.version).where(versions.c.name == name)
    return int((await connection.execute(query)).scalar() or 0)
