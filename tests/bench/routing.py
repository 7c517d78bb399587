"""Measures where questions are answered from, over the sample graph, and whether rightly.

    python tests/bench/routing.py [--unread | --all] [--wrong] [--home FOLDER]

Without a model unless the environment names one (OPENAI_BASE_URL, CICERONE_MODEL) and `--engine
auto` or `llm` is given. A third of the questions, chosen by a hash of their text, is left out
unless asked for: tune to the others.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.bootstrap import open_cicerone
from bot.conversations import InProcess
from bot.events import Outcome
from bot.parts import Message
from bot.settings import load_settings

FILE = Path(__file__).with_name("routing.toml")
ROUTES = ("graph", "text", "both")


@dataclass(frozen=True, slots=True)
class Case:
    """A question, the route that answers it, and what should be found."""

    text: str
    route: str
    wanted: tuple[str, ...]

    @property
    def unread(self) -> bool:
        """Whether it is kept for the end."""
        return hashlib.sha256(self.text.encode()).digest()[0] % 3 == 0


def cases() -> list[Case]:
    """All of the file's."""
    groups = tomllib.loads(FILE.read_text("utf-8"))
    found = []
    for route in ROUTES:
        for entries in groups[route].values():
            for entry in entries:
                text, *wanted = [entry] if isinstance(entry, str) else entry
                found.append(Case(text, route, tuple(wanted)))
    return found


def first_column(outcome: Outcome) -> list[str]:
    """What the answer's first column holds, nodes by their title or name."""
    rows = outcome.result.rows if outcome.result else ()
    firsts = [row[0] for row in rows]
    return [
        str(one.get("title", one.get("name", ""))) if isinstance(one, dict) else str(one)
        for one in firsts
    ]


def is_right(case: Case, outcome: Outcome) -> bool:
    """Whether what was found is what should be, whichever way it was found."""
    found = first_column(outcome)
    if case.route == "text":
        return bool(set(found[:3]) & set(case.wanted))
    met = set(found) & set(case.wanted)
    return 2 * len(met) >= len(case.wanted) and 2 * len(met) >= len(set(found)) > 0


async def measure(chosen: Sequence[Case], home: Path, engine: str) -> list[tuple[Case, Outcome]]:
    """Each question in a conversation of its own."""
    settings = load_settings(home=home, graph="films", engine=engine)
    asked = []
    async with open_cicerone(settings, conversations=InProcess()) as cicerone:
        for number, case in enumerate(chosen):
            message = Message(text=case.text, thread=f"routing{number}", user="bench")
            asked.append((case, await cicerone.ask(message, _ignore)))
    return asked


async def _ignore(event: object) -> None:
    pass


def report(asked: Sequence[tuple[Case, Outcome]]) -> None:
    """Print the figures."""
    routed = [(case, outcome.route) for case, outcome in asked]
    right = sum(case.route == route for case, route in routed)
    print(f"route right {right} of {len(asked)} ({right / len(asked):.1%})")
    confused = Counter((case.route, route) for case, route in routed if case.route != route)
    for (wanted, got), times in sorted(confused.items(), key=str):
        print(f"  {wanted} taken for {got}: {times}")
    for route, told in (("text", "right film among the first three"), ("both", "rows right")):
        mine = [(case, outcome) for case, outcome in asked if case.route == route]
        met = sum(is_right(case, outcome) for case, outcome in mine)
        print(f"{route}: {told} {met} of {len(mine)} ({met / max(1, len(mine)):.1%})")
    exact = [
        set(first_column(outcome)) == set(case.wanted)
        for case, outcome in asked
        if case.route == "both"
    ]
    print(f"both: exactly the rows {sum(exact)} of {len(exact)}")
    times = sorted(sum(outcome.ms.values()) for _, outcome in asked)
    print(f"ms a question: median {times[len(times) // 2]:.0f}, slowest {times[-1]:.0f}")


def main() -> int:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unread", action="store_true", help="only the third kept for the end")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--wrong", action="store_true", help="each question that went wrong")
    parser.add_argument("--home", type=Path)
    parser.add_argument("--engine", default="offline", choices=("offline", "auto", "llm"))
    arguments = parser.parse_args()
    chosen = [c for c in cases() if arguments.all or c.unread == arguments.unread]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        home = arguments.home or Path(temporary)
        asked = asyncio.run(measure(chosen, home, arguments.engine))
    for case, outcome in asked if arguments.wrong else ():
        if case.route != outcome.route or (case.wanted and not is_right(case, outcome)):
            found = ", ".join(first_column(outcome)[:5])
            print(f"{case.route} -> {outcome.route}: {case.text} | {outcome.reading} | {found}")
    report(asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
