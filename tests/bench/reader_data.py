"""Candidates of the reader for questions with golds, judged by their rows on the embedded database.

What was run before is kept on disk (`parser_cache`): another round runs only new statements.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from parser import Runner, Server
from parser_cache import Cache

from bot.evaluation import same_rows
from bot.offline.cypher import to_cypher
from bot.reader.anchors import anchors_of
from bot.reader.ground import Ground
from bot.reader.search import sketches
from bot.reader.sketch import Features
from bot.reader.tree import tree_of
from memory.embedding import StaticEmbedder

HERE = Path(__file__).parent
_MOST_ROWS = 1_500

# Graphs of one domain fall on one side. The test third is read once, at the end.
DEVELOPMENT = ("network", "netman", "supply", "shipping", "newsroom")
TEST = ("streams", "twitch", "registry", "offshore", "fincen", "campus", "medicine", "legis")


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading: what was believed, whether its rows are right, and its statement."""

    features: dict[str, float]
    right: bool
    score: float
    cypher: str
    rows: int


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its candidates, best first, and CPU milliseconds to read it."""

    graph: str
    question: str
    gold: str
    candidates: tuple[Candidate, ...]
    milliseconds: float


def folders(part: str) -> list[Path]:
    """The folders of *train*, *development* or *test*."""
    every = [*HERE.glob("graphs/*/graph.json.gz"), *HERE.glob("first_sight/*/graph.json.gz")]
    found = sorted(path.parent for path in every)
    sides = {"development": DEVELOPMENT, "test": TEST}
    if part in sides:
        return [path for path in found if path.name in sides[part]]
    return [path for path in found if path.name not in (*DEVELOPMENT, *TEST)]


@cache
def embedder() -> StaticEmbedder:
    """The static vectors."""
    return StaticEmbedder()


def vectors(texts: Any) -> Any:
    """Unit vectors of short texts."""
    return embedder()._embed(list(texts))


def asked_of(
    folder: Path, home: Path, weights: Features, *, limit: int | None = None, most: int = 50
) -> Iterator[Asked]:
    """Read and judge the stable questions of a graph."""
    store, server = Cache(home / "reader.sqlite"), Server(home)
    try:
        runner = Runner(store, server, folder / "graph.json.gz")
        ground = Ground(runner.schema(), vectors)
        cases = json.loads((folder / "questions.json").read_text())
        cases = [c for c in cases if c.get("stable", True) and c.get("gold")]
        for case in cases[:limit]:
            yield _asked(folder.name, case, runner, ground, weights, most)
    finally:
        server.close()


def _asked(
    graph: str, case: dict[str, Any], runner: Runner, ground: Ground, weights: Features, most: int
) -> Asked:
    question = case["question"]
    links = runner.links(question)
    started = time.process_time()
    anchors = anchors_of(question, ground, links)
    found = sketches(ground, anchors, weights, most=most)
    milliseconds = (time.process_time() - started) * 1000
    gold = runner.rows(case["gold"])
    known: dict[str, tuple[bool, int]] = {}
    candidates = []
    for sketch in found:
        tree = tree_of(sketch, ground)
        if tree is None:
            continue
        cypher, parameters = to_cypher(tree)
        key = f"{cypher} {sorted(parameters.items())}"
        if key not in known:
            known[key] = _judged(runner, cypher, parameters, gold, bool(case.get("ordered")))
        right, rows = known[key]
        candidates.append(Candidate(sketch.features(), right, sketch.score, key, rows))
    return Asked(graph, question, case["gold"], tuple(candidates), milliseconds)


def _judged(
    runner: Runner, cypher: str, parameters: dict[str, Any], gold: Any, ordered: bool
) -> tuple[bool, int]:
    try:
        rows = runner.rows(cypher, parameters)
    except Exception:
        return False, -1
    if len(rows) > _MOST_ROWS and len(rows) != len(gold):
        return False, len(rows)
    return same_rows.lenient(gold, rows, ordered=ordered), len(rows)
