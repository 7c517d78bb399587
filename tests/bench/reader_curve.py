"""From which sureness on the reader may answer in a model's place.

    python -m tests.bench.reader_curve --home FOLDER

Tells of graphs that no weight was learned from, questions and follow-ups apart, how many messages
are answered from each sureness on, and how many of these rightly; then the lowest sureness from
which on `--precision` of the answers are right: of questions the default of
`CICERONE_SURE_BEFORE_MODEL`. Follow-ups are read here as they were typed; what is answered of them
once a model has retold them, `tests.bench.oracle` tells, where its default comes from. `--home`
keeps rows for the next run.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from bot.reader.reader import Weights
from tests.bench.reader_data import folders
from tests.bench.train_reader import read_all, settled

# What is read together. Sureness was also learned from the development graphs, weights were not.
GROUPS = {
    "questions": ("unseen", "test", "development"),
    "questions, without the development graphs": ("unseen", "test"),
    "follow-ups": ("test talks", "development talks"),
    "follow-ups, without the development graphs": ("test talks",),
}
_STEPS = (0.6, 0.7, *(n / 100 for n in range(75, 100)))
# What fewer answers show is chance.
_FEWEST = 30


def curve(sure: Sequence[tuple[float, bool]]) -> list[tuple[float, int, int]]:
    """Return (sureness, how many are answered from it on, how many of these rightly).

    >>> curve([(0.95, True), (0.72, False), (0.1, True)])[:2]
    [(0.6, 2, 1), (0.7, 2, 1)]
    """
    found = []
    for least in _STEPS:
        answered = [right for sureness, right in sure if sureness >= least]
        found.append((least, len(answered), sum(answered)))
    return found


def lowest(points: Sequence[tuple[float, int, int]], precision: float) -> float | None:
    """Return the lowest sureness that so many answers are right from; None where there is none.

    >>> lowest([(0.6, 200, 190), (0.7, 100, 98), (0.8, 3, 3)], 0.97)
    0.7
    """
    many = (point for point in points if point[1] >= _FEWEST)
    return next((at for at, answered, right in many if right >= precision * answered), None)


def main() -> None:
    """Print the curves."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--home", type=Path, required=True)
    options.add_argument("--precision", type=float, default=0.97)
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--weights", type=Path, default=Path("bot/reader/weights.json"))
    args = options.parse_args()
    told, read = json.loads(args.weights.read_text()), dict[str, list[tuple[float, bool]]]()
    for name, parts in GROUPS.items():
        for part in (one for one in parts if one not in read):
            of = folders(part)
            found = read_all(of, args.home, Weights.told(told), None, args.processes)
            asked = [one for each in found.values() for one in each if not one.lacks]
            read[part] = [settled(one, told)[:2] for one in asked]
        sure = [one for part in parts for one in read[part]]
        points = curve(sure)
        print(f"{name} ({', '.join(parts)}): {len(sure)}")
        for at, answered, right in points:
            share = right / answered if answered else 0.0
            print(f"  {at:.2f}: {answered:4} answered, {right:4} right, {share:6.1%}")
        print(f"  lowest at {args.precision:.0%}: {lowest(points, args.precision)}", flush=True)


if __name__ == "__main__":
    main()
