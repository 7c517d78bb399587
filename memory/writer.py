"""The one writer of a database in this process: a thread that commits what waits in one go.

Writes wait in line; whatever has come while one transaction was under way makes up the next, so
that a burst costs one wait for the disk and not one each. A writer is never behind the event loop,
which may be busy, and nobody waits for a lock. Nothing is dropped for coming in a flood: who writes
waits for the commit, and a turn is not over before its own.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection

from memory import outages
from memory.engines import as_told, failed_as_a_whole
from memory.errors import CiceroneError, StoreAway, StoreError

T = TypeVar("T")
# Runs in the writer's thread, and once more where the first transaction did not come to its end.
Work: TypeAlias = Callable[[Connection], T]

_WAITING = "writes to the store"
# A write that has waited so many seconds is worth a line in the log.
_LONG = 3.0
# One transaction of so many writes holds up neither a reader's view nor another program for long.
_MOST = 500


class Transactions(Protocol):
    """A connection for the writer's thread alone."""

    def run(self, work: Work[None]) -> None:
        """Run `work` in a transaction, which is on disk when this returns."""
        ...

    def close(self) -> None:
        """Let go of the connection."""
        ...


class Followed(Protocol):
    """A write that can take the place of an earlier one that still waits."""

    def __call__(self, connection: Connection) -> Any:
        """Write."""
        ...

    def after(self, earlier: Any) -> Followed:
        """Both in one: this one, coming after `earlier`."""
        ...


@dataclass(slots=True, eq=False)
class _Waiting:
    """A write in line, and who waits for it."""

    work: Work[Any]
    key: Hashable = None
    waiters: list[asyncio.Future[Any]] = field(default_factory=list)
    result: Any = None
    error: Exception | None = None


class Writer:
    """Writes to the database at `place` through `transactions`, first come, first served."""

    def __init__(self, place: str, transactions: Transactions) -> None:
        self._place = place
        self._transactions = transactions
        self._line: list[_Waiting] = []
        self._same: dict[Hashable, _Waiting] = {}
        self._changed = threading.Condition()
        self._closed = False
        self._at = ""  # how far a transaction has come: begin, write or commit
        self._thread = threading.Thread(target=self._serve, name="store writer", daemon=True)
        self._thread.start()

    async def write(self, work: Work[T]) -> T:
        """Run `work` in a transaction; it is on disk when this returns.

        Raises:
            StoreError: it was not kept; the message says why.
        """
        result: T = await self._awaited(self._enter(_Waiting(work)))
        return result

    async def write_latest(self, key: Hashable, work: Followed) -> Any:
        """Run `work`, in one with what still waits under the same key; as `write` else."""
        with self._changed:
            waiting = self._same.get(key)
            if waiting is None:
                waiting = self._same[key] = _Waiting(work, key)
                future = self._enter(waiting)
            else:
                waiting.work = work.after(waiting.work)
                future = _future(waiting)
        return await self._awaited(future)

    def part(self, key: Hashable) -> None:
        """What comes under this key from now on stays apart from what waits."""
        with self._changed:
            self._same.pop(key, None)

    async def close(self) -> None:
        """Write what is in line, then let go of the connection."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        await asyncio.to_thread(self._thread.join)

    def _enter(self, waiting: _Waiting) -> asyncio.Future[Any]:
        with self._changed:
            if self._closed:
                raise StoreError(f"{self._place} is closed.")
            future = _future(waiting)
            self._line.append(waiting)
            self._changed.notify()
            return future

    async def _awaited(self, future: asyncio.Future[Any]) -> Any:
        done, _ = await asyncio.wait({future}, timeout=_LONG)
        if done:
            return await future
        why = f"{self._place} has kept a write waiting for more than {_LONG:g} seconds."
        outages.begins(_WAITING, why)
        try:
            return await future
        finally:
            outages.ends(_WAITING)

    def _serve(self) -> None:
        while batch := self._next():
            self._keep(batch)
            failed = [one.error for one in batch if isinstance(one.error, StoreAway)]
            if failed:
                outages.begins(outages.STORE, str(failed[0]), failed=len(failed))
            else:
                outages.ends(outages.STORE)
            _tell(batch)
        self._transactions.close()

    def _next(self) -> list[_Waiting]:
        """What waits; nothing once all is written and nothing will come."""
        with self._changed:
            self._changed.wait_for(lambda: self._line or self._closed)
            batch, self._line = self._line[:_MOST], self._line[_MOST:]
            for one in batch:
                if self._same.get(one.key) is one:
                    del self._same[one.key]
            return batch

    def _keep(self, batch: Sequence[_Waiting]) -> None:
        """Write all in one transaction; where one fails, once more with each apart.

        A transaction that broke at its commit is not tried again, as it may have been kept.
        """
        for apart in (False, True):
            self._at = "begin"
            try:
                self._transactions.run(partial(self._all, batch, apart))
                return
            except Exception as error:
                problem = self._problem(error)
            if self._at != "write":
                break
        for one in batch:
            one.result, one.error = None, one.error or problem

    def _all(self, batch: Sequence[_Waiting], apart: bool, connection: Connection) -> None:
        self._at = "write"
        for one in batch:
            one.result = one.error = None
            if not apart:
                one.result = one.work(connection)
                continue
            savepoint = connection.begin_nested()
            try:
                one.result = one.work(connection)
            except Exception as error:
                if failed_as_a_whole(error):  # there may be no transaction left to go back in
                    raise
                savepoint.rollback()
                one.error = self._problem(error)
            else:
                savepoint.commit()
        self._at = "commit"

    def _problem(self, error: Exception) -> Exception:
        """The error as the caller is told it."""
        if isinstance(error, CiceroneError):
            return error
        return as_told(self._place, error) or error


def _future(waiting: _Waiting) -> asyncio.Future[Any]:
    future = asyncio.get_running_loop().create_future()
    waiting.waiters.append(future)
    return future


def _tell(batch: Sequence[_Waiting]) -> None:
    """Tell all who wait, with one call into their event loop."""
    loops = {waiter.get_loop() for one in batch for waiter in one.waiters}
    for loop in loops:
        with suppress(RuntimeError):  # it was closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, batch, loop)


def _settle(batch: Sequence[_Waiting], loop: asyncio.AbstractEventLoop) -> None:
    for one in batch:
        for waiter in one.waiters:
            if waiter.done() or waiter.get_loop() is not loop:
                continue  # its caller was cancelled
            if one.error is None:
                waiter.set_result(one.result)
            else:
                waiter.set_exception(one.error)
