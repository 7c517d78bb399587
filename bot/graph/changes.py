"""The state of a graph as far as it is cheap to tell: counts by label and type, and what is newer.

Neo4j keeps counts at hand, and the names of properties; the embedded database counts quickly.
"""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bot.graph.client import BoltGraph
from bot.graph.introspect_reader import batches, quote
from bot.graph.values import LONGEST, is_name_like
from guardrails.privacy import Hidden
from memory.schema import Schema
from memory.values import StoredValue

# So many nodes are read whole within a second: then the schema itself is what is compared.
_SMALL = 20_000
_SECONDS = 10.0
_MOST, _TOGETHER = 20_000, 50
# What reading names again takes of the database at a look, and the nodes read at once.
_LOOK_SECONDS, _WINDOW = 2.0, 5_000


def is_small(schema: Schema) -> bool:
    """Whether reading the whole schema again is cheap."""
    nodes = sum(label.count for label in schema.labels.values())
    links = sum(one.count for one in schema.relationships.values())
    return not schema.sampled and nodes + links <= _SMALL


def schema_state(schema: Schema) -> str:
    """What changes with anything that a schema tells: also a value of a short list."""
    return _digest([repr(schema)])


async def counted_state(graph: BoltGraph, hidden: Hidden) -> str:
    """What changes where nodes or relationships come or go, or a property is new.

    Raises:
        GraphError: one of its members.
    """
    labels = await _names(graph, "CALL db.labels() YIELD label AS name RETURN name")
    types = await _names(
        graph, "CALL db.relationshipTypes() YIELD relationshipType AS name RETURN name"
    )
    keys = await _names(graph, "CALL db.propertyKeys() YIELD propertyKey AS name RETURN name")
    told = [f"key {name}" for name in keys]
    for kind, names, pattern in (("label", labels, "(x:{})"), ("type", types, "()-[x:{}]->()")):
        shown = [name for name in names if not hidden.label(name)]
        counts = await _counts(graph, [pattern.format(quote(name)) for name in shown])
        told += [f"{kind} {name} {n}" for name, n in zip(shown, counts, strict=True) if n]
    return _digest(told)


async def _names(graph: BoltGraph, cypher: str) -> list[str]:
    return sorted(row["name"] for row in await graph.records(cypher, seconds=_SECONDS))


async def _counts(graph: BoltGraph, patterns: Sequence[str]) -> list[int]:
    found: list[int] = []
    for some in batches(patterns, _TOGETHER):
        parts = [
            f"MATCH {one} WITH count(x) AS n RETURN {at} AS at, n" for at, one in enumerate(some)
        ]
        rows = await graph.records(" UNION ALL ".join(parts), seconds=_SECONDS)
        counts = {row["at"]: row["n"] for row in rows}
        found += [counts.get(at, 0) for at in range(len(some))]
    return found


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


class Rotation:
    """The names of a graph read again, a few at each look, so that a rename arrives in the end."""

    def __init__(self, graph: BoltGraph, schema: Schema) -> None:
        self._graph = graph
        self._places = [
            (label.name, prop.name)
            for label in schema.labels.values()
            for prop in label.properties.values()
            if is_name_like(prop)
        ]
        self._at, self._skip = 0, 0

    async def some(self) -> list[StoredValue]:
        """The next names, in the order of labels and properties: of so many nodes, or so long.

        Raises:
            GraphError: one of its members.
        """
        found: dict[StoredValue, None] = {}
        ends, turns = time.monotonic() + _LOOK_SECONDS, 0
        while self._places and turns < len(self._places) and time.monotonic() < ends:
            label, name = self._places[self._at % len(self._places)]
            rows = await self._graph.records(
                f"MATCH (n:{quote(label)}) WITH n SKIP $skip LIMIT {_WINDOW} "
                f"RETURN n.{quote(name)} AS held",
                {"skip": self._skip},
                seconds=_LOOK_SECONDS,
            )
            values = [value for row in rows for value in _texts(row["held"])]
            found |= {(label, name, value, count): None for value, count in Counter(values).items()}
            self._skip += _WINDOW
            if len(rows) < _WINDOW:
                self._at, self._skip, turns = self._at + 1, 0, turns + 1
            if len(found) > _MOST:
                break
        return list(found)


def _texts(held: object) -> Iterator[str]:
    for one in held if isinstance(held, list) else [held]:
        if isinstance(one, str) and one and len(one) <= LONGEST:
            yield one


class Watermarks:
    """What is newer than at the last look, by the properties that tell when a node was changed."""

    def __init__(self, graph: BoltGraph, schema: Schema, named: str) -> None:
        """Use `Label.property, …` of `named`, as far as the schema has them."""
        self._graph, self._schema = graph, schema
        self._marks: dict[tuple[str, str], Any] = {}
        for entry in named.split(","):
            label, _, name = entry.strip().rpartition(".")
            if label in schema.labels and name in schema.labels[label].properties:
                self._marks[label, name] = None

    async def newer(self) -> list[StoredValue]:
        """The names of nodes that were changed since; the first time only where it begins.

        Raises:
            GraphError: one of its members.
        """
        found: list[StoredValue] = []
        for (label, name), mark in list(self._marks.items()):
            source = f"MATCH (n:{quote(label)}) WHERE n.{quote(name)}"
            rows = await self._graph.records(
                f"{source} IS NOT NULL RETURN max(n.{quote(name)}) AS mark", seconds=_SECONDS
            )
            self._marks[label, name] = rows[0]["mark"] if rows else None
            if mark is None:
                continue
            held = self._held(label)
            order = f"ORDER BY n.{quote(name)} DESC LIMIT {_MOST}"
            statement = f"{source} > $mark RETURN {held} AS held {order}"
            rows = await self._graph.records(statement, {"mark": mark}, seconds=_SECONDS)
            found += self._values(label, [row["held"] for row in rows])
        return found

    def _names(self, label: str) -> list[str]:
        known = self._schema.labels[label].properties.values()
        return [prop.name for prop in known if is_name_like(prop)]

    def _held(self, label: str) -> str:
        return "{" + ", ".join(f"{quote(one)}: n.{quote(one)}" for one in self._names(label)) + "}"

    def _values(self, label: str, rows: Sequence[Mapping[str, Any]]) -> Iterable[StoredValue]:
        for row in rows:
            for name, value in row.items():
                for one in _texts(value):
                    yield label, name, one, 1
