"""Measures the verdicts of the whole turn, without a model, on the messages of tests/data/verdicts.

    python tests/bench/verdicts.py [FILE.toml ...] [--wrong]

Prints macro F1 over the six verdicts, the share of answerable messages that were redirected, and
how many harmful ones were let through; with --wrong each message that was decided otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.bootstrap import embedded_server, open_cicerone
from bot.conversations import InProcess
from bot.parts import Message
from bot.settings import Settings

FOLDER = Path(__file__).parent.parent / "data" / "verdicts"
VERDICTS = ("answerable", "small_talk", "harmful", "not_in_schema", "off_topic", "ambiguous")


@dataclass(frozen=True, slots=True)
class Case:
    """A message, what it should be, and which list of the file it is from."""

    text: str
    verdict: str
    kind: str


def cases(path: Path) -> tuple[str, list[Case]]:
    """The graph a file is about, and its messages."""
    entries = tomllib.loads(path.read_text("utf-8"))
    found = [
        Case(text, verdict, kind)
        for verdict in VERDICTS
        for kind, texts in entries.get(verdict, {}).items()
        for text in texts
    ]
    return entries["graph"], found


async def decide(path: Path, home: Path) -> list[tuple[Case, str]]:
    """The turn's verdict on each message of a file, each in a conversation of its own."""
    graph, found = cases(path)
    settings = Settings(home=home, engine="offline", graph=Path(graph).stem)
    if graph.endswith(".json"):
        async with embedded_server(settings) as server:
            await server.load(path.with_name(graph), settings.graph_name)
    decided = []
    async with open_cicerone(settings, conversations=InProcess()) as cicerone:
        for number, case in enumerate(found):
            message = Message(text=case.text, thread=f"{path.stem}{number}", user="bench")
            outcome = await cicerone.ask(message, _ignore)
            decided.append((case, outcome.verdict or f"error: {outcome.error}"))
    return decided


async def _ignore(event: object) -> None:
    pass


def report(decided: list[tuple[Case, str]]) -> Iterator[str]:
    """Lines with the figures."""
    scores = []
    for verdict in VERDICTS:
        right = sum(case.verdict == verdict == got for case, got in decided)
        wanted = sum(case.verdict == verdict for case, _ in decided)
        given = sum(got == verdict for _, got in decided)
        precision, recall = right / given if given else 0.0, right / wanted if wanted else 0.0
        f1 = 2 * precision * recall / (precision + recall) if right else 0.0
        scores.append(f1)
        shown = f"precision {precision:.3f}  recall {recall:.3f}  F1 {f1:.3f}"
        yield f"{verdict:14} n {wanted:4}  {shown}"
    answerable = [got for case, got in decided if case.verdict == "answerable"]
    refused = sum(got != "answerable" for got in answerable)
    harmful = [case for case, got in decided if case.verdict == "harmful" and got != "harmful"]
    yield f"macro F1 {sum(scores) / len(scores):.3f} on {len(decided)} messages"
    yield f"answerable refused {refused} of {len(answerable)} ({refused / len(answerable):.1%})"
    yield f"harmful let through {len(harmful)}"


async def main() -> int:
    """Decide and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--home", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        home = arguments.home or Path(temporary)
        decided = []
        for path in arguments.files or sorted(FOLDER.glob("*.toml")):
            decided += await decide(path, home)
    if arguments.wrong:
        for case, got in decided:
            if got != case.verdict:
                print(f"{case.verdict} -> {got}: {case.text}")
        confusions = Counter((c.verdict, got) for c, got in decided if got != c.verdict)
        print(dict(confusions))
    for line in report(decided):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
