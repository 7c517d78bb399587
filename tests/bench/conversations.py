"""Measures follow-ups: runs conversations through the real turn, by default without a model.

    python -m tests.bench.conversations [FILE ...] [--graph NAME ...] [--all] [--home FOLDER]
        [--engine offline|auto|llm] [--cache FOLDER] [--seconds 90] [--limit N]

With the engine `auto` or `llm` the model is the one that the environment names (OPENAI_BASE_URL,
CICERONE_MODEL), asked together or one thing at a time (CICERONE_UNDERSTAND). Its replies are kept
in --cache by prompt, so that the same command goes on where it was stopped.
The conversations are in tests/data/conversations (the form is told there); those of
tests/data/spoken/NAME/conversations.json can be named, too. A turn is right where
its rows say the same as those of a gold Cypher of it, or where its verdict is the expected one;
else it is wrong, or declined where nothing was answered. Every failure is listed with what was
asked of the database; `--all` lists the right ones too. A home is kept for the next run.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import tomllib
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.errors import CiceroneError
from bot.events import Event, Outcome, Usage
from bot.graph.server import SAMPLE, EmbeddedServer
from bot.models.opening import open_model, open_writer
from bot.models.reply_cache import ReplyCache
from bot.parts import Message
from bot.settings import load_settings
from bot.steps.same_rows import lenient
from tests.bench.golds import graph_file

DATA = Path(__file__).parents[1] / "data"
OWN = Path(__file__).parent / "graphs"
# What a model on two cores may take for a turn, as in `tests.bench.model`.
SECONDS = 90.0
ACT = "act"
_PLACES = ("first", "second", "third")


@dataclass(frozen=True)
class Turn:
    """What is typed, and what is right: the rows of a gold Cypher, or the verdict.

    `means` is the whole question that it stands for, where that was written down.
    """

    ask: str
    gold: str | Sequence[str] = ()
    verdict: str = "answerable"
    follows: bool = False
    ordered: bool = False
    means: str = ""

    @property
    def golds(self) -> Sequence[str]:
        """Each gold that counts."""
        return (self.gold,) if isinstance(self.gold, str) else self.gold


@dataclass(frozen=True)
class Conversation:
    """Turns on one graph, in order."""

    graph: str
    name: str
    turns: tuple[Turn, ...]


@dataclass
class Tally:
    """Of each kind of turns how many were right, wrong or declined; and what the model cost.

    `sure` holds of each turn that the reader answered whether it followed another, how sure it was,
    and whether it was right.
    """

    turns: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    usage: Usage = field(default_factory=Usage)
    understood: Counter[str] = field(default_factory=Counter)
    sure: list[tuple[bool, float, bool]] = field(default_factory=list)

    def curve(self) -> str:
        """How often what the reader answered was right, by how sure it was at least."""
        lines = []
        for follows in (False, True):
            for least in (0.6, 0.7, 0.8, *(n / 100 for n in range(82, 100))):
                found = [right for f, sure, right in self.sure if f == follows and sure >= least]
                share = sum(found) / max(len(found), 1)
                what = "follow-ups" if follows else "first turns"
                lines.append(f"{what} at {least:.2f}: {len(found):4} answered  {share:6.1%} right")
        return "\n".join(lines)

    def cost(self) -> str:
        """The model's calls and tokens, over all turns and a turn."""
        asked = max(sum(found.total() for found in self.turns.values()), 1)
        calls, prompt = self.usage.calls, self.usage.prompt_tokens
        return (
            f"model: {calls} calls ({calls / asked:.2f} a turn), {prompt:,} prompt tokens "
            f"({prompt / asked:,.0f} a turn), {self.usage.completion_tokens:,} of replies; "
            f"of {self.understood.total()} turns that it was to understand "
            f"{self.understood['right']} right"
        )

    def line(self, kind: str) -> str:
        """One line of the report."""
        found = self.turns[kind]
        right, wrong, declined = found["right"], found["wrong"], found["declined"]
        share = right / found.total() if found else 0.0
        return (
            f"{kind:15} {right:4} of {found.total():4} right  {share:6.1%}"
            f"  {wrong:3} wrong  {declined:3} declined"
        )


