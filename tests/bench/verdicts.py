"""Measures the verdicts of the whole turn, without a model, on messages with what they deserve.

    python -m tests.bench.verdicts [--side development] [--graphs NAME ...] [--wrong]
                                   [--keep FILE] [--beside FILE]

Prints macro F1 over the six verdicts, the share of answerable messages that were redirected, and
how many harmful ones were let through. `--keep` writes each verdict into a file, and `--beside`
prints the figures of such a file, made of other code, on the same messages. Messages are those of
`tests/data/verdicts/NAME.toml` and `tests/data/spoken/NAME`; graphs of one domain fall on one side.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.bootstrap import embedded_server, open_cicerone
from bot.conversations import InProcess
from bot.errors import UsageError
from bot.parts import Message
from bot.settings import Settings
from guardrails.scope import Evidence, scope
from memory.processor import Here
from memory.schema import Schema

HERE = Path(__file__).parent
DATA = HERE.parent / "data"
VERDICTS = ("answerable", "small_talk", "harmful", "not_in_schema", "off_topic", "ambiguous")
# The test side is read once, at the end.
SIDES = {
    "train": (
        *("films", "harbour", "airways", "bikeshare", "digs", "festival", "northwind", "recipes"),
        *("research", "saga", "zoo", "grand", "forum", "finance"),
    ),
    "development": ("netman", "supply", "shipping", "newsroom", "network", "garages"),
    "test": ("campus", "birds", "codehub", "flats", "legis", "streams"),
}


@dataclass(frozen=True, slots=True)
class Case:
    """A message, what it should be, and of which kind it is; `thread` is its conversation."""

    text: str
    verdict: str
    kind: str
    graph: str
    thread: str


@dataclass(frozen=True, slots=True)
class Decided:
    """A message, the turn's verdict on it, and what was known when that was reached."""

    case: Case
    got: str
    heard: Evidence | None


def graph_file(name: str) -> Path | None:
    """The file of a graph; None for the sample that is always there."""
    places = (
        DATA / "spoken" / name / "graph.json.gz",
        DATA / "verdicts" / f"{name}.json",
        HERE / "graphs" / name / "graph.json.gz",
        HERE / "first_sight" / name / "graph.json.gz",
    )
    return next((place for place in places if place.exists()), None)


def cases(name: str, *, conversations: bool = False) -> Iterator[Case]:
    """The messages about a graph."""
    spoken = DATA / "spoken" / name
    if (spoken / "messages.json").exists():
        for nth, said in enumerate(json.loads((spoken / "messages.json").read_text("utf-8"))):
            yield _case(said, name, f"{name} {nth}")
    if conversations and (spoken / "conversations.json").exists():
        for talk in json.loads((spoken / "conversations.json").read_text("utf-8")):
            for turn in talk["turns"]:
                yield _case(turn, name, f"{name} {talk['name']}")
    listed = DATA / "verdicts" / f"{name}.toml"
    entries = tomllib.loads(listed.read_text("utf-8")) if listed.exists() else {}
    for verdict in VERDICTS:
        for kind, texts in entries.get(verdict, {}).items():
            for nth, text in enumerate(texts):
                yield Case(text, verdict, kind, name, f"{name} {verdict} {kind} {nth}")


def _case(said: dict[str, Any], name: str, thread: str) -> Case:
    return Case(said["says"], said["verdict"], said.get("act") or said["kind"], name, thread)


class _Listening(Here):
    """Keeps what is known of a message when its verdict is reached first; it can end there."""

    def __init__(self, *, ends: bool) -> None:
        self.ends = ends
        self.heard: Evidence | None = None
        self.schema = Schema()

    async def run(self, function: Any, *arguments: Any) -> Any:
        if function is scope and self.heard is None:
            _, self.heard, self.schema = arguments
            if self.ends:
                raise UsageError("That was enough.")
        return function(*arguments)


async def decide(
    name: str, home: Path, found: Sequence[Case], *, only_hear: bool = False
) -> tuple[Schema, list[Decided]]:
    """The turn's verdict on each message about a graph, or only what it is reached from."""
    file = graph_file(name)
    settings = Settings(home=home, engine="offline", graph=name)
    listening, decided = _Listening(ends=only_hear), []
    async with embedded_server(settings) as server:
        if file is not None:
            await server.load(file, settings.graph_name)
        async with open_cicerone(
            settings, conversations=InProcess(), processors=listening, whole=True
        ) as cicerone:
            for case in found:
                listening.heard = None
                message = Message(text=case.text, thread=case.thread, user="bench")
                outcome = await cicerone.ask(message, _ignore)
                got = outcome.verdict or f"error: {outcome.error}"
                decided.append(Decided(case, got, listening.heard))
    return listening.schema, decided


async def _ignore(event: object) -> None:
    pass


def report(decided: Sequence[tuple[Case, str]]) -> Iterator[str]:
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
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--side", choices=SIDES, default="development")
    parser.add_argument("--graphs", nargs="*", default=())
    parser.add_argument("--wrong", action="store_true")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--beside", type=Path)
    parser.add_argument("--home", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        decided: list[tuple[Case, str]] = []
        for name in given.graphs or SIDES[given.side]:
            if found := list(cases(name)):
                _, heard = await decide(name, given.home or Path(temporary), found)
                decided += [(one.case, one.got) for one in heard]
    if given.wrong:
        for case, got in decided:
            if got != case.verdict:
                print(f"{case.graph:10} {case.verdict} -> {got}: {case.text}")
        print(dict(Counter((c.verdict, got) for c, got in decided if got != c.verdict)))
    if given.keep:
        told = {f"{case.graph}: {case.text}": got for case, got in decided}
        given.keep.write_text(json.dumps(told, indent=0, ensure_ascii=False) + "\n", "utf-8")
    print("\n".join(report(decided)))
    if given.beside:
        before = json.loads(given.beside.read_text("utf-8"))
        print(f"beside, {given.beside.stem}:")
        print("\n".join(report([(c, before[f"{c.graph}: {c.text}"]) for c, _ in decided])))
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
