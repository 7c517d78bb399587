"""Work for the pool's tests: workers import it by its name."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from bot.terminology import NotATerm
from memory.schema import Schema


def noted(path: Path, name: str, seconds: float = 0.0) -> str:
    """Write down that it was done, and by which process."""
    time.sleep(seconds)
    with path.open("a") as file:
        file.write(f"{name}\n")
    return f"{name} by {os.getpid()}"


def forever(begun: Path) -> None:
    """Keep the processor busy."""
    begun.touch()
    while True:
        pass


def busy(seconds: float) -> None:
    """Have the processor for so long."""
    began = time.process_time()
    while time.process_time() - began < seconds:
        pass


def dies(path: Path, times: int) -> str:
    """End the process as the kernel does that runs out of memory, so many times."""
    died = len(path.read_text()) if path.exists() else 0
    path.write_text("x" * (died + 1))
    if died < times:
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def refuses() -> None:
    """Raise what a person is told."""
    raise NotATerm("No word.", ("work", "ward"))


def identity(schema: Schema) -> tuple[int, Schema]:
    """Where a schema is here, and the schema."""
    return id(schema), schema
