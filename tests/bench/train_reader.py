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
import itertools
import json
import math
import multiprocessing
import multiprocessing.util
import pickle
import re
import statistics
import time
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.reader.alike import Core
from bot.reader.reader import MOST_RUN, Learned, Likely, Weights
from bot.reader.sketch import Features
from bot.reader.sureness import (
    decided,
    evidence,
    evidence_beside_rules,
    evidence_of_rules,
    surely,
    weighed,
)
from bot.reader.training import PRIORS, Judged, Priors, fit, fit_logistic
from memory.query import Pattern, Query
from tests.bench.reader_data import CASES, Asked, Candidate, Judge, RuledAs, folders, name_of

_judges: dict[int, Judge] = {}
# What follow-ups differ in by less is not kept.
_LEAST = 0.02


def _one(given: tuple[Path, Path, Weights, int | None, bool]) -> list[Asked]:
    folder, home, weights, limit, varied = given
    process = multiprocessing.current_process()._identity[0]
    if process not in _judges:
        _judges[process] = Judge(home, process)
        multiprocessing.util.Finalize(_judges[process], _judges[process].close, exitpriority=10)
    return _judges[process].asked_of(folder, weights, limit, varied=varied)


def read_all(
    parts: list[Path],
    home: Path,
    weights: Weights,
    limit: int | None,
    processes: int,
    varied: Collection[Path] = (),
) -> dict[str, list[Asked]]:
    """All questions of some graphs, read and judged; of some also what nothing answers."""
    work = [(folder, home, weights, limit, folder in varied) for folder in parts]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        found = pool.map(_one, work, chunksize=1)
        pool.close()
        pool.join()
    return {name_of(folder): asked for folder, asked in zip(parts, found, strict=True)}


def report(name: str, asked: list[Asked], weights: Weights) -> None:
    """One line: how often the best is right, and how often a right one is there."""
    asked = [one for one in asked if not one.lacks]
    first = there = 0
    for one in asked:
        there += any(c.right for c in one.candidates)
        first += any(right for _, right in likely(one, weights)[:1])
    times = sorted(one.milliseconds for one in asked) or [0.0]
    print(
        f"{name:18} {len(asked):5}  best right {first / max(1, len(asked)):6.1%}  "
        f"among them {there / max(1, len(asked)):6.1%}  "
        f"p50 {statistics.median(times):4.0f} ms  p95 {times[int(len(times) * 0.95)]:4.0f} ms",
        flush=True,
    )


def _score(features: dict[str, float], weights: Features) -> float:
    return sum(weights.get(name, 0.0) * value for name, value in features.items())


Found = list[tuple[Likely, bool]]
Taught = list[tuple[dict[str, float], bool]]


def likely(one: Asked, weights: Weights, *, taught: bool = False) -> Found:
    """What candidates mean, as the product runs them, best first, and whether it is right.

    With `taught`, whether it teaches as right.
    """
    own = weights.of(follows=one.typed.follows)
    scores = [_score(c.features, own) for c in one.candidates]
    top = max(scores, default=0.0)
    mass = [math.exp(score - top) for score in scores]
    best: dict[Core, Candidate] = {}
    shares: dict[Core, float] = {}
    ranked = sorted(zip(scores, mass, one.candidates, strict=True), key=lambda each: -each[0])
    for _, part, candidate in ranked:
        best.setdefault(candidate.core, candidate)
        shares[candidate.core] = shares.get(candidate.core, 0.0) + part / sum(mass)
    run = [
        Likely(_NOTHING, core, shares[core], c.features, c.roles, c.outcome)
        for core, c in list(best.items())[:MOST_RUN]
    ]
    ranked_ = weighed(run, own)
    if taught:
        return [(each, best[each.core].meant) for each in ranked_]
    return [(each, best[each.core].right) for each in ranked_]


_NOTHING = Query(Pattern(()), (), "")


def ruled_of(one: Asked) -> RuledAs | None:
    """What the rules read in one way."""
    return one.ruled[0] if len(one.ruled) == 1 else None


@dataclass(frozen=True)
class Sighted:
    """A question as it is read with weights that were learned from other graphs."""

    asked: Asked
    found: Found
    third: int

    @property
    def alone(self) -> list[Likely]:
        """What was found."""
        return [one for one, _ in self.found]


