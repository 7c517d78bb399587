"""Opens a big graph: time to port and first answer, memory, the index, killed and resumed.

    python -m tests.bench.big_graph [--nodes 300000] [--labels 150] [--types 400] [--names 600000]
        [--home FOLDER]

Over a made graph of skewed labels with look-alike names, two names a node, in the embedded
database. Told are: seconds until the port answers and until the first answers (one that needs no
name, one that does), how much a kill -9 in the middle of reading the names left, seconds until all
are read after that, and the most memory that all Python processes held together, as they share it
and the database apart. `--home` keeps the graph, so that the next run need not load it again.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any

import httpx
import psutil

from bot.graph.graph_json import from_json
from tests.e2e.served import OURS, free_port
from tests.e2e.socket_client import talking
from tests.embedded import embedded_server

_GRAPH = "big"
_MOST_SECONDS = 1800.0
_DATABASE = ("bot.graph.embedded", "java")

_NOUNS, _VERBS, _FIRST, _LAST, _SECOND = (
    words.split()
    for words in (
        "Department Employee Customer Supplier Product Order Invoice Warehouse Shipment Vehicle "
        "Project Contract Region City Country Patient Doctor Hospital Course Teacher Student "
        "School Author Book Publisher Article Journal Library Recipe Ingredient",
        "WORKS_IN OWNS SUPPLIES LOCATED_IN PART_OF REPORTS_TO MANAGES CONTAINS REFERS_TO CREATED "
        "ASSIGNED_TO BELONGS_TO DELIVERS USES TEACHES TREATS WROTE PUBLISHED CITES REPLACES",
        "Al Be Ca Da El Fa Ga Ha Is Jo Ka La Ma Ne Ol Pe Qui Ro Sa Te Ur Vi Wi Xa Yo Ze",
        "bert dina fred gard hilde jana kov lind mann nova pold ries stad tova vik wald",
        "Berg Dahl Fink Gold Holm Kern Lind Moss Nagel Rust Stein Thal Vogt Wolf Zorn Ash",
    )
)
_BEFORE = ("", "Legacy", "Archived", "External", "Regional")
_AFTER = ("", "Audit", "Record", "Group", "Note")


def label_names(count: int) -> list[str]:
    """Labels, look-alikes among them: Department, LegacyDepartment, DepartmentAudit …"""
    pairs = sorted(
        ((b, a) for b in range(len(_BEFORE)) for a in range(len(_AFTER))), key=lambda p: sum(p)
    )
    made = (_BEFORE[b] + noun + _AFTER[a] for b, a in pairs for noun in _NOUNS)
    names = list(dict.fromkeys(made))
    return [names[i] if i < len(names) else f"{names[i % len(names)]}{i}" for i in range(count)]


def type_names(count: int) -> list[str]:
    """Relationship types: a verb, then with the kinds of things it is about."""
    extra = (f"{verb}_{noun.upper()}" for noun in _NOUNS for verb in _VERBS)
    names = [*_VERBS, *extra]
    return [names[i] if i < len(names) else f"{names[i % len(names)]}_{i}" for i in range(count)]


def name_of(number: int) -> str:
    """A name that nothing else bears, of three words.

    >>> name_of(0), name_of(1) != name_of(0)
    ('Albert Berg Alberg', True)
    """
    parts = []
    for words in (_FIRST, _LAST, _SECOND, _FIRST, _SECOND):
        parts.append(words[number % len(words)])
        number //= len(words)
    more = f" {number}" if number else ""
    return f"{parts[0]}{parts[1]} {parts[2]} {parts[3]}{parts[4].lower()}{more}"


def made_graph(nodes: int, labels: int, types: int, names: int) -> dict[str, Any]:
    """Graph JSON of that size, the same each time; two relationships a node."""
    pick = random.Random(7)
    known, weights = label_names(labels), _skewed(labels)
    per_node = names / nodes
    made: list[dict[str, Any]] = []
    bearing: dict[str, list[int]] = {label: [] for label in known}
    given = 0
    for number in range(nodes):
        label = known[number] if number < labels else pick.choices(known, cum_weights=weights)[0]
        props: dict[str, Any] = {
            "number": number,
            "status": ("open", "closed", "waiting", "done")[number % 4],
            "score": round(pick.random() * 100, 2),
            "since": {"$date": f"{1990 + number % 30}-0{1 + number % 9}-1{number % 9}"},
        }
        for key in ("name", "alias", "motto"):
            if given < (number + 1) * per_node:
                props[key] = name_of(given)
                given += 1
        made.append({"id": number, "labels": [label], "props": props})
        bearing[label].append(number)
    return {"nodes": made, "rels": list(_relationships(2 * nodes, types, bearing, pick))}


def _skewed(count: int) -> list[float]:
    return list(accumulate(1 / (place + 4) for place in range(count)))


def _relationships(
    count: int, types: int, bearing: dict[str, list[int]], pick: random.Random
) -> Iterator[dict[str, Any]]:
    """Each type joins two pairs of labels."""
    kinds, weights, labels = type_names(types), _skewed(types), [k for k, v in bearing.items() if v]
    pairs = {kind: [pick.sample(labels, 2) for _ in range(2)] for kind in kinds}
    for number in range(count):
        kind = kinds[number] if number < types else pick.choices(kinds, cum_weights=weights)[0]
        start, end = (pick.choice(bearing[label]) for label in pick.choice(pairs[kind]))
        props = {"year": 1990 + number % 30} if number % 3 == 0 else {}
        yield {"start": start, "type": kind, "end": end, "props": props}


class Chat:
    """`cicerone chat` over the graph, from the moment it is started."""

    def __init__(self, home: Path) -> None:
        """Start it."""
        port, self.most = free_port(), 0.0
        clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        ours = {"CICERONE_HOME": str(home), "CICERONE_PORT": str(port), "CICERONE_GRAPH": _GRAPH}
        self.address, self._began = f"http://localhost:{port}", time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from bot.cli import main; main()", "chat"],
            env={**clean, **ours, "PYTHONPATH": os.getcwd()},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    @property
    def seconds(self) -> float:
        """Since it was started."""
        return time.monotonic() - self._began

    async def state(self) -> dict[str, Any]:
        """What /ready says, once the port answers."""
        async with httpx.AsyncClient() as http:
            while self.seconds < _MOST_SECONDS:
                self._measure()
                with contextlib.suppress(httpx.HTTPError):
                    found: dict[str, Any] = (await http.get(f"{self.address}/ready")).json()
                    return found
                await asyncio.sleep(0.1)
        raise TimeoutError("The port does not answer.")

    async def until_read(self, share: float) -> dict[str, Any]:
        """Wait until so much of the names is read; what /ready says then."""
        while self.seconds < _MOST_SECONDS:
            found = await self.state()
            known = found["indexing"].get("names", 1.0 if found["status"] == "ready" else 0.0)
            if known >= share:
                return found
            await asyncio.sleep(1)
        raise TimeoutError(f"The names are not read: {found}")

    async def answer(self, question: str) -> str:
        """The answer to a question, asked again while the graph is being opened."""
        while self.seconds < _MOST_SECONDS:
            async with talking(self.address) as talk:
                events = await talk.ask(question)
            said = [one["output"] for one in events if one.get("type") == "assistant_message"]
            self._measure()
            if said and "being opened" not in said[-1] and "Opening the graph" not in said[-1]:
                return str(said[-1])
        raise TimeoutError(question)

    def _measure(self) -> None:
        """Note what all its Python processes hold together."""
        held = 0.0
        with contextlib.suppress(psutil.Error):
            ours = psutil.Process(self.process.pid)
            for one in (ours, *ours.children(recursive=True)):
                with contextlib.suppress(psutil.Error):
                    if not any(word in " ".join(one.cmdline()) for word in _DATABASE):
                        held += one.memory_full_info().pss / 1e6
        self.most = max(self.most, held)

    def kill(self) -> None:
        """End it with its children, as a power cut would."""
        with contextlib.suppress(psutil.Error):
            for one in psutil.Process(self.process.pid).children(recursive=True):
                if not any(word in " ".join(one.cmdline()) for word in _DATABASE):
                    one.kill()
        self.process.kill()
        self.process.wait()


@asynccontextmanager
async def _home(args: argparse.Namespace) -> AsyncIterator[Path]:
    """A home whose embedded database has the graph and is running."""
    home = args.home or Path(tempfile.mkdtemp(prefix="cicerone-big-"))
    try:
        async with embedded_server(home, memory_mb=768) as server:
            if _GRAPH not in {info.name for info in await server.graphs()}:
                made = made_graph(args.nodes, args.labels, args.types, args.names)
                began = time.monotonic()
                await server.load(from_json(made), _GRAPH)
                print(f"loaded in {time.monotonic() - began:.0f} s", flush=True)
            shutil.rmtree(home / "index" / _GRAPH, ignore_errors=True)
            yield home
    finally:
        if args.home is None:
            shutil.rmtree(home, ignore_errors=True)


async def run(args: argparse.Namespace) -> None:
    """Print the figures."""
    async with _home(args) as home:
        chat = Chat(home)
        try:
            await chat.state()
            print(f"the port answers after {chat.seconds:.1f} s", flush=True)
            said = await chat.answer("How many departments are there?")
            print(f"first answer after {chat.seconds:.1f} s: {said[:90]}", flush=True)
            name = name_of(args.names // 2)
            said = await chat.answer(f"Show the status of {name}")
            print(f"a name after {chat.seconds:.1f} s: {said[:200]}", flush=True)
            await chat.until_read(0.4)
            print(f"40 % of the names are read after {chat.seconds:.1f} s; killed", flush=True)
            chat.kill()
            most, chat = chat.most, Chat(home)
            while (found := await chat.state())["status"] != "ready":
                await asyncio.sleep(0.2)
            kept = found["indexing"].get("names", 1.0)
            print(f"resumed after {chat.seconds:.1f} s with {kept:.0%} of the names", flush=True)
            await chat.until_read(1.0)
            print(f"all are read {chat.seconds:.1f} s after that start", flush=True)
            print(
                f"most memory of all Python processes: {max(most, chat.most):.0f} MB (shared once)"
            )
        finally:
            chat.kill()


def main() -> None:
    """Read the sizes, and run."""
    options = argparse.ArgumentParser(description=__doc__)
    for name, size in (("nodes", 300_000), ("labels", 150), ("types", 400), ("names", 600_000)):
        options.add_argument(f"--{name}", type=int, default=size)
    options.add_argument("--home", type=Path)
    asyncio.run(run(options.parse_args()))


if __name__ == "__main__":
    main()
