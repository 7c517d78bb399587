"""Statements that were cut off: ended in the database, and watched until they are gone.

A database that is told to end a statement goes on until it looks: the embedded one would compute a
result for nobody, Neo4j looks between rows and not within a list predicate or a regular expression.
Neo4j knows each statement by a mark in its transaction's metadata, the embedded database by its
text and how long it has run.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Any

from neo4j import AsyncDriver

from bot.errors import StillRunning
from bot.graph import failures

_LOG = logging.getLogger(__name__)

# The key of a transaction's metadata that holds the mark.
MARK = "cicerone"
# What a database that looks between rows needs to end a statement; the next one waits for it.
_PATIENCE_SECONDS = 3.0
_LOOK_SECONDS = 0.5
# A statement that is still there after so long is left to whoever runs the server.
_WATCH_SECONDS = 900.0
_NOBODY = object()


class LeftRunning:
    """What goes on in the database after its time, by the person who asked for it."""

    def __init__(self, driver: AsyncDriver, database: str | None) -> None:
        self._driver = driver
        self._database = database
        self._tasks: dict[asyncio.Task[None], object] = {}

    def end(self, person: str | None, *, mark: str | None, cypher: str, seconds: float) -> None:
        """End a statement in the background, and watch it until it is gone.

        Args:
            person: who asked for it.
            mark: by which Neo4j knows it; None for the embedded database.
            cypher: its text.
            seconds: how long it has run.
        """
        work = self._end_here(cypher, seconds) if mark is None else self._watch(mark)
        task = asyncio.create_task(work)
        # The embedded database restarts to be rid of a statement: nobody has to wait for that.
        self._tasks[task] = person if mark is not None else _NOBODY
        task.add_done_callback(lambda done: self._tasks.pop(done, None))

    async def none_of(self, person: str | None) -> None:
        """Return once nothing of the person's is left running.

        Raises:
            StillRunning: something still is, after a little patience.
        """
        left = [task for task, whose in self._tasks.items() if whose == person]
        if not left:
            return
        _, pending = await asyncio.wait(left, timeout=_PATIENCE_SECONDS)
        if pending:
            error = StillRunning(
                "The database is still busy with an earlier question of yours that ran too long."
            )
            error.remedy = "Wait a moment and ask again; `cicerone doctor` names what bounds it."
            raise error

    async def close(self) -> None:
        """Give what was cut off two seconds to be ended, then look no longer."""
        if self._tasks:
            _, pending = await asyncio.wait(list(self._tasks), timeout=2)
            for task in pending:
                task.cancel()

    async def _watch(self, mark: str) -> None:
        """End a statement of Neo4j's and look until it is gone; not for ever."""
        deadline = time.monotonic() + _WATCH_SECONDS
        with suppress(*failures.BROKEN):
            while running := await self._rows(
                f"SHOW TRANSACTIONS YIELD transactionId, metaData WHERE metaData.{MARK} = $mark "
                "RETURN transactionId",
                mark=mark,
            ):
                if time.monotonic() > deadline:
                    _LOG.warning(
                        "A statement runs on in the database %d minutes after its time limit; set "
                        "db.transaction.timeout there, or restart it.",
                        _WATCH_SECONDS / 60,
                    )
                    return
                await self._rows("TERMINATE TRANSACTIONS $ids", ids=[row[0] for row in running])
                await asyncio.sleep(_LOOK_SECONDS)

    async def _end_here(self, cypher: str, seconds: float) -> None:
        """End a statement of the embedded database's."""
        # Another person may run the same text: ours is the one that has run as long as ours has.
        with suppress(*failures.BROKEN):
            found = await self._rows(
                "SHOW TRANSACTIONS YIELD transactionId, currentQuery, elapsedTime "
                "WHERE currentQuery = $text RETURN transactionId, elapsedTime",
                text=cypher,
            )
            running = [(abs(_seconds(elapsed) - seconds), name) for name, elapsed in found]
            if running:
                await self._rows("TERMINATE TRANSACTIONS $id", id=min(running)[1])

    async def _rows(self, cypher: str, **parameters: Any) -> list[tuple[Any, ...]]:
        async with self._driver.session(database=self._database) as session:
            result = await session.run(cypher, parameters)
            return [tuple(record.values()) async for record in result]


def _seconds(elapsed: Any) -> float:
    hours, minutes, seconds, nanoseconds = elapsed.hours_minutes_seconds_nanoseconds
    return float(hours * 3600 + minutes * 60 + seconds + nanoseconds / 1e9)
