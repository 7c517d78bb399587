"""Learn the reader's weights from the graphs and questions of this repository.

    python -m tests.bench.train_reader --home FOLDER [--rounds 3] [--data PATH …] [--limit N]

Each round reads all questions with the weights so far, judges the candidates by their rows, and
fits the weights anew. `--data` adds folders of graphs to develop with. `--home` keeps graphs, rows
and candidates for the next run.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import multiprocessing.util
import pickle
import statistics
import time
from pathlib import Path

from bot.reader.sketch import Features
from bot.reader.training import Judged, Priors, fit
from tests.bench.reader_data import Asked, Judge, folders, name_of

_judges: dict[int, Judge] = {}


def _one(given: tuple[Path, Path, Features, int | None]) -> list[Asked]:
    folder, home, weights, limit = given
    process = multiprocessing.current_process()._identity[0]
    if process not in _judges:
        _judges[process] = Judge(home, process)
        multiprocessing.util.Finalize(_judges[process], _judges[process].close, exitpriority=10)
    return _judges[process].asked_of(folder, weights, limit)


def read_all(
    parts: list[Path], home: Path, weights: Features, limit: int | None, processes: int
) -> dict[str, list[Asked]]:
    """All questions of some graphs, read and judged."""
    work = [(folder, home, weights, limit) for folder in parts]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        found = pool.map(_one, work, chunksize=1)
        pool.close()
        pool.join()
    return {name_of(folder): asked for folder, asked in zip(parts, found, strict=True)}


def report(name: str, asked: list[Asked], weights: Features) -> None:
    """One line: how often the best is right, and how often a right one is there."""
    first = there = 0
    for one in asked:
        there += any(c.right for c in one.candidates)
        best = max(one.candidates, key=lambda c: _score(c.features, weights), default=None)
        first += best is not None and best.right
    times = sorted(one.milliseconds for one in asked) or [0.0]
    print(
        f"{name:18} {len(asked):5}  best right {first / max(1, len(asked)):6.1%}  "
        f"among them {there / max(1, len(asked)):6.1%}  "
        f"p50 {statistics.median(times):4.0f} ms  p95 {times[int(len(times) * 0.95)]:4.0f} ms",
        flush=True,
    )


def _score(features: dict[str, float], weights: Features) -> float:
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


def main() -> None:
    """Train, and tell how well."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--home", type=Path, required=True)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--data", type=Path, nargs="*", default=[])
    options.add_argument("--limit", type=int)
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--weights", type=Path, default=Path("bot/reader/weights.json"))
    args = options.parse_args()
    train = folders("train") + folders("cases")
    for data in args.data:
        train += sorted(path.parent for path in data.glob("*/graph.json.gz"))
    development = folders("development")
    weights: Features = Priors()
    if args.weights.exists():
        weights = json.loads(args.weights.read_text())
    for turn in range(args.rounds):
        began = time.monotonic()
        found = read_all(train + development, args.home, weights, args.limit, args.processes)
        (args.home / "candidates.pickle").write_bytes(pickle.dumps(found))
        taught = [one for folder in train for one in found[name_of(folder)]]
        held = [one for folder in development for one in found[name_of(folder)]]
        print(f"round {turn + 1}: read in {time.monotonic() - began:.0f} s")
        report("train before", taught, weights)
        report("dev before", held, weights)
        weights = fit(
            [
                Judged([c.features for c in one.candidates], [c.right for c in one.candidates])
                for one in taught
            ]
        )
        report("train after", taught, weights)
        report("dev after", held, weights)
        for folder in development:
            report(f"  {name_of(folder)}", found[name_of(folder)], weights)
        args.weights.write_text(json.dumps(dict(sorted(weights.items())), indent=0) + "\n")


if __name__ == "__main__":
    main()
