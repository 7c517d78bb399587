"""A model in a file, served by llama.cpp in a child process for as long as a block lasts."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

import structlog

from bot.errors import CiceroneError, ModelUnreachable, UsageError

_CHILD = "bot.models.local.llama_child"
_LOAD_SECONDS = 600.0
_END_SECONDS = 3.0
# How often it is started again in all: what dies as often dies of what it is asked.
_AGAIN = 3
# What the child gets of the environment: where things are, and what a graphics card needs; no keys.
_KEPT = ("PATH", "HOME", "TMPDIR", "SYSTEMROOT", "LD_LIBRARY_PATH")
_KEPT_OF = ("GGML_", "CUDA_", "HIP_", "ROCR_", "VK_")
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Served:
    """What to serve: `context` in tokens; `log` is where llama.cpp says what it does."""

    file: Path
    name: str
    threads: int
    context: int
    log: Path
    key: str = field(default_factory=lambda: secrets.token_hex(24), repr=False)


@asynccontextmanager
async def served(what: Served) -> AsyncIterator[str]:
    """The address, ending in /v1, at which the model answers on loopback to its key.

    Where the child dies meanwhile it is said, and begun again at the same address, a few times.

    Raises:
        UsageError: llama.cpp is not installed, or its log cannot be written.
        ModelUnreachable: it cannot load the file, or ended while it did.
    """
    child = _Child(what)
    try:
        url = await child.start()
        keeping = asyncio.create_task(child.keep())
        try:
            yield url
        finally:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
    finally:
        await child.end()


class _Child:
    """The process that serves; its port stays the same once it has one."""

    def __init__(self, what: Served) -> None:
        self._what = what
        self._port = 0
        self._process: Process | None = None

    async def start(self) -> str:
        """Start it, and wait until it serves; the address."""
        with _written(self._what.log) as log:
            # A session of its own: Ctrl-C at a terminal is for whoever asked, who then ends it.
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", _CHILD),
                stdin=PIPE,
                stdout=PIPE,
                stderr=log,
                env=_environment(),
                start_new_session=True,
            )
        url = await self._ready(self._process)
        self._port = urlsplit(url).port or 0
        return url

    async def _ready(self, process: Process) -> str:
        assert process.stdin is not None and process.stdout is not None
        what = self._what
        asked = {
            **{"file": str(what.file), "name": what.name, "key": what.key},
            **{"threads": what.threads, "context": what.context, "port": self._port},
        }
        with contextlib.suppress(OSError):  # it has ended, which the next line finds
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            await process.stdin.drain()
        try:
            async with asyncio.timeout(_LOAD_SECONDS):
                line = await process.stdout.readline()
                if not line:
                    await process.wait()
        except TimeoutError:
            raise ModelUnreachable(
                f"llama.cpp took longer than {_LOAD_SECONDS:.0f} s to load {what.file.name}."
            ) from None
        told: dict[str, str] = json.loads(line or '{"error": "ended"}')
        if "url" in told:
            return told["url"]
        if told["error"] == "missing":
            raise UsageError(
                "CICERONE_MODEL_FILE is set, but llama.cpp is not installed; "
                "type: pip install 'cicerone[local]'"
            )
        raise _not_served(process, what)

    async def keep(self) -> None:
        """Start it again where it ends before its time, a few times."""
        assert self._process is not None
        name = self._what.file.name
        for again in range(_AGAIN, -1, -1):
            await self._process.wait()
            then = "it is started again" if again else "rules go on alone until the next start"
            why = f"the model served from {name} has ended{_why(self._process)}; {then}"
            _log.warning(why, log=str(self._what.log))
            if again:
                try:
                    await self.start()
                except (CiceroneError, OSError) as error:
                    _log.warning("it cannot be started again", why=str(error))
                    return

    async def end(self) -> None:
        """End it; it keeps nothing that could be lost."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            self._process.terminate()
        try:
            await asyncio.wait_for(self._process.wait(), _END_SECONDS)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()


def _written(log: Path) -> BinaryIO:
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        return log.open("wb")
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise UsageError(f"{log} cannot be written: {why}.") from None


def _environment() -> dict[str, str]:
    source = str(Path(__file__).parents[3])
    kept = {n: v for n, v in os.environ.items() if n in _KEPT or n.startswith(_KEPT_OF)}
    return kept | {"PYTHONPATH": os.pathsep.join([source, *sys.path])}


def _not_served(process: Process, what: Served) -> ModelUnreachable:
    how = f"llama.cpp cannot load {what.file.name}"
    if process.returncode is not None and process.returncode < 0:
        how = f"llama.cpp ended while it loaded {what.file.name}{_why(process)}"
    error = ModelUnreachable(f"{how}; {what.log} tells why.")
    error.remedy = "Get the file again, or take a smaller model."
    return error


def _why(process: Process) -> str:
    """How it ended; a kill is most often the system's, for want of memory."""
    if process.returncode == -signal.SIGKILL:
        return " (it was killed, most likely for want of memory)"
    return ""
