"""A command's side of the supervisor: find it or start it, and hold a lease on it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.errors import GraphUnreachable
from bot.graph.embedded.command_line import bare_environment
from bot.graph.embedded.folder import Folder, exclusive
from bot.graph.embedded.java import START_SECONDS

_LISTEN_SECONDS = 30
_WELCOME_SECONDS = START_SECONDS + 15
_ATTEMPTS = 4


class LeaseLost(Exception):
    """The supervisor is gone."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a command wants the server: `memory_mb` counts for the one that starts it."""

    memory_mb: int
    statement_seconds: float


class Lease:
    """One open connection to the supervisor; the server runs while any is open."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._answers: asyncio.Queue[bytes] = asyncio.Queue()
        self._listener = asyncio.create_task(self._listen())
        self._turn = asyncio.Lock()

    @classmethod
    async def take(cls, folder: Folder, wanted: Wanted) -> tuple[Lease, dict[str, Any]]:
        """Join the running server, or start one; the second value tells where it is.

        Raises:
            GraphUnreachable: it cannot be started.
            OSError: the folder cannot be used.
        """
        for _ in range(_ATTEMPTS):
            lease = await cls._join_or_start(folder, wanted)
            try:
                return lease, await lease.answer()
            except LeaseLost:  # it was just leaving
                lease.close()
            except BaseException:
                lease.close()
                raise
        raise unreachable(
            "The embedded database ends as soon as it is started.", f"{folder.log} tells why."
        )

    @classmethod
    async def _join_or_start(cls, folder: Folder, wanted: Wanted) -> Lease:
        lease = await cls._join(folder, wanted)
        if lease:
            return lease
        try:
            async with exclusive(folder.start_lock, _LISTEN_SECONDS + START_SECONDS):
                lease = await cls._join(folder, wanted)
                if lease is None:
                    await asyncio.to_thread(_start_supervisor, folder, wanted.memory_mb)
                    lease = await cls._join(folder, wanted)
        except TimeoutError:
            raise unreachable(
                "Another command has been starting the embedded database for too long.",
                "End that command and try again.",
            ) from None
        if lease is None:
            raise unreachable("The embedded database is not there.", f"{folder.log} tells why.")
        return lease

    @classmethod
    async def _join(cls, folder: Folder, wanted: Wanted) -> Lease | None:
        state = folder.read_state()
        if state is None:
            return None
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", state.port)
        except OSError:
            return None
        greeting = {"token": state.token, "statement_seconds": wanted.statement_seconds}
        writer.write(json.dumps(greeting).encode() + b"\n")
        return cls(reader, writer)

    async def ready(self) -> dict[str, Any]:
        """Where the server is, once it answers (again).

        Raises:
            LeaseLost: the supervisor is gone.
            GraphUnreachable: the database cannot be started any more.
        """
        async with self._turn:
            if self._listener.done():
                raise LeaseLost
            self._writer.write(b"{}\n")
            return await self.answer()

    async def answer(self) -> dict[str, Any]:
        """The supervisor's next answer."""
        try:
            line = await asyncio.wait_for(self._answers.get(), _WELCOME_SECONDS)
        except TimeoutError:
            raise unreachable(
                "The embedded database does not answer.", "End all commands and try again."
            ) from None
        if not line:
            self._answers.put_nowait(b"")
            raise LeaseLost
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise unreachable(answer["error"], answer["remedy"])
        return answer

    async def lost(self) -> None:
        """Return when the supervisor is gone."""
        await asyncio.shield(self._listener)

    def close(self) -> None:
        """Give the lease back."""
        self._listener.cancel()
        self._writer.close()

    async def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while line := await self._reader.readline():
                self._answers.put_nowait(line)
        self._answers.put_nowait(b"")


def unreachable(message: str, remedy: str) -> GraphUnreachable:
    """The error with its remedy."""
    error = GraphUnreachable(message)
    error.remedy = remedy
    return error


def _start_supervisor(folder: Folder, memory_mb: int) -> None:
    """Start it in a session of its own, so that Ctrl-C in a terminal does not reach it."""
    source = Path(__file__).parents[3]
    with folder.log.open("ab") as log:
        process = subprocess.Popen(
            [
                sys.executable,
                "-P",
                "-m",
                "bot.graph.embedded.supervisor",
                str(folder.root.parent),
                str(memory_mb),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            cwd=folder.root,
            env=bare_environment() | {"PYTHONPATH": os.pathsep.join([str(source), *sys.path[1:]])},
            start_new_session=True,
        )
    assert process.stdout is not None
    with process.stdout:
        if not process.stdout.readline():
            raise unreachable(
                "The embedded database cannot be started.", f"{folder.log} tells why."
            )
    # Reaps it whenever it ends, so that a long-lived command keeps no zombie.
    threading.Thread(target=process.wait, daemon=True).start()
