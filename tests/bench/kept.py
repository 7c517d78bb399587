"""Measures whether what people have seen as done outlives a `kill -9`, and what keeping it costs.

    python -m tests.bench.kept [--people 6] [--every 2.7] [--seconds 60] [--kills 20] [--seed 1]
                               [--database sqlite] [--database postgresql]

Each round starts the app over the sample graph; so many people ask a question every so often over
real sockets and rate each answer in the instant that it is shown; at a random moment the process is
killed. After the last round the app is started once more, and every person reads their threads:
each answer that was seen as done has to be there with its exchange, and each thumb that was taken.

Prints what was lost, how many thumbs were refused, and the time that keeping added to a turn,
beside the time that the turn took. Ends with 1 where anything was lost or refused.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles

from memory.people import hash_password
from memory.store import Store
from tests.e2e.served import Served, serving
from tests.e2e.socket_client import Talk, talking
from tests.postgres import ready, start, stop

QUESTIONS = (
    "Which films did Tom Hanks act in?",
    "How many films are there?",
    "Which of those came out after 2000?",
    "Who directed Jaws?",
    "Which films came out in 1994?",
)
_PASSWORD = "one and the same"
_KEPT = re.compile(r"(?:exchange|answer) kept .*?answer='?([0-9a-f-]{36})'?.*?ms=([\d.]+)")


@dataclass(slots=True)
class Turn:
    """What one person saw of one turn; `thumb` is what the app took, `status` how it replied."""

    person: str
    thread: str = ""
    run: str = ""
    answer: str = ""
    done: bool = False
    thumb: int | None = None
    status: int | None = None
    seconds: float = 0.0


@dataclass(slots=True)
class Found:
    """What came of all rounds; milliseconds of keeping and of whole turns, turn by turn."""

    database: str
    turns: list[Turn] = field(default_factory=list)
    lost_answers: list[Turn] = field(default_factory=list)
    lost_thumbs: list[Turn] = field(default_factory=list)
    kept_ms: list[float] = field(default_factory=list)
    turn_ms: list[float] = field(default_factory=list)

    @property
    def refused(self) -> list[Turn]:
        """Turns whose thumb was answered with an error."""
        return [turn for turn in self.turns if turn.status not in (None, 200)]


async def measure(
    database: str,
    home: Path,
    *,
    people: int,
    every: float,
    seconds: float,
    kills: int,
    seed: int = 1,
) -> Found:
    """All rounds on one kind of database, in a home of which nothing else is changed."""
    random, found = Random(seed), Found(database)
    names = [f"person{number}" for number in range(people)]
    file, secret = home / "kept-people", hash_password(_PASSWORD)
    file.write_text("".join(f"{name}:{secret}\n" for name in names))
    env = {"CICERONE_AUTH": f"password:{file}", "CICERONE_LOG_LEVEL": "debug"}
    async with _address(database, home) as address:
        if database == "postgresql":
            env["DATABASE_URL"] = address
        for _ in range(kills):
            async with _served(home, env) as served:
                turns = await _round(served, names, every, random.uniform(0.0, seconds))
            found.turns += turns
            _times(found, turns, served.output)
        async with _served(home, env) as served:
            for name in names:
                await _check(found, served, name)
        await _check_exchanges(found, address)
    return found


@asynccontextmanager
async def _address(database: str, home: Path) -> AsyncIterator[str]:
    if database == "sqlite":
        yield str(home)
        return
    server, process = await asyncio.to_thread(start)
    try:
        await ready(server, process)
        await server.run("CREATE DATABASE kept")
        yield server.url("kept")
    finally:
        await asyncio.to_thread(stop, server, process)


@asynccontextmanager
async def _served(home: Path, env: dict[str, str]) -> AsyncIterator[Served]:
    running = serving(home, **env)
    served = await asyncio.to_thread(running.__enter__)
    try:
        yield served
    finally:
        await asyncio.to_thread(running.__exit__, None, None, None)


async def _round(served: Served, names: Sequence[str], every: float, after: float) -> list[Turn]:
    """Everybody asks, until the process is killed so many seconds after all have one answer."""
    turns: list[Turn] = []
    answered = asyncio.Semaphore(0)
    people = [
        asyncio.create_task(_person(served.address, name, every, turns, answered)) for name in names
    ]
    async with asyncio.timeout(180):
        for _ in names:
            await answered.acquire()
    await asyncio.sleep(after)
    os.kill(served.process.pid, signal.SIGKILL)
    await asyncio.to_thread(served.process.wait)
    for person in people:
        person.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    return turns


async def _person(
    address: str, name: str, every: float, turns: list[Turn], answered: asyncio.Semaphore
) -> None:
    # The process is killed: whatever is under way then fails in its own way.
    with contextlib.suppress(Exception):
        async with talking(address, login=(name, _PASSWORD)) as talk:
            number = 0
            while True:
                began = time.monotonic()
                turns.append(turn := Turn(name))
                await _ask(talk, QUESTIONS[number % len(QUESTIONS)], number % 2, turn)
                number += 1
                answered.release()
                await asyncio.sleep(max(0.0, every - (time.monotonic() - began)))


async def _ask(talk: Talk, question: str, thumb: int, turn: Turn) -> None:
    began = time.monotonic()
    await talk.send(question)
    turn.run, turn.answer = await talk.answer()
    turn.status = await talk.thumb(turn.run, thumb)
    turn.thread = talk.thread
    turn.thumb = thumb if turn.status == 200 else None
    await talk.wait(60)
    turn.done, turn.seconds = True, time.monotonic() - began


def _times(found: Found, turns: Sequence[Turn], log: str) -> None:
    kept: dict[str, float] = {}
    for run, ms in _KEPT.findall(log):
        kept[run] = kept.get(run, 0.0) + float(ms)
    for turn in turns:
        if turn.done and turn.run in kept:
            found.kept_ms.append(kept[turn.run])
            found.turn_ms.append(turn.seconds * 1000)


async def _check(found: Found, served: Served, name: str) -> None:
    """What one person has seen, against what they read now."""
    mine = [turn for turn in found.turns if turn.person == name and turn.thread]
    async with talking(served.address, login=(name, _PASSWORD)) as talk:
        for thread in {turn.thread for turn in mine}:
            reply = await talk.http.get(f"/project/thread/{thread}")
            steps = reply.json().get("steps", []) if reply.status_code == 200 else []
            answers = {(step["parentId"], step["output"]) for step in steps}
            thumbs = {
                step["id"]: step["feedback"]["value"] for step in steps if step.get("feedback")
            }
            for turn in (turn for turn in mine if turn.thread == thread):
                if turn.done and (turn.run, turn.answer) not in answers:
                    found.lost_answers.append(turn)
                if turn.thumb is not None and thumbs.get(turn.run) != turn.thumb:
                    found.lost_thumbs.append(turn)


async def _check_exchanges(found: Found, address: str) -> None:
    """An answer whose exchange is gone cannot be gone on with."""
    store = await Store.open(address)
    try:
        for turn in found.turns:
            lost = turn.done and await store.answered(turn.run) is None
            if lost and turn not in found.lost_answers:
                found.lost_answers.append(turn)
    finally:
        await store.close()


def told(found: Found) -> str:
    """The lines of a report."""
    done = sum(turn.done for turn in found.turns)
    thumbs = [turn for turn in found.turns if turn.status is not None]
    lines = [
        f"{found.database}: {done} answers seen as done, {len(found.lost_answers)} lost",
        f"  {sum(turn.thumb is not None for turn in thumbs)} of {len(thumbs)} thumbs taken in the "
        f"instant of the answer, {len(found.lost_thumbs)} of those lost",
    ]
    if len(found.kept_ms) > 1:
        kept, turns = quantiles(found.kept_ms, n=20), quantiles(found.turn_ms, n=20)
        share = sorted(k / t for k, t in zip(found.kept_ms, found.turn_ms, strict=True))
        lines.append(
            f"  keeping adds p50 {kept[9]:.1f} ms, p95 {kept[18]:.1f} ms to turns of p50 "
            f"{turns[9]:.0f} ms, p95 {turns[18]:.0f} ms: {share[len(share) // 2]:.1%} of a turn at "
            f"p50, {share[len(share) * 19 // 20]:.1%} at p95"
        )
    return "\n".join(lines)


def main() -> int:
    """Measure, and tell."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--people", type=int, default=6)
    options.add_argument("--every", type=float, default=2.7)
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--kills", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--database", action="append", choices=["sqlite", "postgresql"])
    given = vars(options.parse_args())
    databases = given.pop("database") or ["sqlite", "postgresql"]
    wrong = False
    for database in databases:
        with tempfile.TemporaryDirectory(prefix="cicerone-kept-") as folder:
            found = asyncio.run(measure(database, Path(folder), **given))
        print(told(found), flush=True)
        wrong = wrong or bool(found.lost_answers or found.lost_thumbs or found.refused)
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
