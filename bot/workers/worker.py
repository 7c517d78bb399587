"""A worker process as the app sees it: given work, ended."""

from __future__ import annotations

import asyncio
import pickle
import signal
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from bot.errors import TookTooLong
from bot.workers.wire import LENGTH_BYTES, Packed, framed, messages_before, unframed, unpacked

TOO_LONG = "This took too long to work out; say it in fewer or simpler words."


class WorkerEnded(Exception):
    """The process is gone, or cannot be started."""


class Parent(Protocol):
    """The process that a worker was forked from."""

    async def ended(self, pid: int) -> int | None:
        """End a worker where it has not ended; its exit code, None where nobody knows it."""
        ...


@dataclass(frozen=True, slots=True)
class Done:
    """What came of work: its value or the error it raised, and seconds of the processor."""

    seconds: float
    value: Any = None
    error: Exception | None = None


class Worker:
    """One process, that does one piece of work at a time."""

    def __init__(
        self,
        pid: int,
        line: tuple[StreamReader, StreamWriter],
        parent: Parent,
        has: Iterable[int],
    ) -> None:
        """`has` are the numbers of what it holds from the start."""
        self.pid = pid
        self._reader, self._writer = line
        self._parent = parent
        self._has = set(has)

    async def run(self, work: Packed, seconds: float, known: set[int]) -> Done:
        """What came of the work.

        Args:
            work: A function and its arguments, packed.
            seconds: How long it may have the processor.
            known: The numbers of all that is still held; what else the process has is dropped.

        Raises:
            TookTooLong: it had the processor for longer; the process is gone.
            WorkerEnded: the process is gone for another reason.
        """
        with suppress(OSError):
            self._writer.writelines(messages_before(self._has, work, known))
            self._writer.write(framed("run", seconds, work.body))
            await self._writer.drain()
        kind, body, took = await self._reply()
        if kind == "failed":
            return Done(took, error=pickle.loads(body))
        return Done(took, unpacked(body, work.needs))

    async def end(self) -> None:
        """End it now, whatever it does."""
        self._writer.close()
        await self._parent.ended(self.pid)

    async def _reply(self) -> tuple[Any, ...]:
        try:
            head = await self._reader.readexactly(LENGTH_BYTES)
            return unframed(await self._reader.readexactly(int.from_bytes(head, "big")))
        except (asyncio.IncompleteReadError, OSError):
            self._writer.close()
            code = await self._parent.ended(self.pid)
            if code == -signal.SIGPROF:
                raise TookTooLong(TOO_LONG) from None
            raise WorkerEnded(f"it ended with {code}") from None
