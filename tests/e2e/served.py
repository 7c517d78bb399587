"""The real app in a process of its own, on a free port, as `cicerone chat` starts it."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

START_SECONDS = 120.0
_STOP_SECONDS = 20.0
_CHAT = ("-c", "from bot.cli import main; main()", "chat")
OURS = (
    "CICERONE_",
    "NEO4J_",
    "OPENAI_",
    "CHAINLIT_",
    "DATABASE_URL",
    "QDRANT_",
    "SLACK_",
    "TEAMS_",
)


@dataclass
class Served:
    """A running app. `seconds` is how long it took to answer."""

    address: str
    home: Path
    log: Path
    process: subprocess.Popen[bytes]
    seconds: float

    @property
    def output(self) -> str:
        """What it printed."""
        return self.log.read_text(errors="replace")


@contextmanager
def serving(
    home: Path, *arguments: str, program: tuple[str, ...] = _CHAT, **env: str
) -> Iterator[Served]:
    """Start the app, wait until its page answers, and end it as Ctrl-C would.

    Args:
        home: CICERONE_HOME.
        arguments: More of the command line.
        program: What Python runs.
        env: Environment variables; nothing of ours is inherited.
    """
    port = free_port()
    log = home / f"app-{port}.log"
    home.mkdir(parents=True, exist_ok=True)
    clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    settings = {"CICERONE_HOME": str(home), "CICERONE_PORT": str(port), "PYTHONUNBUFFERED": "1"}
    started = time.monotonic()
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *program, *arguments],
            cwd=home,  # any working directory will do
            env={**clean, "PYTHONPATH": str(Path(__file__).parents[2]), **settings, **env},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    served = Served(f"http://localhost:{port}", home, log, process, 0.0)
    try:
        _wait(served)
        served.seconds = time.monotonic() - started
        yield served
    finally:
        end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Interrupt it, and kill it if it does not end."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_STOP_SECONDS)
    if process.poll() is None:
        process.kill()
        process.wait()


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def _wait(served: Served) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if served.process.poll() is not None:
            raise AssertionError(f"The app ended at its start:\n{served.output}")
        with contextlib.suppress(httpx.HTTPError):
            if httpx.get(f"{served.address}/ready", timeout=5).status_code == 200:
                return
        time.sleep(0.2)
    raise AssertionError(f"The app was not ready in {START_SECONDS:g} s:\n{served.output}")
