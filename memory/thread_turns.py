"""One thread, one writer at a time, and only its owner."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

from fastapi import HTTPException
from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.asker import asker
from memory.errors import StoreError
from memory.store import Store
from memory.thread_queries import find_thread, make_thread

_REMEMBERED_DELETIONS = 10_000
_FINISH_SECONDS = 5.0


class NotTheirs(StoreError, HTTPException):
    """The thread belongs to somebody else, or there is none: both look the same from outside."""

    def __init__(self) -> None:
        HTTPException.__init__(self, status_code=404, detail="Thread not found")


def hold_to_owner(thread: RowMapping) -> None:
    """Let only the owner of a thread pass, where it is known who asks.

    Raises:
        NotTheirs: it is somebody else.
    """
    who, owner = asker(), thread["userIdentifier"]
    if who is not None and owner is not None and who != owner:
        raise NotTheirs


class Turns:
    """Writers of a thread take turns, in the order they came."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._running: set[asyncio.Task[Any] | None] = set()
        self._deleted: dict[str, None] = {}

    @asynccontextmanager
    async def take(
        self, thread_id: str, *, make: bool = False
    ) -> AsyncIterator[tuple[AsyncConnection, RowMapping | None]]:
        """A transaction, and the thread's row: made first if `make`, None if there is none.

        Without turns an update overtakes the creation of its step, which then blanks it. A deleted
        thread is not made again: a turn of a chat that is still running must not bring it back.

        Raises:
            NotTheirs: somebody asks who is not the owner.
        """
        task = asyncio.current_task()
        self._running.add(task)
        try:
            lock = self._locks.setdefault(thread_id, asyncio.Lock())
            async with lock, self._store.write() as connection:
                if make and thread_id not in self._deleted:
                    await make_thread(connection, thread_id)
                row = await find_thread(connection, thread_id, lock=True)
                if row is not None:
                    hold_to_owner(row)
                yield connection, row
        finally:
            self._running.discard(task)

    def bury(self, thread_id: str) -> None:
        """Remember that a thread was deleted."""
        self._deleted[thread_id] = None
        if len(self._deleted) > _REMEMBERED_DELETIONS:
            del self._deleted[next(iter(self._deleted))]

    async def finish(self) -> None:
        """Wait for the writers that have come so far."""
        for _ in range(3):  # tasks that were created but have not begun
            await asyncio.sleep(0)
        if others := self._running - {asyncio.current_task(), None}:
            await asyncio.wait(
                {task for task in others if task is not None}, timeout=_FINISH_SECONDS
            )
