"""How long introspection takes, and what it finds.

    python tests/bench/introspection.py --data FOLDER --on embedded neo4j-5.26
    python tests/bench/introspection.py --nodes 1000000 --on neo4j-5.26
    python tests/bench/introspection.py --labels 1000 --types 3000 --on neo4j-5.26

`--data` takes a folder with `graph.json.gz`. `--nodes` makes people, places and events, five
properties each, two relationships an event. `--labels` makes ten nodes a label, three
relationships a type.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import neo4j

from bot.graph.client import BoltGraph
from bot.graph.graph_json import read
from bot.graph.values import distinct_values
from memory.schema import Schema
from tests.graph_database import DATABASES, GraphDatabase, GraphDatabases

_SHARES = {"Person": 0.3, "Place": 0.1, "Event": 0.6}
_PROPERTIES = (
    "{name: $label + ' ' + i, kind: ['a', 'b', 'c', 'd'][i % 4], number: i, "
    "share: i / 7.0, day: date('2000-01-01') + duration({days: i % 9000})}"
)


async def _fill(database: GraphDatabase, nodes: int) -> None:
    """A big graph, made inside of a Neo4j."""
    await database.wipe()
    login = (database.username, database.password)
    async with (
        neo4j.AsyncGraphDatabase.driver(database.uri, auth=login) as driver,
        driver.session() as session,
    ):
        for label, share in _SHARES.items():
            await session.run(
                "UNWIND range(0, $last) AS i CALL (i) { CREATE "
                f"(:{label} {_PROPERTIES}) }} IN TRANSACTIONS OF 20000 ROWS",
                last=int(nodes * share) - 1,
                label=label,
            )
        for kind, label in (("OF", "Person"), ("AT", "Place")):
            await session.run(f"CREATE INDEX {label} FOR (n:{label}) ON (n.number)")
            await session.run("CALL db.awaitIndexes()")
            await session.run(
                f"MATCH (e:Event) CALL (e) {{ MATCH (n:{label} {{number: e.number % $count}}) "
                f"CREATE (e)-[:{kind} {{weight: e.number}}]->(n) }} "
                "IN TRANSACTIONS OF 20000 ROWS",
                count=int(nodes * _SHARES[label]),
            )


def _wide(labels: int, types: int) -> dict[str, Any]:
    chance = random.Random(1)
    nodes = [
        {"id": n, "labels": [f"Label{n % labels}"], "props": {"name": f"n{n}", f"p{n % 7}": n}}
        for n in range(10 * labels)
    ]
    rels = [
        {
            "start": chance.randrange(len(nodes)),
            "type": f"TYPE_{n % types}",
            "end": chance.randrange(len(nodes)),
            "props": {"since": n} if n % 2 else {},
        }
        for n in range(3 * types)
    ]
    return {"nodes": nodes, "rels": rels}


async def _measure(name: str, graph: BoltGraph) -> None:
    await graph.run("RETURN 1")
    for attempt in ("first", "again"):
        started = time.perf_counter()
        schema = await graph.schema(refresh=True)
        took = time.perf_counter() - started
        print(f"{name:16} schema, {attempt}: {took:6.2f} s  {_told(schema)}", flush=True)
    started = time.perf_counter()
    values = 0
    async for _ in distinct_values(graph, schema):
        values += 1
    took = time.perf_counter() - started
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{name:16} values:        {took:6.2f} s  {values:,} values; {most:.0f} MB at most")
    print("                ", "; ".join(schema.notes) or "nothing sampled", flush=True)


def _told(schema: Schema) -> str:
    nodes = sum(label.count for label in schema.labels.values())
    joins = sum(len(r.joins) for r in schema.relationships.values())
    return (
        f"{len(schema.labels)} labels ({nodes:,} nodes), "
        f"{len(schema.relationships)} types, {joins} joins"
    )


async def main() -> None:
    """Runs what the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--labels", type=int)
    parser.add_argument("--types", type=int, default=3000)
    parser.add_argument("--on", nargs="+", choices=DATABASES, default=["embedded"])
    options = parser.parse_args()
    async with AsyncExitStack() as stack:
        databases = GraphDatabases(stack)
        for name in options.on:
            database = await databases.get(name)
            started = time.perf_counter()
            if options.data:
                await database.load(read(options.data / "graph.json.gz"))
            elif options.nodes:
                await _fill(database, options.nodes)
            else:
                await database.load(_wide(options.labels or 1000, options.types))
            print(f"{name:16} loaded in      {time.perf_counter() - started:6.2f} s", flush=True)
            graph = database.client()
            await _measure(name, graph)
            await graph.close()


if __name__ == "__main__":
    asyncio.run(main())