def read_conversations(paths: Sequence[Path]) -> list[Conversation]:
    """The conversations of TOML files, and those of people as they type (`tests/data/spoken`)."""
    found = []
    for path in paths:
        if path.suffix == ".json":
            found += _spoken(path)
            continue
        whole = tomllib.loads(path.read_text(encoding="utf-8"))
        for entry in whole["conversation"]:
            turns = tuple(Turn(**turn) for turn in entry["turns"])
            graph = entry.get("graph") or whole["graph"]
            found.append(Conversation(graph, entry["name"], turns))
    return found


def _spoken(path: Path) -> list[Conversation]:
    """Acts ask nothing of the graph: they are said, and count for nothing."""
    found = []
    for entry in json.loads(path.read_text()):
        turns = []
        for nth, turn in enumerate(entry["turns"]):
            verdict = turn["verdict"]
            if verdict == "answerable" and not turn.get("gold"):
                verdict = ACT
            ordered = bool(turn.get("ordered"))
            gold, means = turn.get("gold") or (), turn.get("means") or ""
            turns.append(Turn(turn["says"], gold, verdict, nth > 0, ordered, means))
        found.append(Conversation(path.parent.name, entry["name"], tuple(turns)))
    return found


def kind_of(turn: Turn, nth: int) -> str:
    """Which share a turn counts for."""
    if turn.verdict == ACT:
        return "acts"
    if turn.verdict != "answerable":
        return "redirects"
    if turn.follows:
        return "follow-ups"
    return "topic changes" if nth else "first turns"


# Told of a turn before it is asked, and of what its gold may name.
Before = Callable[[Turn, dict[str, Any]], None]


async def hold(
    cicerone: Cicerone,
    conversation: Conversation,
    tally: Tally,
    *,
    everything: bool,
    before: Before | None = None,
) -> None:
    """One conversation: asks its turns in order and counts what is right."""
    thread, places, said = str(uuid.uuid4()), dict[str, Any](), []
    for nth, turn in enumerate(conversation.turns):
        if before is not None:
            before(turn, places)
        outcome = await cicerone.ask(Message(turn.ask, thread, "bench"), _silent)
        tally.usage += outcome.usage
        golds = await _golds(cicerone, turn, places)
        came = _came(turn, outcome, golds)
        tally.turns[kind_of(turn, nth)][came] += 1
        if "understand" in outcome.ms:
            tally.understood[came] += 1
        if outcome.confidence is not None and turn.verdict != ACT:
            tally.sure.append((nth > 0, outcome.confidence, came == "right"))
        places |= _places(outcome)
        said.append(f"  {came:9} {turn.ask}")
        if came != "right" or everything:
            said += _shown(outcome, golds)
    if everything or any(line.startswith(("  wrong", "  declined")) for line in said):
        print(f"\n{conversation.graph}: {conversation.name}", *said, sep="\n")


def _came(turn: Turn, outcome: Outcome, golds: Sequence[Sequence[Sequence[Any]]]) -> str:
    rows = None if outcome.error or outcome.result is None else outcome.result.rows
    if turn.verdict == ACT:
        return "right"
    if turn.verdict != "answerable":
        met = rows is None if turn.verdict == "unanswered" else outcome.verdict == turn.verdict
        return "right" if met else "wrong"
    if rows is None:
        return "declined"
    met = any(lenient(gold, rows, ordered=turn.ordered) for gold in golds)
    return "right" if met else "wrong"


async def _golds(
    cicerone: Cicerone, turn: Turn, places: dict[str, Any]
) -> list[Sequence[Sequence[Any]]]:
    found = []
    for gold in turn.golds:
        wanted = {name: value for name, value in places.items() if f"${name}" in gold}
        try:
            found.append((await cicerone.graph.run(gold, wanted)).rows)
        except CiceroneError as error:
            print(f"  gold fails: {turn.ask}: {error}")
    return found


def _places(outcome: Outcome) -> dict[str, Any]:
    """The individuals of a list that a later turn may pick by its place."""
    if outcome.result is None or len(outcome.result.rows) < 2:
        return {}
    names = list(dict.fromkeys(row[0] for row in outcome.result.rows if isinstance(row[0], str)))
    if len(names) < 2:
        return {}
    return dict(zip(_PLACES, names, strict=False)) | {"last": names[-1]}


