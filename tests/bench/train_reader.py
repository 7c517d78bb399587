"""Learn the reader's weights from the graphs and questions of this repository.

    python -m tests.bench.train_reader --home FOLDER [--rounds 3] [--data PATH …] [--limit N]
    python -m tests.bench.train_reader --home FOLDER --measure unseen test

Each round reads all questions with the weights so far, judges the candidates by their rows, and
fits the weights anew. `--data` adds folders of graphs to develop with. `--home` keeps graphs, rows
and candidates for the next run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import multiprocessing
import multiprocessing.util
import pickle
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.reader.alike import Core
from bot.reader.reader import Likely, evidence, left_of, surely
from bot.reader.sketch import Features
from bot.reader.training import Judged, Priors, fit, fit_logistic
from memory.query import Pattern, Query
from tests.bench.reader_data import Asked, Candidate, Judge, Ruled, folders, name_of

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


def likely(one: Asked, weights: Features) -> list[tuple[Likely, bool]]:
    """What a question's candidates mean, best first, and whether each is right."""
    scores = [_score(c.features, weights) for c in one.candidates]
    top = max(scores, default=0.0)
    mass = [math.exp(score - top) for score in scores]
    best: dict[Core, Candidate] = {}
    shares: dict[Core, float] = {}
    ranked = sorted(zip(scores, mass, one.candidates, strict=True), key=lambda each: -each[0])
    for _, part, candidate in ranked:
        best.setdefault(candidate.core, candidate)
        shares[candidate.core] = shares.get(candidate.core, 0.0) + part / sum(mass)
    nothing = Query(Pattern(()), (), "")
    return [
        (Likely(nothing, core, shares[core], left_of(c.features)), c.right)
        for core, c in best.items()
    ]


def fit_sureness(
    found: dict[str, list[Asked]], taught: list[str], cases: list[str]
) -> dict[str, dict[str, float]]:
    """What makes a reading sure: by what the rules read, by search alone, and after other answers.

    Three times a third of the graphs is read with weights learned from the others.
    """
    told: dict[str, list[tuple[dict[str, float], bool]]] = {"ruled": [], "read": [], "follow": []}
    for third in range(3):
        others = [name for name in taught if _third(name) != third]
        weights = fit([_judged(one) for name in [*others, *cases] for one in found[name]])
        alone = [n for n in taught if _third(n) == third and not n.startswith("talks/")]
        for one in (one for name in alone for one in found[name]):
            read = likely(one, weights)
            ruled = one.ruled[0] if len(one.ruled) == 1 else None
            core, cost = (ruled.core, ruled.cost) if ruled is not None else (None, 0.0)
            words = len(one.question.split())
            seen = evidence([each for each, _ in read], core, cost, words)
            if ruled is not None:
                told["ruled"].append((seen, ruled.right))
            if read:
                told["read"].append((seen, read[0][1]))
        talks = [n for n in taught if _third(n) == third and n.startswith("talks/")]
        for one in (one for name in talks for one in found[name]):
            if read := likely(one, weights):
                words = len(one.question.split())
                seen = evidence([each for each, _ in read], None, 0.0, words)
                told["follow"].append((seen, read[0][1]))
    return {
        kind: fit_logistic([seen for seen, _ in cases_], [right for _, right in cases_])
        for kind, cases_ in told.items()
    }


def _judged(one: Asked) -> Judged:
    return Judged([c.features for c in one.candidates], [c.right for c in one.candidates])


def kind_of(one: Asked) -> str:
    """Where a question comes from: written, spoken, or a conversation."""
    kind, slash, _ = one.graph.partition("/")
    return kind if slash else "written"


def _third(name: str) -> int:
    return int(hashlib.sha256(name.rpartition("/")[2].encode()).hexdigest(), 16) % 3


Held = tuple[Ruled | None, list[tuple[Likely, bool]], dict[str, float]]


def held(asked: list[Asked], weights: Features) -> Iterator[Held]:
    """Of each question what the rules read, what was found by search, and the evidence."""
    for one in asked:
        read = likely(one, weights)
        ruled = one.ruled[0] if len(one.ruled) == 1 else None
        core, cost = (ruled.core, ruled.cost) if ruled is not None else (None, 0.0)
        yield (
            ruled,
            read,
            evidence([each for each, _ in read], core, cost, len(one.question.split())),
        )


