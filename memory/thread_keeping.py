"""What is written to a thread: by its owner alone, never after it was deleted, and awaited at last.

Chainlit starts the writes of a turn as tasks that nobody awaits. Here they are counted, so that the
turn is told to be done when they are on disk, and what could not be kept is known.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

import structlog
from chainlit.step import StepDict
from fastapi import HTTPException
from sqlalchemy import Connection, RowMapping

from memory.asker import asker, owner_asking
from memory.errors import StoreAway, StoreError
from memory.thread_queries import find_thread, is_known, make_thread, save_step

_REMEMBERED_DELETIONS = 10_000
_REMEMBERED_FAILURES = 1_000
_FINISH_SECONDS = 5.0


class NotTheirs(StoreError, HTTPException):
    """The thread belongs to somebody else, or there is none: both look the same from outside."""

    def __init__(self) -> None:
        HTTPException.__init__(self, status_code=404, detail="Thread not found")


def hold_to_owner(thread: RowMapping, who: str | None) -> None:
    """Let only the owner of a thread pass, where it is known `who` asks.

    Raises:
        NotTheirs: it is somebody else.
    """
    owner = thread["userIdentifier"]
    if who is not None and owner is not None and who != owner:
        raise NotTheirs


@dataclass(frozen=True, slots=True)
class Access:
    """Threads as whoever asks now may write to them; `owner` is whose a new one is."""

    who: str | None
    owner: str | None
    deleted: Mapping[str, None]

    def row(
        self, connection: Connection, thread_id: str, *, make: bool = False, touch: bool = False
    ) -> RowMapping | None:
        """A thread's row, kept from other writers; made first if `make`, None if there is none.

        `touch` says that it changes now.

        A deleted thread is not made again, nor is one of somebody who was forgotten: a turn of a
        chat that is still running must not bring it back.

        Raises:
            NotTheirs: somebody asks who is not the owner.
        """
        row = find_thread(connection, thread_id, touch=touch)
        gone = thread_id in self.deleted or not is_known(connection, self.owner)
        if row is None and make and not gone:
            make_thread(connection, thread_id, self.owner)
            row = find_thread(connection, thread_id, touch=touch)
        if row is not None:
            hold_to_owner(row, self.who)
        return row


@dataclass(frozen=True, slots=True)
class SaveStep:
    """A write of one step, which can take in the one before it."""

    access: Access
    step: StepDict
    new: bool

    def __call__(self, connection: Connection) -> None:
        """Keep it."""
        row = self.access.row(connection, self.step["threadId"], make=True, touch=True)
        if row is not None:
            save_step(connection, self.step, new=self.new, unnamed=row["name"] is None)

    def after(self, earlier: SaveStep) -> SaveStep:
        """Both in one; a new step that comes after its update only fills in what is empty."""
        first, then = earlier.step, self.step
        if self.new and not earlier.new:
            first, then = then, _without_blanks(first)
        both: Any = {**first, **then}
        return replace(self, step=both, new=self.new and earlier.new)


def _without_blanks(step: Any) -> Any:
    return {k: v for k, v in step.items() if v or k not in ("input", "output")}


class Keeping:
    """The writes under way, by thread, and what became of them."""

    def __init__(self) -> None:
        self._running: dict[str, set[asyncio.Future[None]]] = {}
        self._failures: dict[str, StoreError] = {}
        self._deleted: dict[str, None] = {}

    def access(self) -> Access:
        """What whoever asks now may write to."""
        return Access(asker(), owner_asking(), self._deleted)

    @contextmanager
    def counted(self, thread_id: str, what: str) -> Iterator[None]:
        """A write that nobody awaits: a failure is kept for `settled`."""
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        running = self._running.setdefault(thread_id, set())
        running.add(over)
        try:
            yield
        except StoreError as error:
            self._note(thread_id, error)
            if not isinstance(error, StoreAway):  # that has its line when it begins
                structlog.get_logger(__name__).error("not saved", what=what, why=str(error))
        finally:
            over.set_result(None)
            running.discard(over)
            if not running and self._running.get(thread_id) is running:
                del self._running[thread_id]

    async def settled(self, thread_id: str) -> StoreError | None:
        """Wait until all that was said in a thread is written; why something was not, else None."""
        for _ in range(3):  # tasks that were created but have not begun
            await asyncio.sleep(0)
        while running := self._running.get(thread_id):
            await asyncio.wait(running)
        return self._failures.pop(thread_id, None)

    async def finish(self) -> None:
        """Wait for all the writes that have come so far, but not for a store that is held."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_FINISH_SECONDS):
                for thread_id in ["", *self._running]:
                    await self.settled(thread_id)

    def bury(self, thread_id: str) -> None:
        """Remember that a thread was deleted."""
        self._deleted[thread_id] = None
        if len(self._deleted) > _REMEMBERED_DELETIONS:
            del self._deleted[next(iter(self._deleted))]

    def unbury(self, thread_id: str) -> None:
        """It was not, after all."""
        self._deleted.pop(thread_id, None)

    def _note(self, thread_id: str, error: StoreError) -> None:
        self._failures[thread_id] = error
        if len(self._failures) > _REMEMBERED_FAILURES:
            del self._failures[next(iter(self._failures))]
