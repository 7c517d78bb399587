"""Measures what our own rules break: conversations with a model that understands perfectly.

    python -m tests.bench.oracle [FILE ...] [--engine auto|llm] [--graph NAME ...] [--home FOLDER]

The model is a stand-in on loopback: it is told of each turn what is meant and which query is right,
and says so to every prompt: verdict, standalone question, Cypher, that the query answers. What does
not come out right is the doing of our own readings, repairs, judges and guard. The conversations
are those of `tests.bench.conversations`; by default the ones of tests/data/spoken.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.cypher.literals import inline
from tests.bench.conversations import ACT, DATA, Tally, Turn, measure, read_conversations
from tests.scripted_model import Reply, Script, scripted_model

_KINDS = ("first turns", "follow-ups", "topic changes", "redirects")


@dataclass
class Oracle(Script):
    """Answers every prompt by what is right for the turn under way."""

    turn: Turn = field(default_factory=lambda: Turn(""))
    places: dict[str, Any] = field(default_factory=dict)

    def begin(self, turn: Turn, places: dict[str, Any]) -> None:
        """Take what is right for the next message; `places` are what its gold may name."""
        self.turn, self.places = turn, places

    def answer(self, prompt: str) -> Reply:
        """The right reply."""
        turn = self.turn
        gold = inline(turn.golds[0], self.places) if turn.golds else ""
        if '"missing":' in prompt:
            return Reply((), json.dumps({"answers": True, "missing": ""}))
        if '{"steps":' in prompt:
            return Reply((), json.dumps({"steps": [turn.means or turn.ask]}))
        if '- "standalone"' in prompt or '- "verdict"' in prompt or '- "language"' in prompt:
            verdict = "answerable" if turn.verdict in (ACT, "unanswered") else turn.verdict
            told = {"standalone": turn.means or turn.ask, "verdict": verdict}
            told |= {"language": "English", "route": "graph", "about": ""}
            return Reply((), json.dumps(told))
        if "Answer in" in prompt:
            return Reply((), "Here it is.")
        return Reply((), gold or "RETURN 1 AS nothing")


def main() -> None:
    """Read the arguments, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--engine", default="auto", choices=("auto", "llm"))
    parser.add_argument("--graph", nargs="*", help="only the conversations on these graphs")
    parser.add_argument("--all", action="store_true", help="list the turns that are right too")
    parser.add_argument("--home", type=Path, help="keep the database and indexes here")
    options = parser.parse_args()
    logging.getLogger("httpx").setLevel(logging.WARNING)
    files = options.files or sorted((DATA / "spoken").glob("*/conversations.json"))
    found = read_conversations(files)
    if options.graph:
        found = [conversation for conversation in found if conversation.graph in options.graph]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = options.home or Path(folder)
        with scripted_model(script=Oracle()) as oracle:
            assert isinstance(oracle, Oracle)
            how = {"engine": options.engine, "before": oracle.begin, "base_url": oracle.url}
            tally = asyncio.run(measure(found, home, everything=options.all, **how))
    print()
    for kind in _KINDS:
        print(tally.line(kind))
    print(_whole(tally))
    print(tally.cost())
    print(tally.curve())


def _whole(tally: Tally) -> str:
    found = [tally.turns[kind] for kind in _KINDS]
    right, asked = sum(each["right"] for each in found), sum(each.total() for each in found)
    return f"all turns       {right:4} of {asked:4} right  {right / max(asked, 1):6.1%}"


if __name__ == "__main__":
    main()
