"""Our judgement of rows held against another judge, on results that chance makes and changes.

python -m tests.bench.same_rows --judge PATH [--cases 100000]

The judge is a Python file with `strict(gold, got, ordered)` and `lenient(gold, got, ordered)`.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
from collections import Counter
from pathlib import Path
from typing import Any

from bot.evaluation import same_rows

Rows = list[list[Any]]
_MOMENTS = ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00.000+00:00", "2020-01-01T10:00:00.5Z")


def main(judge: Path, cases: int) -> None:
    """Print how often both agree, and the first cases where they do not."""
    spec = importlib.util.spec_from_file_location("judge", judge)
    assert spec and spec.loader
    other = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(other)
    chance = random.Random(1)
    counts: Counter[tuple[str, bool, bool]] = Counter()
    shown: Counter[str] = Counter()
    for _ in range(cases):
        width = chance.randint(1, 3)
        gold = _rows(chance, width)
        got = _changed(chance, gold) if chance.random() < 0.8 else _rows(chance, width)
        ordered = chance.random() < 0.3
        for name in ("strict", "lenient"):
            theirs = bool(getattr(other, name)(gold, got, ordered))
            ours = getattr(same_rows, name)(gold, got, ordered=ordered)
            counts[name, theirs, ours] += 1
            if theirs != ours and shown[name] < 3:
                shown[name] += 1
                print(f"{name}: judge {theirs}, ours {ours}, ordered {ordered}\n  {gold}\n  {got}")
    for (name, theirs, ours), count in sorted(counts.items()):
        print(f"{name:8} judge {theirs!s:5} ours {ours!s:5} {count:8,}")


def _rows(chance: random.Random, width: int) -> Rows:
    return [[_value(chance) for _ in range(width)] for _ in range(chance.randint(0, 5))]


def _value(chance: random.Random) -> Any:
    kinds: list[Any] = [
        None,
        chance.choice("abcxyz"),
        chance.choice(_MOMENTS),
        chance.choice([1, 2, 3, 1.0, 2.00004, True]),
        {"_labels": ["L"], "name": chance.choice("abc"), "year": chance.choice([1, 2, None])},
        [chance.choice("ab") for _ in range(chance.randint(0, 2))],
    ]
    return chance.choices(kinds, weights=[3, 6, 2, 4, 3, 2])[0]


def _changed(chance: random.Random, gold: Rows) -> Rows:
    rows = [list(row) for row in gold]
    match chance.randint(0, 9):
        case 0:
            chance.shuffle(rows)
        case 1:
            rows = [[*row, chance.choice("pq")] for row in rows]
        case 2:
            rows = [[v["name"] if isinstance(v, dict) else v for v in row] for row in rows]
        case 3 if rows:
            rows[chance.randrange(len(rows))] = [_value(chance)]
        case 4 if rows:
            rows.append(chance.choice(rows))
        case 5:
            rows = [row[:1] for row in rows]
        case 6:
            rows = [row[::-1] for row in rows]
        case 7 if rows:
            rows.pop()
        case 8:
            rows = [[None if chance.random() < 0.3 else v for v in row] for row in rows]
    return rows


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judge", type=Path, required=True)
    parser.add_argument("--cases", type=int, default=100_000)
    given = parser.parse_args()
    main(given.judge, given.cases)