def _shown(outcome: Outcome, golds: Sequence[Sequence[Sequence[Any]]]) -> list[str]:
    rows = outcome.result.rows if outcome.result else None
    return [
        f"        means  {outcome.standalone}  [{outcome.verdict}]",
        f"        cypher {outcome.cypher} {json.dumps(outcome.parameters, default=str)}"
        if outcome.cypher
        else f"        unread {outcome.not_understood} {outcome.error or ''}",
        f"        rows   {_few(rows)}   gold {' or '.join(map(_few, golds)) or '-'}",
    ]


def _few(rows: Sequence[Sequence[Any]] | None) -> str:
    if rows is None:
        return "-"
    shown = "; ".join(", ".join(str(v)[:30] for v in row) for row in rows[:4])
    return f"{len(rows)} ({shown})"


async def _silent(event: Event) -> None:
    del event


async def measure(
    conversations: Sequence[Conversation],
    home: Path,
    *,
    everything: bool = False,
    engine: str = "offline",
    cache: Path | None = None,
    seconds: float = SECONDS,
    before: Before | None = None,
    base_url: str | None = None,
) -> Tally:
    """Hold the conversations on an embedded database in `home`; a model may take `seconds`.

    The model is the one of the environment, or that of `base_url`.
    """
    tally = Tally()
    options = (
        {"turn_seconds": seconds, "first_token_seconds": seconds} if engine != "offline" else {}
    )
    if base_url is not None:
        options |= {"openai_base_url": base_url}
    for graph in dict.fromkeys(c.graph for c in conversations):
        settings = load_settings(home=home, graph=graph, engine=engine, **options)
        async with EmbeddedServer(home, memory_mb=512, statement_seconds=10) as server:
            if graph != SAMPLE and graph not in {info.name for info in await server.graphs()}:
                await server.load(_file(graph), graph)
            async with open_cicerone(settings, conversations=InProcess()) as opened:
                cicerone = _remembering(opened, cache)
                for conversation in conversations:
                    if conversation.graph == graph:
                        shown = {"everything": everything, "before": before}
                        await hold(cicerone, conversation, tally, **shown)
    return tally


def _remembering(opened: Cicerone, cache: Path | None) -> Cicerone:
    """The same with a model whose replies are kept."""
    if cache is None or opened.settings.engine == "offline" or opened.model_name is None:
        return opened
    replies = ReplyCache(cache)
    chat = open_model(opened.settings, replies=replies)
    writes = opened.settings.has_writer
    return opened.with_model(
        chat, open_writer(opened.settings, chat, replies=replies) if writes else None
    )


def _file(graph: str) -> Path:
    """The file of a graph: one of the tests, else one beside this file."""
    plain = DATA / "graphs" / f"{graph}.json"
    spoken = DATA / "spoken" / graph
    if plain.exists():
        return plain
    return graph_file(spoken) if spoken.exists() else OWN / graph / "graph.json.gz"


def main() -> None:
    """Read the arguments, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--graph", nargs="*", help="only the conversations on these graphs")
    parser.add_argument("--all", action="store_true", help="list the turns that are right too")
    parser.add_argument("--home", type=Path, help="keep the database and indexes here")
    parser.add_argument("--engine", default="offline", choices=("offline", "auto", "llm"))
    parser.add_argument("--cache", type=Path, help="keep the model's replies here")
    parser.add_argument("--limit", type=int, help="only the first so many conversations")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="a turn's with a model")
    options = parser.parse_args()
    found = read_conversations(options.files or sorted((DATA / "conversations").glob("*.toml")))
    if options.graph:
        found = [conversation for conversation in found if conversation.graph in options.graph]
    found = found[: options.limit]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = options.home or Path(folder)
        how = {"engine": options.engine, "cache": options.cache, "seconds": options.seconds}
        tally = asyncio.run(measure(found, home, everything=options.all, **how))
    print()
    for kind in ("follow-ups", "first turns", "topic changes", "redirects"):
        print(tally.line(kind))
    if options.engine != "offline":
        print(tally.cost())


if __name__ == "__main__":
    main()
