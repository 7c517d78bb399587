"""The folder of the embedded graphs: where everything lies, who may be at it, what is known.

graphs/
  databases/NAME/      one database a graph; NAMEs that start with a dot are on their way in or out
  config/ log/         ArcadeDB's own, and database.log
  server.json          ports and passwords of the running server (0600)
  start.lock           held while a command looks for the server or starts it
  server.lock          held by the supervisor as long as it lives
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

STAGED = ".new."
REPLACED = ".old."


@dataclass(frozen=True, slots=True)
class ServerState:
    """What a command must know to join the running server, and a later one to clean up after it.

    `port` is the supervisor's and `token` opens it. Process ids come with their creation time
    (seconds since the epoch), since the kernel uses ids again.
    """

    port: int
    token: str = field(repr=False)
    bolt_port: int
    http_port: int
    reader_password: str = field(repr=False)
    root_password: str = field(repr=False)
    supervisor: tuple[int, float]
    database: tuple[int, float] | None = None


class Folder:
    """The folder `graphs` of a CICERONE_HOME."""

    def __init__(self, home: Path) -> None:
        self.root = home.absolute() / "graphs"
        self.databases = self.root / "databases"
        self.config = self.root / "config"
        self.log = self.root / "log" / "database.log"
        self.state_file = self.root / "server.json"
        self.start_lock = self.root / "start.lock"
        self.server_lock = self.root / "server.lock"

    def create(self) -> None:
        """Make the folders, for this user only.

        Raises:
            OSError: there is no permission, no space, or a file is in the way.
        """
        self.root.parent.mkdir(parents=True, exist_ok=True)
        for folder in (self.root, self.databases, self.config, self.log.parent):
            folder.mkdir(mode=0o700, exist_ok=True)

    def read_state(self) -> ServerState | None:
        """The state that a running or killed server left, or None."""
        try:
            fields: dict[str, Any] = json.loads(self.state_file.read_text())
            for process in ("supervisor", "database"):
                fields[process] = fields[process] and tuple(fields[process])
            return ServerState(**fields)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def write_state(self, state: ServerState) -> None:
        """Replace the state in one step, readable by this user only."""
        write_private(self.state_file, json.dumps(asdict(state)))

    def forget_state(self) -> None:
        """Remove the state: the server ended as it should."""
        self.state_file.unlink(missing_ok=True)

    def names(self) -> list[str]:
        """The names of the graphs that are stored, sorted."""
        return sorted(
            path.name
            for path in self.databases.glob("*")
            if not path.name.startswith(".") and (path / "configuration.json").exists()
        )

    def sweep(self) -> None:
        """Undo what a killed load left: half graphs go, a graph moved aside comes back."""
        for path in self.databases.glob(f"{REPLACED}*"):
            name = path.name.removeprefix(REPLACED).rpartition(".")[0]
            if name and not (self.databases / name).exists():
                path.rename(self.databases / name)
            else:
                shutil.rmtree(path, ignore_errors=True)
        for path in self.databases.glob(f"{STAGED}*"):
            shutil.rmtree(path, ignore_errors=True)


def write_private(path: Path, text: str) -> None:
    """Write a file that only this user can read, in one step."""
    temporary = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    temporary.unlink(missing_ok=True)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    temporary.replace(path)


@asynccontextmanager
async def exclusive(path: Path, seconds: float) -> AsyncIterator[None]:
    """Hold the lock file; the kernel lets go of it when the process ends, however it ends.

    Raises:
        TimeoutError: somebody else held it for that long.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = time.monotonic() + seconds
        while not _try_lock(descriptor):
            if time.monotonic() > deadline:
                raise TimeoutError(path)
            await asyncio.sleep(0.02)
        yield
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
