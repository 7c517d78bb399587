"""The embedded database for tests: one of the run's own, and other processes that use one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import neo4j
import psutil

from bot.graph.embedded.folder import Folder
from bot.graph.server import EmbeddedServer, Endpoint

_USER = """
import asyncio, sys
from pathlib import Path
from bot.graph.server import EmbeddedServer

async def main():
    async with EmbeddedServer(Path(sys.argv[1]), memory_mb=256, statement_seconds=10) as server:
        print(server.endpoint.bolt_uri, flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)

asyncio.run(main())
"""


@asynccontextmanager
async def embedded_server(
    home: Path | None = None, *, statement_seconds: float = 10, memory_mb: int = 512
) -> AsyncIterator[EmbeddedServer]:
    """A lease on the server of `home`; without one, of a folder that is deleted afterwards."""
    temporary = None if home else tempfile.mkdtemp(prefix="cicerone-")
    folder = home or Path(temporary or "")
    try:
        async with EmbeddedServer(
            folder, memory_mb=memory_mb, statement_seconds=statement_seconds
        ) as server:
            yield server
        await ended(folder)
    finally:
        if temporary:
            shutil.rmtree(temporary, ignore_errors=True)


async def ended(home: Path, seconds: float = 15) -> None:
    """Wait until the server of `home` is gone, if this was its last user."""
    with contextlib.suppress(TimeoutError):
        await until(lambda: Folder(home).read_state() is None, 0.2)
    if Folder(home).read_state() is None:
        await until(lambda: not processes(home), seconds)


async def until(condition: Callable[[], bool], seconds: float = 15) -> None:
    """Wait for a condition.

    Raises:
        TimeoutError: it does not come true in time.
    """
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError
        await asyncio.sleep(0.05)


def processes(home: Path) -> list[psutil.Process]:
    """The supervisor, the database and their helpers, by the folder in their command line."""
    found = []
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            line = process.cmdline()
            ours = "bot.graph.embedded.supervisor" in line or "-Xmx" in " ".join(line)
            if ours and any(str(home) in word for word in line):
                found.append(process)
    return found


@asynccontextmanager
async def user_process(home: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """Another process that holds a lease, until its stdin is closed."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        _USER,
        str(home),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.getcwd()},
    )
    assert process.stdin and process.stdout
    try:
        assert (await process.stdout.readline()).startswith(b"bolt://")
        yield process
    finally:
        process.stdin.close()
        await process.wait()


def state(server: EmbeddedServer | Path) -> Any:
    """What the server's file says of its processes and ports."""
    home = server if isinstance(server, Path) else server.home
    found = Folder(home).read_state()
    assert found is not None
    return found


async def rows(endpoint: Endpoint, database: str, cypher: str, **parameters: Any) -> list[Any]:
    """What a statement returns to the reader, a tuple a row, on a connection of its own, once."""
    login = (endpoint.username, endpoint.password)
    async with (
        neo4j.AsyncGraphDatabase.driver(endpoint.bolt_uri, auth=login) as driver,
        driver.session(database=database) as session,
    ):
        result = await session.run(cypher, parameters)
        return [tuple(record.values()) async for record in result]
