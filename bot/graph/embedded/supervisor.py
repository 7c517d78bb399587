"""The process between the commands and the database: starts it, watches it, ends with its users.

Run as `python -m bot.graph.embedded.supervisor HOME MEMORY_MB`; it prints one line when it
listens. Each user keeps one connection open, its lease, and speaks lines of JSON:

    user:        {"token": "...", "statement_seconds": 10.0}
    supervisor:  {"bolt_port": ..., "http_port": ..., "reader_password": ..., "root_password": ...}
                 once the database is ready, or {"error": "...", "remedy": "..."}
    user:        {} at any later time: tell me when the database is ready (again)
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import hmac
import json
import os
import secrets
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

from bot.graph.admin import Admin
from bot.graph.embedded.command_line import StartFailed
from bot.graph.embedded.folder import Folder, ServerState, exclusive
from bot.graph.embedded.java import Java, PortTaken, end_orphan, identity
from bot.graph.embedded.watchdog import watch

_FIRST_USER_SECONDS = 15
_PREDECESSOR_SECONDS = 20
_GREETING_SECONDS = 5
_SETTLED_SECONDS = 10
_MAX_QUICK_ENDS = 3
_PORT_ATTEMPTS = 3


class Supervisor:
    """Keeps one database running for as long as somebody holds a lease."""

    def __init__(self, folder: Folder, memory_mb: int) -> None:
        self._folder = folder
        self._memory_mb = memory_mb
        self._limits: dict[asyncio.StreamWriter, float] = {}
        self._left = asyncio.Event()
        self._ready = asyncio.Event()
        self._failure: StartFailed | None = None
        self._state: ServerState
        self._server: asyncio.Server

    async def run(self) -> None:
        """Serve until the last user is gone."""
        self._tidy_up()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self._state = new_state(self._folder.read_state(), self._server.sockets[0].getsockname()[1])
        self._folder.write_state(self._state)
        print("listening", flush=True)
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGTERM, self._leave)
        loop.call_later(_FIRST_USER_SECONDS, self._leave_if_unused)
        database = Java(self._folder, self._state, self._memory_mb)
        keeper = asyncio.create_task(self._keep_running(database))
        await self._left.wait()
        keeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeper
        await database.stop()

    def _tidy_up(self) -> None:
        """Clean up after a supervisor that was killed."""
        before = self._folder.read_state()
        if before:
            end_orphan(before.database)
        self._folder.sweep()

    async def _keep_running(self, database: Java) -> None:
        """Start the database again whenever it ends, unless it cannot live at all."""
        quick_ends = 0
        while quick_ends < _MAX_QUICK_ENDS:
            started = time.monotonic()
            try:
                await self._start(database)
            except StartFailed as error:
                return self._fail(error)
            self._ready.set()
            was_ended_by_us = await self._watch(database)
            self._ready.clear()
            lived = time.monotonic() - started
            quick = lived < _SETTLED_SECONDS and not was_ended_by_us
            quick_ends = quick_ends + 1 if quick else 0
        self._fail(
            StartFailed(
                "The embedded database keeps ending right after its start.",
                f"{self._folder.log} tells why.",
            )
        )

    async def _start(self, database: Java) -> None:
        for _ in range(_PORT_ATTEMPTS):
            try:
                return await database.start(lambda: self._note(database))
            except PortTaken as error:
                failure = error
                bolt_port, http_port = _free_ports()
                self._state = dataclasses.replace(
                    self._state, bolt_port=bolt_port, http_port=http_port
                )
                database.move(self._state)
        raise failure

    def _note(self, database: Java) -> None:
        """Write down which process it is, for a successor that has to end it."""
        self._folder.write_state(dataclasses.replace(self._state, database=database.identity))

    async def _watch(self, database: Java) -> bool:
        """Watch its statements until it ends; True if the watchdog ended it."""
        admin = Admin(self._state.http_port, self._state.root_password, timeout=5)
        watchdog = asyncio.create_task(watch(admin, self._limit))
        ending = asyncio.create_task(database.wait())
        try:
            await asyncio.wait([watchdog, ending], return_when=asyncio.FIRST_COMPLETED)
            if watchdog.done() and not ending.done():
                watchdog.result()
                await database.kill()
                return True
            return False
        finally:
            watchdog.cancel()
            ending.cancel()

    def _limit(self) -> float:
        return max(self._limits.values(), default=10.0)

    def _fail(self, error: StartFailed) -> None:
        self._failure = error
        self._ready.set()

    def _leave_if_unused(self) -> None:
        if not self._limits:
            self._leave()

    def _leave(self) -> None:
        """From here on nobody can join; who tries starts a successor, which waits for our end."""
        self._folder.forget_state()
        self._server.close()
        self._left.set()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            greeting = json.loads(await asyncio.wait_for(reader.readline(), _GREETING_SECONDS))
            known = hmac.compare_digest(str(greeting["token"]), self._state.token)
            if not known or self._left.is_set():
                return
            self._limits[writer] = float(greeting["statement_seconds"])
            while True:
                await self._welcome(reader, writer)
                if self._failure or not await reader.readline():
                    return
        except (OSError, ValueError, KeyError, TypeError, TimeoutError):
            return
        finally:
            writer.close()
            if self._limits.pop(writer, None) is not None:
                self._leave_if_unused()

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer when the database is ready, unless the user has gone by then."""
        ready = asyncio.create_task(self._wait_until_ready())
        while not ready.done() and not reader.at_eof():
            await asyncio.wait([ready], timeout=0.5)
        ready.cancel()
        writer.write(json.dumps(self._answer()).encode() + b"\n")
        await writer.drain()

    async def _wait_until_ready(self) -> None:
        """Ask the database itself: a process that was killed a moment ago is not known to be."""
        admin = Admin(self._state.http_port, self._state.root_password, timeout=5)
        await self._ready.wait()
        while not self._failure and not await asyncio.to_thread(admin.ready):
            await asyncio.sleep(0.05)
            await self._ready.wait()

    def _answer(self) -> dict[str, Any]:
        if self._failure:
            return {"error": str(self._failure), "remedy": self._failure.remedy}
        names = ("bolt_port", "http_port", "reader_password", "root_password")
        return {name: getattr(self._state, name) for name in names}


def new_state(before: ServerState | None, port: int) -> ServerState:
    """The ports and passwords of this run.

    They are those of a killed predecessor, so that its users' drivers find the way back.
    """
    own = identity(os.getpid())
    assert own is not None
    if before and _is_free(before.bolt_port) and _is_free(before.http_port):
        return dataclasses.replace(before, port=port, supervisor=own, database=None)
    bolt_port, http_port = _free_ports()
    return ServerState(
        port=port,
        token=secrets.token_hex(24),
        bolt_port=bolt_port,
        http_port=http_port,
        reader_password=secrets.token_hex(24),
        root_password=secrets.token_hex(24),
        supervisor=own,
    )


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def _free_ports() -> tuple[int, int]:
    with socket.socket() as one, socket.socket() as other:
        one.bind(("127.0.0.1", 0))
        other.bind(("127.0.0.1", 0))
        return one.getsockname()[1], other.getsockname()[1]


async def _main(home: Path, memory_mb: int) -> None:
    folder = Folder(home)
    # A predecessor may still be stopping its database.
    async with exclusive(folder.server_lock, _PREDECESSOR_SECONDS):
        await Supervisor(folder, memory_mb).run()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    asyncio.run(_main(Path(sys.argv[1]), int(sys.argv[2])))
