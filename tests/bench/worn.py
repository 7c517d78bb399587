"""Runs statements that wear a database down, and tells how each of them ends.

    python -m tests.bench.worn [FILE …] [--databases embedded,neo4j-5.26-apoc] [--seconds 3]
                               [--graph GRAPH.json.gz] [--guard on|off] [--short]

FILE is JSON or TOML (`statements`) of `{"cypher": …}`; `tests/data/resource_statements.toml` unless
given. Each goes through the guard with the schema of the graph (the sample, unless given), and what
passes is run with the time limit. Told of each:

    refused      the guard's reason
    ended        in how many seconds, as rows or as the database's own word
    running on   it was still listed, or the database still computed, five seconds past its limit

Exits with 1 if anything ran on. `--guard off` runs them all, to see what the guard is for;
`--short` takes every tenth.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
import tomllib
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

import psutil

from bot.errors import GraphError
from bot.graph import films
from bot.graph.client import BoltGraph
from bot.graph.graph_json import GraphData, from_json, read
from guardrails.statement import Allowed, check_statement
from memory.schema import Schema
from tests.embedded import embedded_server, state
from tests.graph_database import EmbeddedDatabase, GraphDatabase, GraphDatabases, Neo4jDatabase

OWN = Path(__file__).parents[1] / "data" / "resource_statements.toml"
PAST_LIMIT = 5.0
# Of one core: what a Java does that has nothing to do.
_IDLE = 0.5


@dataclass(frozen=True, slots=True)
class Ending:
    """How a statement ended: `refused`, `ended` or `running on`, and what was said."""

    cypher: str
    how: str
    seconds: float
    said: str


def statements(path: Path) -> list[str]:
    """The statements of a file."""
    text = path.read_text("utf-8")
    found = tomllib.loads(text)["statements"] if path.suffix == ".toml" else json.loads(text)
    return [str(one["cypher"]) for one in found]


async def ending(
    database: GraphDatabase,
    graph: BoltGraph,
    schema: Schema,
    cypher: str,
    *,
    seconds: float,
    guarded: bool = True,
) -> Ending:
    """Check and run one statement, and look five seconds past its limit whether it is gone."""
    verdict = await check_statement(cypher, {}, schema)
    if guarded and not isinstance(verdict, Allowed):
        return Ending(cypher, "refused", 0.0, verdict.reason)
    text = verdict.cypher if isinstance(verdict, Allowed) else cypher
    started = time.monotonic()
    try:
        rows = await graph.run(text, {}, max_rows=10, seconds=seconds)
        said = f"{len(rows.rows)} rows"
    except GraphError as error:
        said = f"{type(error).__name__}: {error}"
    took = time.monotonic() - started
    deadline = started + max(took, seconds) + PAST_LIMIT
    while await _is_busy(database) and time.monotonic() < deadline:
        await asyncio.sleep(0.5)
    gone = time.monotonic() < deadline or not await _is_busy(database)
    return Ending(cypher, "ended" if gone else "running on", took, said)


async def _is_busy(database: GraphDatabase) -> bool:
    """Whether a statement is listed, or the server computes with nothing listed."""
    try:
        if await database.running():
            return True
    except Exception:  # it restarts: whatever ran is gone
        return False
    return await asyncio.to_thread(_computes, _pid(database))


def _computes(pid: int) -> bool:
    try:
        return psutil.Process(pid).cpu_percent(1.0) / 100 > _IDLE
    except psutil.Error:
        return False


def _pid(database: GraphDatabase) -> int:
    if isinstance(database, EmbeddedDatabase):
        return int((state(database.server).database or (0, 0.0))[0])
    assert isinstance(database, Neo4jDatabase)
    return database.server.pid


async def worn(
    database: GraphDatabase, data: GraphData, texts: Sequence[str], *, seconds: float, guarded: bool
) -> list[Ending]:
    """Load a graph and try the statements one after the other; prints each as it ends."""
    await database.load(data)
    found = []
    async with AsyncExitStack() as stack:
        graph = database.client(statement_seconds=seconds)
        stack.push_async_callback(graph.close)
        schema = await graph.schema()
        for cypher in texts:
            one = await ending(database, graph, schema, cypher, seconds=seconds, guarded=guarded)
            found.append(one)
            print(
                f"  {one.how:10} {one.seconds:5.1f} s  {cypher[:90]!r}  {one.said[:110]}",
                flush=True,
            )
    return found


async def main() -> int:
    """Run all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="*", default=[OWN])
    parser.add_argument("--databases", default="embedded,neo4j-5.26-apoc")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--graph", type=Path)
    parser.add_argument("--guard", choices=("on", "off"), default="on")
    parser.add_argument("--short", action="store_true")
    asked = parser.parse_args()
    texts = [text for path in asked.files for text in statements(path)][:: 10 if asked.short else 1]
    data = read(asked.graph) if asked.graph else from_json(films.load())
    left = 0
    async with AsyncExitStack() as stack:
        databases = GraphDatabases(stack)
        for name in asked.databases.split(","):
            print(name)
            if name == "embedded":  # its watchdog has to go by our limit
                server = embedded_server(statement_seconds=asked.seconds)
                database: GraphDatabase = EmbeddedDatabase(await stack.enter_async_context(server))
            else:
                database = await databases.get(name)
            found = await worn(
                database, data, texts, seconds=asked.seconds, guarded=asked.guard == "on"
            )
            hows = [one.how for one in found]
            left += hows.count("running on")
            told = ", ".join(f"{hows.count(how)} {how}" for how in dict.fromkeys(hows))
            print(f"{name}: {len(found)} statements, {told}")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
