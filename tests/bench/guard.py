"""Measures the statement guard on hostile, honest and mutated statements.

    python tests/bench/guard.py --data FOLDER [--mutations 100000] [--seed 1]

FOLDER has `hostile.json` ([{statement, verdict, why}]) and, for each graph, `*/questions.json`
([{gold, recorded}]) with `*/graph.json.gz`. Prints the hostile cases decided wrongly; the recorded
statements that are refused although the embedded database accepts them; milliseconds a statement,
`graphglot` alone beside it; and of mutated writes how many pass, and whether running those, with
every right, changed anything on the embedded database (and on Neo4j, with `--neo4j`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random

import neo4j
from graphglot.dialect.neo4j import Neo4j

from bot.errors import GraphError, StatementTimeout
from bot.graph.client import BoltGraph
from bot.graph.graph_json import from_json
from bot.graph.load import load_into
from bot.graph.server import EmbeddedServer
from guardrails.statement import Allowed, Refused, check_statement
from memory.schema import Schema
from tests.mutated import holdings, mutate, run_all
from tests.neo4j_server import EDITIONS, Neo4jServer

_BATCH = 2_000
_TINY = {
    "nodes": [
        {"id": 1, "labels": ["Person"], "props": {"name": "Ada"}},
        {"id": 2, "labels": ["Movie"], "props": {"title": "Dust"}},
    ],
    "rels": [{"start": 1, "type": "ACTED_IN", "end": 2, "props": {"role": "Eve"}}],
}


def recorded(path: Path) -> list[str]:
    """Every distinct statement of a questions file."""
    found: dict[str, None] = {}
    for question in json.loads(path.read_text()):
        for text in (question.get("gold"), *(question.get("recorded") or {}).values()):
            if text:
                found[text] = None
    return sorted(found)


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


async def honest(texts: Sequence[str], graph: BoltGraph, schema: Schema, name: str) -> int:
    """Print what is refused although the database accepts it; returns how many."""
    times, refused = [], []
    for text in texts:
        started = time.perf_counter()
        outcome = await check_statement(text, schema=schema)
        times.append((time.perf_counter() - started) * 1000)
        if isinstance(outcome, Refused):
            refused.append((text, outcome))
    wrong = 0
    for text, outcome in refused:
        try:
            await graph.run(text, max_rows=1)
        except StatementTimeout:
            print(f"TIMEOUT {outcome.reason}\n  {text!r}")
        except GraphError:
            continue
        else:
            wrong += 1
            print(f"WRONG {outcome.reason}\n  {text!r}")
    print(f"{name}: {len(texts)} statements, {len(refused)} refused, {wrong} of them accepted")
    told("  the guard", times)
    told("  graphglot", [_graphglot(text) for text in texts[::5]])
    return wrong


def told(what: str, times: list[float]) -> None:
    """Print percentiles of milliseconds."""
    times.sort()
    p50, p95, p99 = (times[int(len(times) * share)] for share in (0.5, 0.95, 0.99))
    print(f"{what}: ms p50 {p50:.1f}, p95 {p95:.1f}, p99 {p99:.1f}, max {times[-1]:.1f}")


def _graphglot(text: str) -> float:
    started = time.perf_counter()
    with suppress(Exception):
        Neo4j().parse(text)
    return (time.perf_counter() - started) * 1000


async def mutated(
    texts: Sequence[str], count: int, seed: int, targets: Sequence[tuple[neo4j.AsyncDriver, str]]
) -> int:
    """Guard mutations, run what passes on every target; returns how many targets changed."""
    chance = Random(seed)
    before = [await holdings(driver, name) for driver, name in targets]
    passed, accepted, started = 0, 0, time.perf_counter()
    for start in range(0, count, _BATCH):
        found: dict[str, None] = {}
        for _ in range(min(_BATCH, count - start)):
            verdict = await check_statement(mutate(chance, chance.choice(texts)))
            if isinstance(verdict, Allowed):
                found[verdict.cypher] = None
        passed += len(found)
        for driver, name in targets:
            accepted += await run_all(driver, name, list(found))
        print(f"  {start + _BATCH:,}: {passed:,} passed, {accepted:,} ran", flush=True)
    after = [await holdings(driver, name) for driver, name in targets]
    changed = sum(a != b for a, b in zip(before, after, strict=True))
    took = time.perf_counter() - started
    print(
        f"mutations: {count:,}, of which {passed:,} passed; run {accepted:,} times on "
        f"{len(targets)} databases, {changed} of them changed ({took:.0f} s)"
    )
    return changed


async def main() -> int:
    """Run all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--mutations", type=int, default=0, help="so many, instead of the others")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--neo4j", action="store_true", help="run what passes there, too")
    options = parser.parse_args()
    wrong = await hostile(options.data)
    async with AsyncExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        server = await stack.enter_async_context(
            EmbeddedServer(home, memory_mb=768, statement_seconds=10)
        )
        end, texts = server.endpoint, []
        for path in sorted(options.data.glob("*/questions.json")):
            texts += recorded(path)
            if options.mutations:
                continue
            name = path.parent.name
            await server.load(path.parent / "graph.json.gz", name)
            graph = BoltGraph(
                end.bolt_uri, end.username, end.password, name,
                max_rows=10, max_bytes=100_000, statement_seconds=10,
            )  # fmt: skip
            wrong += await honest(recorded(path), graph, await graph.schema(), name)
            await graph.close()
        if options.mutations:
            # On a tiny graph: the point is what is written, not how much is read.
            await server.load(from_json(_TINY), "tiny")
            root = neo4j.AsyncGraphDatabase.driver(end.bolt_uri, auth=("root", end.root_password))
            targets = [(await stack.enter_async_context(root), "tiny")]
            if options.neo4j:
                neo = Neo4jServer(EDITIONS["neo4j-5.26-apoc"])
                stack.callback(neo.stop)
                neo.start()
                driver = neo4j.AsyncGraphDatabase.driver(neo.uri, auth=("neo4j", neo.password))
                await stack.enter_async_context(driver)
                targets.append((driver, neo.database))
                await load_into(driver, neo.database, from_json(_TINY))
            wrong += await mutated(texts, options.mutations, options.seed, targets)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
