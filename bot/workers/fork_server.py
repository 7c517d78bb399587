"""The fork server as the app sees it: started, got ready, asked for workers."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from bot.workers.wire import LENGTH_BYTES, Packed, framed, messages_before, unframed
from bot.workers.worker import Worker, WorkerEnded

T = TypeVar("T")
_ROOT = str(Path(__file__).parents[2])
_PROGRAM = "import sys; from bot.workers.process import main; main(*sys.argv[1:])"


class ForkServer:
    """One process, started when it is first needed, and again where it ended."""

    def __init__(self, modules: Sequence[str]) -> None:
        """`modules` are what every worker has imported."""
        self._modules = modules
        self._turn = asyncio.Lock()
        self._process: Process | None = None
        self._control: socket.socket | None = None
        self._has: set[int] = set()
        self._asking: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Start it now.

        Raises:
            WorkerEnded: it cannot be started.
        """
        await self._in_turn(self._running)

    async def prepare(self, work: Packed, known: set[int]) -> None:
        """Do this once, for all workers to come.

        Args:
            work: A function and its arguments, packed.
            known: The numbers of all that is still held; what else it has is dropped.

        Raises:
            WorkerEnded: it ended meanwhile, or cannot be started.
        """

        async def ask() -> None:
            control = await self._running()
            messages = messages_before(self._has, work, known)
            await self._exchange(control, *messages, framed("run", 0, work.body))

        await self._in_turn(ask)

    async def worker(self) -> Worker:
        """A new one.

        Raises:
            WorkerEnded: the server ended meanwhile, or cannot be started.
        """

        async def ask() -> Worker:
            control = await self._running()
            ours, theirs = socket.socketpair()
            try:
                with theirs:
                    # Nothing is under way on the socket, so that this small message fits into it.
                    socket.send_fds(control, [framed("fork")], [theirs.fileno()])
                (pid,) = await self._exchange(control)
                return Worker(pid, await asyncio.open_unix_connection(sock=ours), self, self._has)
            except BaseException:
                ours.close()
                raise

        return await self._in_turn(ask)

    async def ended(self, pid: int) -> int | None:
        """End a worker where it has not ended; its exit code, None where nobody knows it."""

        async def ask() -> int:
            assert self._control is not None
            (code,) = await self._exchange(self._control, framed("end", pid))
            return int(code)

        if self._control is None:
            return None
        with suppress(WorkerEnded):
            return await self._in_turn(ask)
        return None

    async def close(self) -> None:
        """End it; what is asked of it afterwards starts it anew."""
        for task in self._asking:
            task.cancel()
        await asyncio.gather(*self._asking, return_exceptions=True)
        await self._end()

    async def _end(self) -> None:
        if self._control is not None:
            self._control.close()
        self._control = None
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        self._process = None
        self._has = set()

    async def _in_turn(self, ask: Callable[[], Awaitable[T]]) -> T:
        """One exchange after the other, each to its end, though nobody should wait any longer."""

        async def turn() -> T:
            async with self._turn:
                try:
                    return await ask()
                except OSError as error:
                    await self._end()
                    raise WorkerEnded(str(error) or "the fork server ended") from error

        task = asyncio.create_task(turn())
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)
        return await asyncio.shield(task)

    async def _running(self) -> socket.socket:
        if self._control is None:
            ours, theirs = socket.socketpair()
            paths = [_ROOT, os.environ.get("PYTHONPATH", "")]
            env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
            command = (sys.executable, "-P", "-c", _PROGRAM, str(theirs.fileno()), *self._modules)
            with theirs:
                self._process = await asyncio.create_subprocess_exec(
                    *command, stdin=DEVNULL, pass_fds=(theirs.fileno(),), env=env
                )
            ours.setblocking(False)
            self._control = ours
        return self._control

    async def _exchange(self, control: socket.socket, *messages: bytes) -> tuple[Any, ...]:
        """The reply to what was sent."""
        loop = asyncio.get_running_loop()
        for message in messages:
            await loop.sock_sendall(control, message)
        size = int.from_bytes(await _read(control, LENGTH_BYTES), "big")
        return unframed(await _read(control, size))


async def _read(control: socket.socket, size: int) -> bytes:
    read = b""
    while len(read) < size:
        more = await asyncio.get_running_loop().sock_recv(control, size - len(read))
        if not more:
            raise ConnectionResetError("the fork server ended")
        read += more
    return read
