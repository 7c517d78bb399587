"""Names looked up in the database itself, in every place where it keeps names, within a second.

By an index where the database has one: a full-text index answers whatever the case of letters, any
other for the forms a name is usually written in. What is left is scanned, cheapest places first.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.errors import GraphError
from bot.graph.introspect_reader import batches, quote
from bot.graph.values import is_name_like
from bot.ports import Graph, LookedUp
from memory.schema import LinkedValue, Schema
from memory.value_entries import LONGEST_VALUE
from memory.values import StoredValue

_SECONDS = 1.0
_AT_ONCE, _ROWS = 3, 200
# Labels of one statement: Neo4j takes long to plan more.
_LABELS = 20
_FEW = 20_000
_LUCENE = frozenset('+-&|!(){}[]^"~*?:\\/')

Place: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Statement:
    """One look at a property of some labels; `folds` says that the case of letters is no matter."""

    cypher: str
    places: tuple[Place, ...]
    folds: bool
    scans: bool
    parameters: Mapping[str, Any]


class NameSearch:
    """Finds names in a graph; `bot.ports.Names`."""

    def __init__(self, graph: Graph, schema: Schema, *, seconds: float = _SECONDS) -> None:
        self._graph, self._schema, self._seconds = graph, schema, seconds
        self._places = tuple(_places(schema))
        self._indexes: _Indexes | None = None
        self._lock = asyncio.Lock()

    async def find(self, names: Sequence[str]) -> LookedUp:
        """The stored values that are one of the names, whatever the case of letters.

        Never raises: a place that fails, or is not done in time, is one that was not looked at.
        """
        wanted = [name for name in names if len(name) <= LONGEST_VALUE]
        if not wanted or not self._places:
            return LookedUp()
        clock = asyncio.get_running_loop().time
        until = clock() + self._seconds
        try:
            async with asyncio.timeout(self._seconds):
                indexes = await self._known_indexes()
        except (GraphError, TimeoutError):
            indexes = _Indexes()
        found: list[StoredValue] = []
        done: set[Place] = set()
        scanned = False
        for statements in self._passes(indexes, wanted):
            for statement, rows in await self._all(statements, until):
                scanned |= statement.scans
                if rows is not None:
                    found += _values(rows, statement.places, wanted)
                    done |= set(statement.places) if statement.folds else set()
            if found:
                break
        complete = done >= set(self._places)
        return LookedUp(tuple(dict.fromkeys(found)), complete=complete, scanned=scanned)

    async def gone(self, links: Sequence[LinkedValue]) -> tuple[LinkedValue, ...]:
        """Those that no node holds any more; what cannot be told in time is taken to be there."""
        known = set(self._places)
        asked = [link for link in links if (link.label, link.property) in known]
        statements = [
            _Statement(_exists(link, self._is_list(link)), (), True, False, {"value": link.value})
            for link in asked
        ]
        until = asyncio.get_running_loop().time() + self._seconds
        there = {id(one): rows for one, rows in await self._all(statements, until)}
        return tuple(
            link for link, one in zip(asked, statements, strict=True) if there[id(one)] == ()
        )

    def _is_list(self, link: LinkedValue) -> bool:
        return _is_list(self._schema, (link.label, link.property))

    async def _known_indexes(self) -> _Indexes:
        async with self._lock:
            if self._indexes is None:
                self._indexes = await _Indexes.of(self._graph, self._places)
            return self._indexes

    def _passes(self, indexes: _Indexes, names: Sequence[str]) -> Iterator[list[_Statement]]:
        """What is asked first, and what is asked only where that finds nothing."""
        forms = list(dict.fromkeys(form for name in names for form in _forms(name)))
        folded = {"names": [name.lower() for name in names]}
        yield [
            *indexes.full_text(names),
            *self._statements(indexes.exact, "value IN $forms", {"forms": forms}, scans=False),
        ]
        rest = [place for place in self._places if place not in indexes.folded]
        scan = [place for place in rest if place not in indexes.exact]
        if sum(self._schema.labels[label].count for label, _ in scan) > _FEW:
            # Folding each value takes ten times as long as comparing it.
            yield self._statements(scan, "value IN $forms", {"forms": forms})
        yield self._statements(rest, "toLower(toStringOrNull(value)) IN $names", folded, folds=True)

    def _statements(
        self,
        places: Iterable[Place],
        test: str,
        parameters: Mapping[str, Any],
        *,
        folds: bool = False,
        scans: bool = True,
    ) -> list[_Statement]:
        """A statement for each property and some of the labels that have it, small ones first."""
        by_name: dict[tuple[str, bool], list[str]] = {}
        for label, name in places:
            by_name.setdefault((name, _is_list(self._schema, (label, name))), []).append(label)
        found: list[tuple[int, _Statement]] = []
        for (name, listed), labels in by_name.items():
            ordered = sorted(labels, key=lambda label: self._schema.labels[label].count)
            for some in batches(ordered, _LABELS):
                cypher = _looks(some, name, test, listed=listed)
                size = sum(self._schema.labels[label].count for label in some)
                held = tuple((label, name) for label in some)
                found.append((size, _Statement(cypher, held, folds, scans, parameters)))
        return [one for _, one in sorted(found, key=lambda each: each[0])]

    async def _all(
        self, statements: Sequence[_Statement], until: float
    ) -> list[tuple[_Statement, tuple[tuple[Any, ...], ...] | None]]:
        """The rows of each; None where it failed or did not end in time."""
        gate = asyncio.Semaphore(_AT_ONCE)
        clock = asyncio.get_running_loop().time

        async def rows(one: _Statement) -> tuple[tuple[Any, ...], ...] | None:
            async with gate:
                left = until - clock()
                if left <= 0:
                    return None
                try:
                    async with asyncio.timeout(left):
                        given = dict(one.parameters)
                        found = await self._graph.run(
                            one.cypher, given, max_rows=_ROWS, seconds=left
                        )
                except (GraphError, TimeoutError):
                    return None
            return found.rows

        return list(zip(statements, await asyncio.gather(*map(rows, statements)), strict=True))


@dataclass(frozen=True, slots=True)
class _Indexes:
    """Which places an index of the database covers."""

    exact: tuple[Place, ...] = ()
    texts: tuple[tuple[str, tuple[Place, ...]], ...] = ()

    @classmethod
    async def of(cls, graph: Graph, places: Sequence[Place]) -> _Indexes:
        """Those of a graph.

        Raises:
            GraphError: one of its members.
        """
        known = set(places)
        exact: list[Place] = []
        texts: list[tuple[str, tuple[Place, ...]]] = []
        for name, kind, entity, labels, properties in (await graph.run(_SHOW)).rows:
            if entity != "NODE" or not labels or not properties:
                continue
            held = [(label, one) for label in labels for one in properties]
            if kind == "FULLTEXT":
                texts.append((name, tuple(place for place in held if place in known)))
            elif kind in ("RANGE", "TEXT", "BTREE", "LSM_TREE") and len(properties) == 1:
                exact += [place for place in held if place in known]
        return cls(tuple(dict.fromkeys(exact)), tuple(one for one in texts if one[1]))

    @property
    def folded(self) -> frozenset[Place]:
        """What full-text indexes cover."""
        return frozenset(place for _, places in self.texts for place in places)

    def full_text(self, names: Sequence[str]) -> Iterator[_Statement]:
        """A statement for each full-text index."""
        phrases = " OR ".join(f'"{_plain(name)}"' for name in names if _plain(name).strip())
        for index, places in self.texts:
            held = list(dict.fromkeys(name for _, name in places))
            given = {"index": index, "phrases": phrases, "most": _ROWS, "properties": held}
            yield _Statement(
                "CALL db.index.fulltext.queryNodes($index, $phrases, {limit: $most}) "
                "YIELD node AS n UNWIND $properties AS property UNWIND n[property] AS value "
                "RETURN labels(n) AS labels, value, count(*) AS nodes, property",
                places,
                folds=True,
                scans=False,
                parameters=given,
            )


_SHOW = (
    "SHOW INDEXES YIELD name, type, entityType, labelsOrTypes, properties "
    "RETURN name, type, entityType, labelsOrTypes, properties"
)


def _places(schema: Schema) -> Iterator[Place]:
    """Where a graph keeps names."""
    for label in schema.labels.values():
        for prop in label.properties.values():
            if is_name_like(prop):
                yield label.name, prop.name


def _is_list(schema: Schema, place: Place) -> bool:
    return "LIST<STRING>" in schema.labels[place[0]].properties[place[1]].types


def _looks(labels: Sequence[str], name: str, test: str, *, listed: bool) -> str:
    held, pattern = f"n.{quote(name)}", "|".join(map(quote, labels))
    if listed:
        source = f"MATCH (n:{pattern}) UNWIND {held} AS value WITH n, value WHERE {test} "
        return source + "RETURN labels(n) AS labels, value, count(*) AS nodes"
    test = test.replace("value", held)
    return (
        f"MATCH (n:{pattern}) WHERE {test} "
        f"RETURN labels(n) AS labels, {held} AS value, count(*) AS nodes"
    )


def _exists(link: LinkedValue, listed: bool) -> str:
    held = f"n.{quote(link.property)}"
    # A single value among lists is held as itself.
    test = f"any(one IN [] + {held} WHERE one = $value)" if listed else f"{held} = $value"
    return f"MATCH (n:{quote(link.label)}) WHERE {test} RETURN 1 AS one LIMIT 1"


def _forms(name: str) -> Iterator[str]:
    """The forms in which a name is usually written."""
    yield name
    yield name.lower()
    yield name.upper()
    yield name.capitalize()
    yield " ".join(word.capitalize() for word in name.split())


def _plain(name: str) -> str:
    return "".join(" " if c in _LUCENE else c for c in name)


def _values(
    rows: Iterable[Sequence[Any]], places: Sequence[Place], names: Sequence[str]
) -> Iterator[StoredValue]:
    """The values among rows of (labels, value, nodes, property) that are one of the names.

    Without a property it is that of the places.
    """
    folded, held = {name.lower() for name in names}, set(places)
    counts: Counter[tuple[str, str, str]] = Counter()
    for labels, value, nodes, *rest in rows:
        name = rest[0] if rest else places[0][1]
        if isinstance(value, str) and value.lower() in folded:
            for label in labels:
                if (label, name) in held:
                    counts[label, name, value] += nodes
    for (label, name, value), nodes in counts.items():
        yield label, name, value, nodes