def bands(asked: list[Asked], told: dict[str, Any]) -> None:
    """How often the readings of both ways are right, from a sureness on."""
    sure, rows = told["sure"], list[tuple[float, bool]]()
    kind = "follow" if asked and kind_of(asked[0]) == "talks" else "read"
    for ruled, read, seen in held(asked, told["features"]):
        if ruled is not None:
            rows.append((surely(seen, sure["ruled"]), ruled.right))
        elif read:
            rows.append((surely(seen, sure[kind]), read[0][1]))
    for least in (0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9):
        _line(f"sure {least:.1f}", [right for sureness, right in rows if sureness >= least], asked)


def answered(asked: list[Asked], told: dict[str, Any], sure: float) -> None:
    """What the product answers of messages that stand alone, as `bot.steps.read` decides."""
    rows = list[bool]()
    for ruled, read, seen in held(asked, told["features"]):
        if ruled is not None:
            rival = any(not each.core.like(ruled.core) for each, _ in read[:4])
            if not rival or surely(seen, told["sure"]["ruled"]) >= sure:
                rows.append(ruled.right)
        elif read and surely(seen, told["sure"]["read"]) >= sure:
            rows += [] if any(read[0][0].left.values()) else [read[0][1]]
    _line(f"the product at {sure}", rows, asked)


def _line(name: str, rows: list[bool], asked: list[Asked]) -> None:
    share, right = len(rows) / max(1, len(asked)), sum(rows)
    print(
        f"  {name}: answered {share:6.1%}  right {right / max(1, len(asked)):6.1%}  "
        f"of those answered {right / max(1, len(rows)):6.1%}"
    )


def measure(args: argparse.Namespace) -> None:
    """Tell what the weights that are there make of parts, and what would be done."""
    told = json.loads(args.weights.read_text())
    for part in args.measure:
        of = folders(part)
        found = read_all(of, args.home, told["features"], args.limit, args.processes)
        for kind in ("written", "spoken", "talks"):
            asked = [x for all_ in found.values() for x in all_ if kind_of(x) == kind]
            if not asked:
                continue
            print(f"{part}, {kind}: {len(asked)} asked")
            _line("rules alone", [x.ruled[0].right for x in asked if len(x.ruled) == 1], asked)
            report("  search alone", asked, told["features"])
            if kind != "talks":
                for sure in (0.5, 0.6, 0.7):
                    answered(asked, told, sure)
            bands(asked, told)


def main() -> None:
    """Train, and tell how well."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--home", type=Path, required=True)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--data", type=Path, nargs="*", default=[])
    options.add_argument("--limit", type=int)
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--kept", action="store_true", help="fit to the candidates of before")
    options.add_argument("--weights", type=Path, default=Path("bot/reader/weights.json"))
    options.add_argument("--measure", nargs="*", help="parts to measure: development, test, unseen")
    args = options.parse_args()
    if args.measure:
        measure(args)
        return
    train = folders("train") + folders("cases") + folders("train talks")
    for data in args.data:
        train += sorted(path.parent for path in data.glob("*/graph.json.gz"))
    development = folders("development") + folders("development talks")
    weights = Priors()
    if args.weights.exists():
        weights.update(json.loads(args.weights.read_text())["features"])
    for turn in range(args.rounds):
        began = time.monotonic()
        held_over = args.home / "candidates.pickle"
        if args.kept:
            found = pickle.loads(held_over.read_bytes())
        else:
            parts = train + development
            found = read_all(parts, args.home, weights, args.limit, args.processes)
            held_over.write_bytes(pickle.dumps(found))
        taught = [one for folder in train for one in found[name_of(folder)]]
        held = [one for folder in development for one in found[name_of(folder)]]
        print(f"round {turn + 1}: read in {time.monotonic() - began:.0f} s")
        report("train before", taught, weights)
        report("dev before", held, weights)
        fitted = fit([_judged(one) for one in taught])
        weights = Priors(fitted)
        report("train after", taught, weights)
        report("dev after", held, weights)
        for folder in development:
            report(f"  {name_of(folder)}", found[name_of(folder)], weights)
        names = [name_of(folder) for folder in train + development if folder.suffix != ".toml"]
        cases = [name_of(folder) for folder in train if folder.suffix == ".toml"]
        told = {"features": fitted, "sure": fit_sureness(found, names, cases)}
        args.weights.write_text(json.dumps(told, indent=0, sort_keys=True) + "\n")
        for kind in ("written", "spoken", "talks"):
            print(f"{kind}, development")
            bands([one for one in held if kind_of(one) == kind], told)


if __name__ == "__main__":
    main()
