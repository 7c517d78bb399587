"""Measures the statement guard on recorded and hostile statements.

    python tests/bench/statements.py --data FOLDER

FOLDER has `hostile.json` ([{statement, verdict, why}]) and `*/questions.json` ([{gold, recorded}]).
Prints what is missed, what is wrongly refused, and milliseconds a statement.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from pathlib import Path

from guardrails.statement import Refused, check_statement


def recorded(folder: Path) -> set[str]:
    """Every distinct statement of the questions files."""
    found = set()
    for path in folder.glob("*/questions.json"):
        for question in json.loads(path.read_text()):
            for text in (question.get("gold"), *(question.get("recorded") or {}).values()):
                if text:
                    found.add(text)
    return found


async def hostile(folder: Path) -> int:
    """Print the cases that are decided wrongly; returns how many."""
    cases = json.loads((folder / "hostile.json").read_text())
    wrong = 0
    for case in cases:
        outcome = await check_statement(case["statement"])
        if isinstance(outcome, Refused) != (case["verdict"] == "refuse"):
            wrong += 1
            print("WRONG", case, outcome)
    print(f"hostile.json: {len(cases)} cases, {wrong} wrong")
    return wrong


async def honest(statements: set[str]) -> None:
    """Print what is refused among the recorded statements, and the times."""
    times, refused = [], []
    for text in sorted(statements):
        started = time.perf_counter()
        outcome = await check_statement(text)
        times.append((time.perf_counter() - started) * 1000)
        if isinstance(outcome, Refused):
            refused.append((text, outcome))
    times.sort()
    unreadable = sum(outcome.unreadable for _, outcome in refused)
    print(
        f"recorded: {len(statements)} statements, {len(refused)} refused, {unreadable} unreadable"
    )
    for text, outcome in [pair for pair in refused if not pair[1].unreadable][:20]:
        print("---", text, "\n =>", outcome.reason)
    p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
    print(f"ms a statement: p50 {p50:.1f}, p95 {p95:.1f}, max {times[-1]:.1f}")


async def main() -> int:
    """Run both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    folder = parser.parse_args().data
    wrong = await hostile(folder)
    await honest(recorded(folder))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
