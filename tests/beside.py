"""What `make test` runs: the checks and the tests, in two lanes beside each other.

What one lane prints comes as it goes; the other's follows whole, once the first is through. No
server is started for both: Neo4j and the browser are the second's, PostgreSQL is the first's.
"""

from __future__ import annotations

import asyncio
import signal
import sys
import time
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import Sequence
from pathlib import Path

_BIN = Path(sys.executable).parent
# Named one by one: what stands in pytest's own list of paths cannot be ignored again.
_FIRST = ("tests/unit", "bot", "guardrails", "memory", "tests/integration")
_SECOND = ("tests/integration/graph", "tests/e2e")
# Lanes of about the same length; what is to be read first is in the first.
LANES = (
    (
        ("ruff", "check", "bot", "guardrails", "memory", "tests"),
        ("mypy",),
        ("lint-imports",),
        ("pytest", *_FIRST, *(f"--ignore={path}" for path in _SECOND)),
    ),
    (("pytest", *_SECOND),),
)


class Lane:
    """Programs that run one after the other; a turn to print lets out what was held back."""

    def __init__(self, programs: Sequence[Sequence[str]]) -> None:
        self._programs = programs
        self._held: list[bytes] | None = []
        self._process: Process | None = None
        self._ended = False
        self.failed: list[str] = []

    async def run(self) -> None:
        """All of them, whatever fails; `failed` names what did."""
        for name, *arguments in self._programs:
            title = " ".join((name, *arguments))
            if self._ended:
                self.failed.append(title)
                continue
            started = time.monotonic()
            self._process = await asyncio.create_subprocess_exec(
                _BIN / name, *arguments, stdout=PIPE, stderr=STDOUT
            )
            assert self._process.stdout is not None
            while some := await self._process.stdout.read(65_536):
                self._print(some)
            code = await self._process.wait()
            self._print(f"{title}: {time.monotonic() - started:.0f} s\n".encode())
            if code:
                self.failed.append(title)

    def speak(self) -> None:
        """Its turn to print has come."""
        held, self._held = self._held, None
        self._print(b"".join(held or ()))

    def end(self, *, interrupt: bool) -> None:
        """Start nothing more; Ctrl-C has reached what runs by itself, else `interrupt` it.

        Interrupted, pytest stops the servers of the tests.
        """
        self._ended = True
        if interrupt and self._process is not None and self._process.returncode is None:
            self._process.send_signal(signal.SIGINT)

    def _print(self, some: bytes) -> None:
        if self._held is not None:
            self._held.append(some)
            return
        sys.stdout.buffer.write(some)
        sys.stdout.buffer.flush()


def _end(lanes: Sequence[Lane], received: signal.Signals) -> None:
    for lane in lanes:
        lane.end(interrupt=received != signal.SIGINT)


async def main() -> int:
    """Run the lanes; the exit code."""
    lanes = [Lane(programs) for programs in LANES]
    loop = asyncio.get_running_loop()
    for received in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(received, _end, lanes, received)
    running = [asyncio.create_task(lane.run()) for lane in lanes]
    for lane, task in zip(lanes, running, strict=True):
        lane.speak()
        await task
    failed = [title for lane in lanes for title in lane.failed]
    print(f"Failed: {', '.join(failed)}" if failed else "All passed.", flush=True)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
