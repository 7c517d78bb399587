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

import structlog

from bot.errors import ModelUnreachable, UsageError

_CHILD = "bot.models.local.llama_child"
_LOAD_SECONDS = 600.0
_END_SECONDS = 3.0
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

    Raises:
        UsageError: llama.cpp is not installed.
        ModelUnreachable: it cannot load the file, or ended while it did.
        OSError: the log cannot be written.
    """
    process = await _start(what)
    try:
        url = await _ready(process, what)
        watching = asyncio.create_task(_watch(process, what))
        try:
            yield url
        finally:
            watching.cancel()
    finally:
        await _end(process)


async def _start(what: Served) -> Process:
    what.log.parent.mkdir(parents=True, exist_ok=True)
    with what.log.open("wb") as log:
        # A session of its own: Ctrl-C at a terminal is for whoever asked, who then ends it.
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", _CHILD),
            stdin=PIPE,
            stdout=PIPE,
            stderr=log,
            env=_environment(),
            start_new_session=True,
        )


def _environment() -> dict[str, str]:
    source = str(Path(__file__).parents[3])
    kept = {n: v for n, v in os.environ.items() if n in _KEPT or n.startswith(_KEPT_OF)}
    return kept | {"PYTHONPATH": os.pathsep.join([source, *sys.path])}


async def _ready(process: Process, what: Served) -> str:
    assert process.stdin is not None and process.stdout is not None
    asked = {"file": str(what.file), "name": what.name, "key": what.key}
    numbers = {"threads": what.threads, "context": what.context}
    with contextlib.suppress(OSError):  # it has ended, which the next line finds
        process.stdin.write(json.dumps(asked | numbers).encode() + b"\n")
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


def _not_served(process: Process, what: Served) -> ModelUnreachable:
    how = f"llama.cpp cannot load {what.file.name}"
    if process.returncode is not None:
        how = f"llama.cpp ended while it loaded {what.file.name}{_why(process)}"
    error = ModelUnreachable(f"{how}; {what.log} tells why.")
    error.remedy = "Get the file again, or take a smaller model."
    return error


def _why(process: Process) -> str:
    """How it ended; a kill is most often the system's, for want of memory."""
    if process.returncode == -signal.SIGKILL:
        return " (it was killed, most likely for want of memory)"
    return ""


async def _watch(process: Process, what: Served) -> None:
    """Say it once where the child ends before its time."""
    await process.wait()
    _log.warning(
        f"the model served from {what.file.name} has ended{_why(process)}; "
        f"rules go on alone until the next start, {what.log} tells why"
    )


async def _end(process: Process) -> None:
    """End the child; it keeps nothing that could be lost."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), _END_SECONDS)
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
