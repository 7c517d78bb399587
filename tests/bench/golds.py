"""Hold the spoken questions of a folder against their graph: what fails, what finds nothing.

    python -m tests.bench.golds tests/data/spoken/NAME             run every gold, count kinds
    python -m tests.bench.golds tests/data/spoken/NAME --describe  schema, counts, sample values
    python -m tests.bench.golds tests/data/spoken/NAME --query "MATCH …"

The graph runs on the embedded database. Files and their form: `tests/data/spoken/README.md`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bot.errors import GraphError
from bot.graph.client import BoltGraph
from bot.graph.graph_json import read
from memory.schema import Property, Schema
from tests.embedded import embedded_server

_HERE = Path(__file__).parent
_MOST = 3000
VERDICTS = {"answerable", "small_talk", "harmful", "not_in_schema", "off_topic", "ambiguous"}
ACTS = {"undo", "start_over", "why", "chart", "table", "export", "show_around", "thanks", "help"}


def graph_file(folder: Path) -> Path:
    """The graph that a folder's questions are about: its own, or one of `tests/bench`."""
    places = (folder, _HERE / "graphs" / folder.name, _HERE / "first_sight" / folder.name)
    for place in places:
        if (place / "graph.json.gz").exists():
            return place / "graph.json.gz"
    raise SystemExit(f"There is no graph.json.gz for {folder.name}.")


def golds(folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """(place, item) of every message, turn, and meaning of an ambiguous one."""
    for name in ("messages.json", "conversations.json"):
        path = folder / name
        for nth, item in enumerate(json.loads(path.read_text()) if path.exists() else []):
            turns = item.get("turns", [item])
            for at, turn in enumerate(turns):
                place = f"{name}[{nth}]" + (f".turns[{at}]" if "turns" in item else "")
                yield place, turn
                for one in turn.get("meanings", ()):
                    yield f"{place}.meanings", {"verdict": "answerable", "says": "", **one}


def faults_of(item: dict[str, Any]) -> list[str]:
    """What is wrong with the form of one item."""
    found = []
    verdict = item.get("verdict")
    if verdict not in VERDICTS:
        found.append(f"verdict {verdict!r}")
    act = item.get("act")
    if act is not None and act not in ACTS:
        found.append(f"act {act!r}")
    if verdict == "answerable" and not act and not (item.get("gold") and item.get("means")):
        found.append("answerable, without gold or means")
    if verdict == "ambiguous" and not act and len(item.get("meanings", ())) < 2:
        found.append("ambiguous, with fewer than two meanings")
    if verdict == "not_in_schema" and not item.get("missing"):
        found.append("not_in_schema, without missing")
    return found


async def _check(graph: BoltGraph, folder: Path) -> int:
    kinds: Counter[str] = Counter()
    bad = 0
    for place, item in golds(folder):
        kinds[f"{item.get('verdict')} {item.get('kind', '')}"] += 1
        faults = faults_of(item)
        if gold := item.get("gold"):
            try:
                rows = await graph.run(gold, seconds=20)
            except GraphError as error:
                faults.append(str(error))
            else:
                if not rows.rows and not item.get("empty"):
                    faults.append("no rows")
        if faults:
            bad += 1
            print(f"{place} {item.get('says', '')!r}: {'; '.join(faults)}")
    for kind, count in kinds.most_common():
        print(f"{count:5} {kind}")
    print(f"{sum(kinds.values())} in all, {bad} to mend")
    return bad


def _describe(schema: Schema) -> None:
    for label in schema.labels.values():
        print(f"(:{label.name}) {label.count}")
        _properties(label.properties)
    for rel in schema.relationships.values():
        for join in rel.joins:
            print(f"(:{join.start})-[:{rel.type}]->(:{join.end}) {join.count}")
        _properties(rel.properties)


def _properties(properties: dict[str, Property]) -> None:
    for prop in properties.values():
        some = prop.values or prop.examples
        print(f"    {prop.name} {'|'.join(prop.types)} e.g. {list(some)[:8]}")


async def main() -> int:
    """Load the graph and do what was asked; the number of golds to mend."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--describe", action="store_true")
    parser.add_argument("--query")
    given = parser.parse_args()
    data = read(graph_file(given.folder))
    async with embedded_server(statement_seconds=30) as server:
        await server.load(data, given.folder.name)
        end = server.endpoint
        graph = BoltGraph(
            end.bolt_uri,
            end.username,
            end.password,
            given.folder.name,
            max_rows=_MOST,
            max_bytes=5_000_000,
            statement_seconds=30,
        )
        try:
            if given.describe:
                print(f"{len(data.nodes)} nodes, {len(data.rels)} relationships")
                _describe(await graph.schema())
            if given.query:
                rows = await graph.run(given.query)
                print(rows.columns, *rows.rows[:50], f"{len(rows.rows)} rows", sep="\n")
            if given.describe or given.query:
                return 0
            return await _check(graph, given.folder)
        finally:
            await graph.close()


if __name__ == "__main__":
    sys.exit(1 if asyncio.run(main()) else 0)
