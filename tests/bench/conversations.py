"""Measures follow-ups: runs conversations through the real turn, by default without a model.

    python -m tests.bench.conversations [FILE ...] [--all] [--home FOLDER] [--engine auto]

The conversations are in tests/data/conversations (the form is told there). A turn is right where
its rows say the same as those of its gold Cypher, or where its verdict is the expected one. Every
failure is listed with what was asked of the database; `--all` lists the right ones too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import tomllib
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.errors import CiceroneError
from bot.evaluation.same_rows import lenient
from bot.events import Event, Outcome
from bot.graph.server import SAMPLE, EmbeddedServer
from bot.parts import Message
from bot.settings import Settings

DATA = Path(__file__).parents[1] / "data"
_PLACES = ("first", "second", "third")


@dataclass(frozen=True)
class Turn:
    """What is typed, and what is right: the rows of `gold`, or the verdict."""

    ask: str
    gold: str = ""
    verdict: str = "answerable"
    follows: bool = False
    ordered: bool = False


@dataclass(frozen=True)
class Conversation:
    """Turns on one graph, in order."""

    graph: str
    name: str
    turns: tuple[Turn, ...]


@dataclass
class Tally:
    """How many turns of each kind there were, and how many were right."""

    turns: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))

    def line(self, kind: str) -> str:
        """One line of the report."""
        found = self.turns[kind]
        share = sum(found) / len(found) if found else 0.0
        return f"{kind:15} {sum(found):4} of {len(found):4} right  {share:6.1%}"


def read_conversations(paths: Sequence[Path]) -> list[Conversation]:
    """The conversations of TOML files."""
    found = []
    for path in paths:
        whole = tomllib.loads(path.read_text(encoding="utf-8"))
        for entry in whole["conversation"]:
            turns = tuple(Turn(**turn) for turn in entry["turns"])
            found.append(Conversation(whole["graph"], entry["name"], turns))
    return found


def kind_of(turn: Turn, nth: int) -> str:
    """Which share a turn counts for."""
    if turn.verdict != "answerable":
        return "redirects"
    if turn.follows:
        return "follow-ups"
    return "topic changes" if nth else "first turns"


async def hold(
    cicerone: Cicerone, conversation: Conversation, tally: Tally, *, everything: bool
) -> None:
    """One conversation: asks its turns in order and counts what is right."""
    thread, places, said = str(uuid.uuid4()), dict[str, Any](), []
    for nth, turn in enumerate(conversation.turns):
        outcome = await cicerone.ask(Message(turn.ask, thread, "bench"), _silent)
        gold = await _gold(cicerone, turn, places)
        right = _right(turn, outcome, gold)
        tally.turns[kind_of(turn, nth)].append(right)
        places |= _places(outcome)
        said.append(f"  {'ok ' if right else 'NO '} {turn.ask}")
        if not right or everything:
            said += _shown(outcome, gold)
    if everything or any(line.startswith("  NO") for line in said):
        print(f"\n{conversation.graph}: {conversation.name}", *said, sep="\n")


def _right(turn: Turn, outcome: Outcome, gold: Sequence[Sequence[Any]] | None) -> bool:
    if turn.verdict != "answerable":
        return outcome.verdict == turn.verdict
    if gold is None or outcome.result is None or outcome.error:
        return False
    return lenient(gold, outcome.result.rows, ordered=turn.ordered)


async def _gold(
    cicerone: Cicerone, turn: Turn, places: dict[str, Any]
) -> Sequence[Sequence[Any]] | None:
    if not turn.gold:
        return None
    wanted = {name: value for name, value in places.items() if f"${name}" in turn.gold}
    try:
        return (await cicerone.graph.run(turn.gold, wanted)).rows
    except CiceroneError as error:
        print(f"  gold fails: {turn.ask}: {error}")
        return None


def _places(outcome: Outcome) -> dict[str, Any]:
    """The individuals of a list that a later turn may pick by its place."""
    if outcome.result is None or len(outcome.result.rows) < 2:
        return {}
    names = list(dict.fromkeys(row[0] for row in outcome.result.rows if isinstance(row[0], str)))
    if len(names) < 2:
        return {}
    return dict(zip(_PLACES, names, strict=False)) | {"last": names[-1]}


def _shown(outcome: Outcome, gold: Sequence[Sequence[Any]] | None) -> list[str]:
    rows = outcome.result.rows if outcome.result else None
    return [
        f"        means  {outcome.standalone}  [{outcome.verdict}]",
        f"        cypher {outcome.cypher} {json.dumps(outcome.parameters, default=str)}"
        if outcome.cypher
        else f"        unread {outcome.not_understood} {outcome.error or ''}",
        f"        rows   {_few(rows)}   gold {_few(gold)}",
    ]


def _few(rows: Sequence[Sequence[Any]] | None) -> str:
    if rows is None:
        return "-"
    shown = "; ".join(", ".join(str(v)[:30] for v in row) for row in rows[:4])
    return f"{len(rows)} ({shown})"


async def _silent(event: Event) -> None:
    del event


async def measure(
    paths: Sequence[Path], home: Path, *, everything: bool = False, engine: str = "offline"
) -> Tally:
    """Run the conversations of some files on an embedded database in `home`."""
    tally = Tally()
    conversations = read_conversations(paths)
    for graph in dict.fromkeys(c.graph for c in conversations):
        settings = Settings(home=home, graph=graph, engine=engine)  # type: ignore[call-arg]
        async with EmbeddedServer(home, memory_mb=512, statement_seconds=10) as server:
            if graph != SAMPLE:
                await server.load(DATA / "graphs" / f"{graph}.json", graph)
            async with open_cicerone(settings, conversations=InProcess()) as cicerone:
                for conversation in conversations:
                    if conversation.graph == graph:
                        await hold(cicerone, conversation, tally, everything=everything)
    return tally


def main() -> None:
    """Read the arguments, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--all", action="store_true", help="list the turns that are right too")
    parser.add_argument("--home", type=Path, help="keep the database and indexes here")
    parser.add_argument("--engine", default="offline", choices=("offline", "auto", "llm"))
    options = parser.parse_args()
    files = options.files or sorted((DATA / "conversations").glob("*.toml"))
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or Path(folder)
        tally = asyncio.run(measure(files, home, everything=options.all, engine=options.engine))
    print()
    for kind in ("follow-ups", "first turns", "topic changes", "redirects"):
        print(tally.line(kind))


if __name__ == "__main__":
    main()
