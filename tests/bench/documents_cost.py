"""What reading documents takes: memory by the number of pages, seconds a page.

    python -m tests.bench.documents_cost [--pages 200 2000] [--scripted]

Pages are made by program, a hundred to a PDF, each of about 3,000 characters, and read into an
embedded graph by `cicerone documents add`, without a model or, with `--scripted`, with a stand-in
that answers each passage at once. For each number of pages the peak of the resident memory is told,
of the command with the processes that read files, and of the database; what counts is the ratio of
both runs. Seconds, tokens and money of a real model are told by `tests.bench.completeness`.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.numbered import Shown
from tests.scripted_model import Reply, Script, scripted_model
from tests.unit.documents.files import pdf

_EVERY = 0.1
_IN_A_FILE, _LINES, _FIRMS = 100, 40, 50
_MB = 1_000_000
_SCHEMA = """
labels:
  Firm: {names: [%s]}
  Case: {properties: {number: {type: identifier, pattern: 'No-\\d+'}}}
relationships:
  INVOLVED_IN: {from: Firm, to: Case}
"""


@dataclass(frozen=True, slots=True)
class Run:
    """One run: its pages, how long it took, and the peaks of memory in MB."""

    pages: int
    seconds: float
    command: float
    database: float


class Reader(Script):
    """A stand-in that finds the firm and the case of the first line of a passage that has them."""

    def answer(self, prompt: str) -> Reply:
        """What it tells of a passage."""
        sentences = Shown(prompt).sentences
        at = next((n for n, one in sentences.items() if " is a party to No-" in one), 0)
        line = sentences.get(at, "").rpartition("\n")[2]
        firm, _, rest = line.partition(" is a party to ")
        case = rest.partition(",")[0]
        names = {firm: "Firm", case: "Case"} if case else {}
        things = [{"at": at, "label": label, "name": n} for n, label in names.items()]
        fact = {"at": at, "subject": firm, "predicate": "INVOLVED_IN", "object": case}
        return Reply((), json.dumps({"things": things, "facts": [fact] if case else []}))


def made(folder: Path, pages: int) -> Path:
    """A folder with so many pages, and the schema beside it."""
    folder.mkdir(parents=True)
    for first in range(0, pages, _IN_A_FILE):
        some = range(first, min(first + _IN_A_FILE, pages))
        pdf(folder / f"{first:05}.pdf", *("\n".join(_page(page)) for page in some))
    firms = ", ".join(f"Firm{number} Works" for number in range(_FIRMS))
    (folder.parent / "schema.yaml").write_text(_SCHEMA % firms)
    return folder


def _page(number: int) -> Iterator[str]:
    for line in range(_LINES):
        if line % 10 == 0:
            firm, case = (number + line) % _FIRMS, number * 10 + line
            yield f"Firm{firm} Works is a party to No-{case}, as before."
        else:
            yield f"On page {number} the year was calm in line {line}, and nothing else was told."


def run(pages: int, *, scripted: bool) -> Run:
    """Read so many pages in a home folder of their own."""
    with tempfile.TemporaryDirectory() as name, scripted_model(script=Reader()) as model:
        folder = made(Path(name) / "pages", pages)
        environment = os.environ | {"CICERONE_HOME": str(Path(name) / "home")}
        environment |= {"OPENAI_BASE_URL": model.url, "CICERONE_MODEL": "stand-in"}
        words = ["documents", "add", str(folder), "--graph", "pages", "--yes"]
        words += ["--schema", str(folder.parent / "schema.yaml")]
        words += [] if scripted else ["--no-model"]
        started = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-c", "from bot.cli import main; main()", *words],
            env=environment, stdout=sys.stderr, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        peaks = {"command": 0.0, "database": 0.0}
        while process.poll() is None:
            for part, memory in _memory(process.pid, name).items():
                peaks[part] = max(peaks[part], memory)
            time.sleep(_EVERY)
        if process.returncode:
            sys.exit(f"documents add ended with {process.returncode}")
        return Run(pages, time.monotonic() - started, **peaks)


def _memory(command: int, home: str) -> dict[str, float]:
    """Resident megabytes of the command with its children, and of the database of a home."""
    found = {"command": 0.0, "database": 0.0}
    with suppress(psutil.Error):
        parent = psutil.Process(command)
        tree = {one.pid: one for one in [parent, *parent.children(recursive=True)]}
        for one in psutil.process_iter(["cmdline"]):
            line = " ".join(one.info["cmdline"] or ())
            database = "-Xmx" in line and home in line
            if database or one.pid in tree:
                with suppress(psutil.Error):
                    part = "database" if database else "command"
                    found[part] += one.memory_info().rss / _MB
    return found


def main() -> None:
    """Measure, and print a line for each number of pages, and the ratios."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    options.add_argument("--pages", type=int, nargs="+", default=[200, 2_000])
    options.add_argument("--scripted", action="store_true", help="with a stand-in for a model")
    chosen = options.parse_args()
    runs = [run(pages, scripted=chosen.scripted) for pages in chosen.pages]
    for one in runs:
        print(
            f"{one.pages:,} pages: {one.seconds / one.pages * 1000:.0f} ms a page; at most "
            f"{one.command:,.0f} MB in the command, {one.database:,.0f} MB in the database"
        )
    if len(runs) > 1:
        first, last = runs[0], runs[-1]
        print(
            f"{last.pages / first.pages:.0f} times as many pages take "
            f"{last.command / first.command:.2f} times the memory in the command, "
            f"{last.database / max(first.database, 1):.2f} times in the database"
        )


if __name__ == "__main__":
    main()
