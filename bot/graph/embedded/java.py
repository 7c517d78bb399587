"""The ArcadeDB server as a child process: its command line, its start, its end, and no orphan."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from bot.graph.admin import Admin, AdminError
from bot.graph.embedded.command_line import StartFailed, bare_environment, java_command
from bot.graph.embedded.folder import Folder, ServerState, write_private

START_SECONDS = 60
STOP_SECONDS = 8
_MAX_LOG_BYTES = 1_000_000
_LOGGING = "handlers=java.util.logging.ConsoleHandler\n.level=SEVERE\n"
# The shell waits on a pipe that only the supervisor holds: when that is gone, the server goes.
_GUARD = 'while read -r _; do :; done; kill "$0"; sleep 3; kill -9 "$0"'


class PortTaken(StartFailed):
    """Somebody else took one of the ports in the moment before the server did."""


class Java:
    """One server process; `start` again after it ended."""

    def __init__(self, folder: Folder, state: ServerState, memory_mb: int) -> None:
        self._folder = folder
        self._state = state
        self._memory_mb = memory_mb
        self._process: asyncio.subprocess.Process | None = None
        self._guard: asyncio.subprocess.Process | None = None
        self._has_accounts = False
        self._log_start = 0

    async def start(self, spawned: Callable[[], None]) -> None:
        """Start the server and wait until it answers.

        Args:
            spawned: called as soon as the process is there, before it answers.

        Raises:
            PortTaken: `move` it and try again.
            StartFailed: it ended, or did not answer within a minute.
        """
        config = self._folder.config
        password_file = config / "root-password"
        if not self._has_accounts:  # they are made anew, with the passwords of this run
            (config / "server-users.jsonl").unlink(missing_ok=True)
            write_private(password_file, self._state.root_password)
        try:
            await self._spawn(password_file)
            spawned()
            await self._wait_until_ready()
        except BaseException:
            await self.kill()
            raise
        finally:
            password_file.unlink(missing_ok=True)

    def move(self, state: ServerState) -> None:
        """Take other ports at the next start."""
        self._state = state

    async def wait(self) -> None:
        """Return when the process has ended."""
        if self._process:
            await self._process.wait()
        await self._dismiss_guard()

    async def stop(self) -> None:
        """End it in good order, or by force where it does not listen."""
        if self._process and self._process.returncode is None:
            self._process.terminate()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._process.wait(), STOP_SECONDS)
        await self.kill()

    async def kill(self) -> None:
        """End it by force; the data is safe, for every commit is in the write-ahead log."""
        if self._process and self._process.returncode is None:
            self._process.kill()
        await self.wait()

    @property
    def identity(self) -> tuple[int, float] | None:
        """Process id and creation time."""
        return identity(self._process.pid) if self._process else None

    async def _spawn(self, password_file: Path) -> None:
        log = self._folder.log
        if log.exists() and log.stat().st_size > _MAX_LOG_BYTES:
            log.write_bytes(b"")
        logging = self._folder.config / "logging.properties"
        logging.write_text(_LOGGING)
        with log.open("ab") as output:
            self._log_start = output.tell()
            try:
                self._process = await asyncio.create_subprocess_exec(
                    *java_command(
                        self._folder, self._state, self._memory_mb, password_file, logging
                    ),
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=output,
                    stderr=output,
                    cwd=self._folder.root,
                    env=bare_environment(),
                )
            except OSError as error:
                raise StartFailed(
                    f"The Java runtime of the embedded database cannot run: {error.strerror}.",
                    "Reinstall the package arcadedb-embedded.",
                ) from None
        self._guard = await asyncio.create_subprocess_exec(
            "/bin/sh",
            "-c",
            _GUARD,
            str(self._process.pid),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )

    async def _wait_until_ready(self) -> None:
        assert self._process is not None
        admin = Admin(self._state.http_port, self._state.root_password, timeout=2)
        deadline = time.monotonic() + START_SECONDS
        while not await asyncio.to_thread(admin.ready):
            self._look_for_failure()
            if self._process.returncode is not None:
                raise StartFailed(
                    "The embedded database ended while it started.",
                    f"{self._folder.log} tells why.",
                )
            if time.monotonic() > deadline:
                raise StartFailed(
                    f"The embedded database did not start within {START_SECONDS} seconds.",
                    f"Try again; {self._folder.log} tells more.",
                )
            await asyncio.sleep(0.03)
        if not self._has_accounts:
            try:
                patient = Admin(self._state.http_port, self._state.root_password)
                await asyncio.to_thread(patient.set_up_reader, self._state.reader_password)
            except (OSError, http.client.HTTPException, AdminError) as error:
                raise StartFailed(
                    f"The embedded database has no account to read with: {error}.",
                    f"{self._folder.log} tells more.",
                ) from None
            self._has_accounts = True

    def _look_for_failure(self) -> None:
        """Read in its log why it does not start: a failed server may linger without a word."""
        with self._folder.log.open("rb") as file:
            file.seek(self._log_start)
            text = file.read().decode(errors="replace")
        if "Unable to listen" in text:
            raise PortTaken(
                "The embedded database found no free port.", "End other programs and try again."
            )
        if "object heap" in text or "Cannot allocate memory" in text:
            raise StartFailed(
                f"There is not enough memory for the embedded database ({self._memory_mb} MB).",
                "Set CICERONE_EMBEDDED_MEMORY_MB to less.",
            )
        if 'Exception in thread "main"' in text:
            raise StartFailed(
                "The embedded database failed while it started.", f"{self._folder.log} tells why."
            )

    async def _dismiss_guard(self) -> None:
        guard, self._guard = self._guard, None
        if guard:
            with contextlib.suppress(ProcessLookupError):
                guard.kill()
            await guard.wait()


def identity(pid: int) -> tuple[int, float] | None:
    """Process id and creation time, or None where there is no such process."""
    try:
        return pid, psutil.Process(pid).create_time()
    except psutil.Error:
        return None


def end_orphan(process: tuple[int, float] | None) -> None:
    """Kill the process if it is still the one that was noted, and wait until it is gone."""
    if process is None:
        return
    with contextlib.suppress(psutil.Error):
        found = psutil.Process(process[0])
        if abs(found.create_time() - process[1]) < 1:
            found.kill()
            found.wait(timeout=STOP_SECONDS)