def fit_sureness(
    found: dict[str, list[Asked]], taught: list[str], cases: list[str]
) -> dict[str, Any]:
    """What makes a reading sure, of those of the search and of those of the rules.

    Three times a third of the graphs is read with weights learned from the others. The parser's
    cases teach how surely a reading is right by itself; what the rules read of them is no news.
    """
    sighted = list[Sighted]()
    for third in range(3):
        others = [name for name in [*taught, *cases] if _third(name) != third]
        weights = fit_weights([one for name in others for one in found[name]])
        here = [name for name in [*taught, *cases] if _third(name) == third]
        every = [one for name in here for one in found[name]]
        sighted += [Sighted(one, likely(one, weights, taught=True), third) for one in every]
    told = [
        (each, evidence(each.alone, 0, each.asked.typed), each.found[0][1])
        for each in sighted
        if each.found
    ]
    read = fit_logistic([case for _, case, _ in told], [right for _, _, right in told])
    ways: dict[str, dict[str, Taught]]
    ways = {kind: {"ruled": [], "found": []} for kind in ("alone", "following")}
    for third in range(3):
        others_ = [(case, right) for each, case, right in told if each.third != third]
        unseen = fit_logistic([case for case, _ in others_], [right for _, right in others_])
        for each in (one for one in sighted if one.third == third and one.asked.graph in taught):
            one, typed = ruled_of(each.asked), each.asked.typed
            way = ways["following" if typed.follows else "alone"]
            sure = surely(evidence(each.alone, 0, typed), unseen) if each.found else 0.0
            if one is not None:
                seen = evidence_of_rules(each.alone, one.ruled, sure, typed)
                way["ruled"].append((seen, _means_right(each.asked, one)))
            if each.found:
                by_rules = one.ruled if one is not None else None
                seen = evidence_beside_rules(each.alone, by_rules, sure, typed)
                way["found"].append((seen, each.found[0][1]))
    return {"read": read} | {
        kind: {
            name: fit_logistic([seen for seen, _ in cases], [right for _, right in cases])
            for name, cases in way.items()
        }
        for kind, way in ways.items()
    }


def _means_right(asked: Asked, one: RuledAs) -> bool:
    """Whether what the rules read teaches as right, as what was found does."""
    alike = (c.meant for c in asked.candidates if c.core.like(one.ruled.core))
    return one.right or any(alike)


def fit_weights(asked: list[Asked]) -> Weights:
    """What questions teach; what follow-ups teach beside is theirs (Daumé III 2007)."""
    # What no question taught keeps what it was set to.
    there = [one for one in asked if not one.lacks]
    alone = {**PRIORS, **fit([_judged(one) for one in there if not one.typed.follows])}
    following = fit([_judged(one) for one in there if one.typed.follows], alone)
    return Weights(Priors(alone), Priors({**alone, **following}))


def _told(weights: Weights) -> dict[str, Any]:
    """Weights as they are kept: of follow-ups those that differ."""
    alone, following = weights.alone, weights.following
    differ = {x: w for x, w in following.items() if abs(w - alone.get(x, 0.0)) >= _LEAST}
    return {"features": dict(alone), "following": differ}


def _judged(one: Asked) -> Judged:
    return Judged([_all(c) for c in one.candidates], [c.meant for c in one.candidates])


def _all(one: Candidate) -> dict[str, float]:
    return {**one.features, **(one.outcome.features if one.outcome is not None else {})}


def kind_of(one: Asked) -> str:
    """Where a question comes from: written, spoken, or a conversation."""
    kind, slash, _ = one.graph.partition("/")
    return kind if slash else "written"


def _third(name: str) -> int:
    return int(hashlib.sha256(name.rpartition("/")[2].encode()).hexdigest(), 16) % 3


def settled(one: Asked, told: dict[str, Any], *, alone: bool = False) -> tuple[float, bool, str]:
    """(how surely, whether it is right, its statement) of what the product takes as meant."""
    learned = Learned.told(told)
    found = likely(one, learned.weights)
    ruled = None if alone else ruled_of(one)
    by_rules = ruled.ruled if ruled is not None else None
    decision = decided([each for each, _ in found], by_rules, one.typed, learned)
    if decision.likely is None:
        return decision.sureness, bool(ruled and ruled.right), ruled.cypher if ruled else ""
    core = decision.likely.core
    cypher = next(c.cypher for c in one.candidates if c.core == core)
    return decision.sureness, found[0][1], cypher


def bands(asked: list[Asked], told: dict[str, Any]) -> None:
    """What the product answers from a sureness on (`bot.reader.sureness.decided`).

    And how much of what has no answer.
    """
    for ways in ("both", "search alone"):
        rows = [(settled(one, told, alone=ways == "search alone"), one.lacks) for one in asked]
        there = [one for one in asked if not one.lacks]
        print(f"  {ways}")
        for least in (0.0, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.8, 0.85, 0.9, 0.95):
            sure = [(right, lacks) for (at, right, _), lacks in rows if at >= least]
            _line(f"sure {least:.2f}", [right for right, lacks in sure if not lacks], there)
            lacking = sum(lacks for _, lacks in sure)
            if lacking:
                print(f"             and {lacking} of {len(asked) - len(there)} without an answer")


