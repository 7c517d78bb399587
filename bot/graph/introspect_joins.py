"""Relationship types: the label pairs they join, and their properties.

A join (A, T, B) counts the relationships of type T whose start bears label A and whose end bears
label B. So a node with several labels takes part in a join for each of them: where an Actor is a
Person too, ACTED_IN joins Person to Film and Actor to Film; and it joins Director to Film only if
some director acted. Joins are ordered by count, so the label that fits best comes first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from neo4j import Record

from bot.graph.introspect_figures import complete, fetch_sample
from bot.graph.introspect_profile import MOST_VALUES, Profile, PropertyProfile
from bot.graph.introspect_reader import Reader, in_parallel, packed, quote, spread
from memory.schema import Join, Property, Relationship

_MOST_END_COUNTS = 4_000
_SAMPLES_OF_JOINS = 20
# Types beyond which their properties are read in one look at all.
_MANY = 100
# Nodes whose relationships are looked at in one statement.
_START_NODES = 20_000
_GROUPED = (
    "RETURN type(r) AS type, labels(a) AS starts, labels(b) AS ends, "
    "count(*) AS n, max(size(keys(r))) AS keys"
)


@dataclass
class _Seen:
    """What is known of one type."""

    count: int = 0
    joins: Counter[tuple[str, str]] = field(default_factory=Counter)
    visible: int = 0
    keys: int = 0
    exact: bool = True
    properties: dict[str, Property] = field(default_factory=dict)


class Joins:
    """What was seen of the relationships between nodes of `labels` (label: count)."""

    def __init__(self, reader: Reader, labels: Mapping[str, int]) -> None:
        self._reader = reader
        self._labels = labels
        self._seen: dict[str, _Seen] = {}
        self.sampled: set[str] = set()

    async def read(self) -> dict[str, Relationship]:
        """Every type, in alphabetical order; one that only hidden nodes have is left out."""
        rows = await self._reader.read(
            "CALL db.relationshipTypes() YIELD relationshipType RETURN relationshipType AS type"
        )
        self._seen = {name: _Seen() for name in sorted({row["type"] for row in rows})}
        total = (await self._reader.read("MATCH ()-[r]->() RETURN count(r) AS n"))[0]["n"]
        if not await self._read_all(total):
            await self._count()
            await self._read_each()
        await self._read_properties()
        return {
            name: self._relationship(name, seen)
            for name, seen in self._seen.items()
            if seen.visible or (seen.count and not (seen.exact and self._reader.hidden))
        }

    def _relationship(self, name: str, seen: _Seen) -> Relationship:
        ranked = sorted(seen.joins.items(), key=lambda item: (-item[1], item[0]))
        joins = tuple(Join(start, end, count) for (start, end), count in ranked)
        count = seen.visible if seen.exact else seen.count
        return Relationship(name, count, joins, seen.properties)

    async def _read_all(self, total: int) -> bool:
        """One look at all relationships, if they are not too many; it counts them as well."""
        if total > self._reader.limits.whole:
            return False
        rows = await self._reader.attempt(
            f"MATCH (a)-[r]->(b) {_GROUPED}", self._reader.limits.scan_seconds
        )
        if rows is None:
            found = await self._by_start("r", _GROUPED)
            # A node of several labels comes with each of them.
            kept = {(row["type"], *row["starts"], "", *row["ends"]): row for row in found}
            rows = list(kept.values())
        self._add(rows)
        for seen in self._seen.values():
            seen.count = seen.visible
        return bool(rows)

    async def _by_start(self, name: str, returned: str) -> list[Record]:
        """A look at all relationships in pieces, by the labels that they start from."""
        pieces = await in_parallel(
            self._reader.attempt(
                f"MATCH (a:{'|'.join(map(quote, group))})-[{name}]->(b) {returned}",
                self._reader.limits.scan_seconds,
                late=True,
            )
            for group in packed(self._labels, _START_NODES, 30)
        )
        if any(piece is None for piece in pieces):
            self.sampled.update(self._seen)
        return [row for piece in pieces for row in piece or []]

    async def _count(self) -> None:
        patterns = [f"()-[x:{quote(name)}]->()" for name in self._seen]
        numbers = await self._reader.count_each(patterns)
        for seen, number in zip(self._seen.values(), numbers, strict=True):
            seen.count = number

    async def _read_each(self) -> None:
        most = self._reader.limits.sample * _SAMPLES_OF_JOINS
        counts = {name: seen.count for name, seen in self._seen.items() if seen.count}
        small = {name: count for name, count in counts.items() if count <= most}
        large = [name for name in counts if name not in small]
        await in_parallel(
            [self._small(group) for group in packed(small, 2 * most, 50)]
            + [self._large(name, most) for name in large]
        )
        self.sampled.update(large)
        await self._find_missed(large)

    async def _small(self, names: list[str]) -> None:
        pattern = "|".join(quote(name) for name in names)
        self._add(await self._reader.read(f"MATCH (a)-[r:{pattern}]->(b) {_GROUPED}"))

    async def _large(self, name: str, most: int) -> None:
        seen = self._seen[name]
        seen.exact = False
        for skip, limit in spread(seen.count, most):
            rows = await self._reader.attempt(
                f"MATCH (a)-[r:{quote(name)}]->(b) WITH a, r, b SKIP $skip LIMIT $limit {_GROUPED}",
                parameters={"skip": skip, "limit": limit},
            )
            self._add(rows or [])

    async def _find_missed(self, names: list[str]) -> None:
        """Ends that the samples did not show, by counts that Neo4j keeps at hand."""
        asked = [(name, label) for name in names for label in self._labels]
        if not asked or len(asked) > _MOST_END_COUNTS:
            return
        outgoing = [f"(:{quote(label)})-[x:{quote(name)}]->()" for name, label in asked]
        incoming = [f"()-[x:{quote(name)}]->(:{quote(label)})" for name, label in asked]
        counts = await self._reader.count_each(outgoing + incoming)
        for (name, label), begins, ends in zip(
            asked, counts[: len(asked)], counts[len(asked) :], strict=True
        ):
            joins = self._seen[name].joins
            if begins and not any(start == label for start, _ in joins):
                await self._targeted(f"(a:{quote(label)})-[r:{quote(name)}]->(b)")
            if ends and not any(end == label for _, end in joins):
                await self._targeted(f"(a)-[r:{quote(name)}]->(b:{quote(label)})")

    async def _targeted(self, pattern: str) -> None:
        limit = self._reader.limits.sample
        rows = await self._reader.attempt(
            f"MATCH {pattern} WITH a, r, b LIMIT $limit {_GROUPED}", parameters={"limit": limit}
        )
        self._add(rows or [])

    def _add(self, rows: Iterable[Record]) -> None:
        for row in rows:
            seen = self._seen.get(row["type"])
            if seen is None or self._hides(row["starts"]) or self._hides(row["ends"]):
                continue
            seen.visible += row["n"]
            seen.keys = max(seen.keys, row["keys"])
            for start in self._labels.keys() & set(row["starts"]):
                for end in self._labels.keys() & set(row["ends"]):
                    seen.joins[start, end] += row["n"]

    def _hides(self, labels: list[str]) -> bool:
        return bool(labels) and self._reader.hidden.issuperset(labels)

    async def _read_properties(self) -> None:
        bearing = {name: seen.count for name, seen in self._seen.items() if seen.keys}
        sample = self._reader.limits.sample
        if len(bearing) > _MANY:
            # On a database without an index by type each statement looks at all relationships.
            await self._read_keys()
            bearing = {name: n for name, n in bearing.items() if not self._seen[name].properties}
            bearing = {} if self._reader.late else bearing
        small = {name: count for name, count in bearing.items() if count <= sample}
        await in_parallel(
            [self._small_properties(group) for group in packed(small, 2 * sample, 50)]
            + [self._large_properties(name) for name in bearing if name not in small]
        )

    async def _read_keys(self) -> None:
        """The properties of all types, in one look at all relationships."""
        rows = await self._by_start(
            "n",
            f"{self._visible}UNWIND keys(n) AS key RETURN type(n) AS type, key, "
            "count(*) AS present, min(n[key]) AS low, max(n[key]) AS high, "
            "count(DISTINCT n[key]) AS distinct, "
            f"collect(DISTINCT n[key])[..{MOST_VALUES + 1}] AS some",
        )
        found: defaultdict[tuple[str, str], list[Record]] = defaultdict(list)
        for row in rows:
            found[row["type"], row["key"]].append(row)
        for (name, key), looks in found.items():
            if seen := self._seen.get(name):
                profile = PropertyProfile()
                for look in looks:
                    for value in (look["low"], look["high"], *look["some"]):
                        profile.add(value)
                whole = all(len(look["some"]) <= MOST_VALUES for look in looks)
                present = sum(look["present"] for look in looks)
                share = round(1 - min(present / max(seen.count, 1), 1), 4)
                read = profile.property(key, present, whole=whole)
                # Looks may share values: there are as many as in any of them, at least.
                distinct = max(0 if whole else look["distinct"] for look in looks)
                seen.properties[key] = replace(
                    read, null_share=share, distinct=max(read.distinct, distinct)
                )

    async def _small_properties(self, names: list[str]) -> None:
        pattern = "|".join(quote(name) for name in names)
        rows = await self._reader.read(
            f"MATCH (a)-[n:{pattern}]->(b) {self._visible}"
            "RETURN type(n) AS type, properties(n) AS properties"
        )
        profiles: defaultdict[str, Profile] = defaultdict(Profile)
        for row in rows:
            profiles[row["type"]].add(row["properties"])
        for name, profile in profiles.items():
            self._seen[name].properties = profile.properties(whole=True)

    async def _large_properties(self, name: str) -> None:
        seen = self._seen[name]
        source = f"MATCH (a)-[n:{quote(name)}]->(b) {self._visible}WITH n"
        profile = Profile()
        await fetch_sample(self._reader, source, seen.count, profile)
        seen.properties, exact = await complete(self._reader, source, seen.count, profile)
        if not exact:
            self.sampled.add(name)

    @property
    def _visible(self) -> str:
        """Leaves out relationships of nodes that bear hidden labels only."""
        if not self._reader.hidden:
            return ""
        tests = [
            f"(size(labels({end})) = 0 OR any(l IN labels({end}) WHERE NOT l IN $hidden))"
            for end in "ab"
        ]
        return f"WHERE {' AND '.join(tests)} "
