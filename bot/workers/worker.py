"""A worker process as the app sees it: started, given work, ended."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from bot.errors import TookTooLong
from bot.workers.wire import LENGTH_BYTES, Packed, framed, unpacked

_ROOT = str(Path(__file__).parents[2])
_PROGRAM = "import sys; from bot.workers.process import main; main(*sys.argv[1:])"
TOO_LONG = "This took too long to work out; say it in fewer or simpler words."


_Reply: TypeAlias = tuple[str, bytes, float]


class WorkerEnded(Exception):
    """The process is gone, or cannot be started."""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of work: its value or the error it raised, and seconds of the processor."""

    seconds: float
    value: Any = None
    error: Exception | None = None


class Worker:
    """One process, that does one piece of work at a time."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._has: set[int] = set()

    @classmethod
    async def start(cls, modules: Sequence[str]) -> Worker:
        """A process that has imported these modules and waits for work.

        Raises:
            WorkerEnded: it cannot be started.
        """
        paths = [_ROOT, os.environ.get("PYTHONPATH", "")]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        command = (sys.executable, "-P", "-c", _PROGRAM, *modules)
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=PIPE, stdout=PIPE, env=env
            )
        except OSError as error:
            raise WorkerEnded(str(error)) from error
        worker = cls(process)
        try:
            await worker._reply()
        except BaseException:
            await worker.end()
            raise
        return worker

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

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
        needs = {one.number: one for one in work.needs}
        messages = [framed("drop", number) for number in self._has - known - needs.keys()]
        for number, one in needs.items():
            if number not in self._has:
                messages.append(framed("hold", number, one.packed.body))
        self._has = (self._has & known) | needs.keys()
        kind, body, took = await self._ask(*messages, framed("run", seconds, work.body))
        if kind == "failed":
            return Done(took, error=pickle.loads(body))
        return Done(took, unpacked(body, work.needs))

    async def end(self) -> None:
        """End it now, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    async def _ask(self, *messages: bytes) -> _Reply:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.writelines(messages)
            await self._process.stdin.drain()
        return await self._reply()

    async def _reply(self) -> _Reply:
        assert self._process.stdout is not None
        try:
            head = await self._process.stdout.readexactly(LENGTH_BYTES)
            body = await self._process.stdout.readexactly(int.from_bytes(head, "big"))
        except (asyncio.IncompleteReadError, OSError):
            code = await self._process.wait()
            if code == -signal.SIGPROF:
                raise TookTooLong(TOO_LONG) from None
            raise WorkerEnded(f"it ended with {code}") from None
        kind, reply, took = pickle.loads(body)
        return kind, reply, took