def _rules_alone(asked: list[Asked]) -> None:
    there = [one for one in asked if not one.lacks]
    _line("rules alone", [r.right for one in there if (r := ruled_of(one))], there)


def worst(asked: list[Asked], told: dict[str, Any], most: int = 50) -> None:
    """The surest mistakes."""
    rows = [(settled(one, told), one) for one in asked if not one.lacks]
    wrong = [(sure, cypher, one) for (sure, right, cypher), one in rows if not right and cypher]
    for sure, cypher, one in sorted(wrong, key=lambda each: -each[0])[:most]:
        print(f"{sure:.2f} {one.graph}: {one.typed.text}")
        print(f"     {' '.join(cypher.split())}\n     {' '.join(one.gold.split())}")


def _line(name: str, rows: list[bool], asked: list[Asked]) -> None:
    share, right = len(rows) / max(1, len(asked)), sum(rows)
    print(
        f"  {name}: answered {share:6.1%}  right {right / max(1, len(asked)):6.1%}  "
        f"of those answered {right / max(1, len(rows)):6.1%}"
    )


def as_text(told: dict[str, Any]) -> str:
    """What training found as JSON, a line for each family of features.

    >>> print(as_text({"features": {"a.x": 1, "a.y": 2, "b": 3}, "sure": {"read": {}}}), end="")
    {"features": {
    "a.x": 1, "a.y": 2,
    "b": 3},
    "sure": {
    "read": {}}}
    """

    def block(held: dict[str, Any]) -> str:
        told = {
            name: block(one) if isinstance(one, dict) else json.dumps(one)
            for name, one in sorted(held.items())
        }
        lines = [
            ", ".join(f"{json.dumps(name)}: {told[name]}" for name in family)
            for _, family in itertools.groupby(told, key=lambda name: re.split("[.:]", name)[0])
        ]
        return "{" + "".join(f"\n{line}," for line in lines).removesuffix(",") + "}"

    text = block(told).removeprefix("{\n")
    return "{" + text + "\n"


def measure(args: argparse.Namespace) -> None:
    """Tell what the weights that are there make of parts, and what would be done."""
    told = json.loads(args.weights.read_text())
    for part in args.measure:
        of = folders(part)
        weights = Weights.told(told)
        found = read_all(of, args.home, weights, args.limit, args.processes)
        for kind in ("written", "spoken", "talks"):
            asked = [x for all_ in found.values() for x in all_ if kind_of(x) == kind]
            if not asked:
                continue
            print(f"{part}, {kind}: {sum(not x.lacks for x in asked)} asked")
            _rules_alone(asked)
            report("  search alone", asked, weights)
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
    weights = Weights(Priors(), Priors())
    if args.weights.exists():
        kept = Weights.told(json.loads(args.weights.read_text()))
        weights = Weights(Priors(kept.alone), Priors(kept.following))
    for turn in range(args.rounds):
        began = time.monotonic()
        held_over = args.home / "candidates.pickle"
        if args.kept:
            found = pickle.loads(held_over.read_bytes())
        else:
            parts = train + development
            found = read_all(parts, args.home, weights, args.limit, args.processes, train)
            held_over.write_bytes(pickle.dumps(found))
        taught = [one for folder in train for one in found[name_of(folder)]]
        held = [one for folder in development for one in found[name_of(folder)]]
        print(f"round {turn + 1}: read in {time.monotonic() - began:.0f} s")
        report("train before", taught, weights)
        report("dev before", held, weights)
        weights = fit_weights(taught)
        report("train after", taught, weights)
        report("dev after", held, weights)
        for folder in development:
            report(f"  {name_of(folder)}", found[name_of(folder)], weights)
        cases = [name_of(folder) for folder in train if folder.parent == CASES]
        names = [name_of(folder) for folder in train if folder.parent != CASES]
        # What is told of development does not know it; what is kept does.
        told = {**_told(weights), "sure": fit_sureness(found, names, cases)}
        for kind in ("written", "spoken", "talks"):
            print(f"{kind}, development")
            mine = [one for one in held if kind_of(one) == kind]
            _rules_alone(mine)
            bands(mine, told)
        worst(held, told)
        names += [name_of(folder) for folder in development]
        told["sure"] = fit_sureness(found, names, cases)
        args.weights.write_text(as_text(told))


if __name__ == "__main__":
    main()
