"""Measures many people at once on one `cicerone chat`, and one person alone beside it.

    python -m tests.bench.crowd [--people 50] [--questions 5] [--workers 2] [--home FOLDER]

Everybody connects in the same instant over a real socket and asks one question after the other, as
in the conversations on the sample graph. All times are those of one run on one machine and are told
as ratios: how long the crowd took to what the processor time of all processes (the clients' and the
database's, too) comes to on the cores, the lone person's median to that without workers, and the
memory afterwards to that before.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import statistics
import tempfile
import time
import tomllib
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path

import psutil

from tests.e2e.served import Served, serving
from tests.e2e.socket_client import talking
from tests.embedded import processes

_CONVERSATIONS = Path(__file__).parents[1] / "data" / "conversations" / "films.toml"
_CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
_PATIENCE = 600.0
_LONE = 20


@dataclass
class Told:
    """What became of a crowd: seconds of each answer, and why people got none."""

    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)


def questions() -> list[str]:
    """What people ask, conversation by conversation."""
    read = tomllib.loads(_CONVERSATIONS.read_text("utf-8"))
    return [turn["ask"] for one in read["conversation"] for turn in one["turns"]]


async def crowd(address: str, people: int, each: int) -> Told:
    """Let so many people connect at once and ask so many questions each."""
    told, asked = Told(), questions()
    visits = [
        _visit(address, list(islice(cycle(asked), nth * each, (nth + 1) * each)), told)
        for nth in range(people)
    ]
    await asyncio.gather(*visits)
    return told


async def _visit(address: str, asked: Sequence[str], told: Told) -> None:
    async with contextlib.AsyncExitStack() as stack:
        try:
            talk = await stack.enter_async_context(talking(address))
        except Exception as error:
            told.refused.append(f"{type(error).__name__}: {error}")
            return
        for question in asked:
            began = time.monotonic()
            try:
                events = await talk.ask(question, _PATIENCE)
            except TimeoutError:
                told.unanswered.append(f"{question}: no end")
                continue
            told.seconds.append(time.monotonic() - began)
            said = [e.get("output", "") for e in events if e.get("type") == "assistant_message"]
            if not any(said):
                told.unanswered.append(question)


def all_processes(served: Served) -> list[psutil.Process]:
    """The app with its workers, its database, and whoever asks."""
    app = psutil.Process(served.process.pid)
    found = [app, *app.children(recursive=True), *processes(served.home), psutil.Process()]
    return list({process.pid: process for process in found}.values())


def processor_seconds(served: Served) -> float:
    """What all of them have taken of the processor until now, ended children too."""
    total = 0.0
    for process in all_processes(served):
        with contextlib.suppress(psutil.Error):
            times = process.cpu_times()
            total += times.user + times.system
    return total


def python_megabytes(served: Served) -> dict[str, float]:
    """What the app and each of its workers hold of the memory for themselves."""
    app = psutil.Process(served.process.pid)
    held = {"app": app.memory_full_info().uss / 2**20}
    for child in app.children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if "python" in child.name():
                held[f"worker {child.pid}"] = child.memory_full_info().uss / 2**20
    return held


async def lone(served: Served, each: int, count: int = _LONE) -> float:
    """The median seconds of somebody who asks alone, after all was asked once as crowds ask it.

    So what is made when it is first needed is there.
    """
    asked = questions()
    for start in range(0, len(asked), each):
        await _visit(served.address, asked[start : start + each], Told())
    told = Told()
    await _visit(served.address, asked[:count], told)
    return statistics.median(told.seconds)


async def measure(people: int, each: int, workers: int, home: Path) -> bool:
    """Print the measurements; whether everybody was connected and answered."""
    with ExitStack() as stack:
        start = lambda n: stack.enter_context(serving(home, CICERONE_WORKERS=str(n)))  # noqa: E731
        alone = await lone(start(0), each)
        stack.pop_all().close()
        served = start(workers)
        beside = await lone(served, each)
        print(f"one person: median {beside:.3f} s, {beside / alone:.2f} times without workers")
        before = python_megabytes(served)
        taken, began = processor_seconds(served), time.monotonic()
        told = await crowd(served.address, people, each)
        took, taken = time.monotonic() - began, processor_seconds(served) - taken
        _print(told, people, each)
        print(
            f"took {took:.1f} s, processor time {taken:.1f} s, "
            f"{took / (taken / _CORES):.2f} times its share on {_CORES} cores"
        )
        after = python_megabytes(served)
        print(
            f"memory {sum(before.values()):.0f} MB, afterwards {sum(after.values()):.0f} MB, "
            f"{sum(after.values()) / sum(before.values()):.2f} times: "
            + ", ".join(f"{name} {held:.0f}" for name, held in after.items())
        )
    return not told.refused and not told.unanswered and len(told.seconds) == people * each


def _print(told: Told, people: int, each: int) -> None:
    print(f"{people} people: {people - len(told.refused)} connected")
    for one in (*told.refused, *told.unanswered):
        print(f"  {one}")
    print(f"{people * each} questions: {len(told.seconds) - len(told.unanswered)} answered")
    if len(told.seconds) > 1:
        cuts = statistics.quantiles(told.seconds, n=20)
        print(f"an answer: p50 {cuts[9]:.2f} s, p95 {cuts[18]:.2f} s")


def main() -> int:
    """Measure, and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--people", type=int, default=50)
    options.add_argument("--questions", type=int, default=5)
    options.add_argument("--workers", type=int, default=_CORES)
    options.add_argument("--home", type=Path)
    args = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="crowd-") as folder:
        home = args.home or Path(folder)
        whole = asyncio.run(measure(args.people, args.questions, args.workers, home))
    return 0 if whole else 1


if __name__ == "__main__":
    raise SystemExit(main())
