"""Where documents say what the rows of an answer say: each item with its sentences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.errors import GraphError, StatementRefused
from bot.events import Coverage, Item, Rows, Source
from bot.ports import Graph
from bot.render.node_name import name_of
from bot.steps.behind_rows import AMONG, Behind, behind_rows, is_about_mentioned
from bot.steps.repair.fix import quoted
from guardrails.statement import Refused, check_statement
from memory.documents import DOCUMENT, ID, MENTIONS, PART_OF, PASSAGE
from memory.passages import name_of as name_property
from memory.schema import Schema

_SECONDS = 5.0
_MOST_ITEMS, _MOST_ROWS = 1_000, 5_000
# Sentences shown of an item; the others are counted.
_SHOWN = 3
_OF_PASSAGE = f"MATCH (p:{PASSAGE})-[:{PART_OF}]->(d:{DOCUMENT})"


@dataclass(frozen=True, slots=True)
class Thing:
    """A node that an item stands for: its identifier, name and spellings, and its sentences."""

    id: str
    name: str = ""
    names: frozenset[str] = frozenset()
    sources: tuple[Source, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """The items of rows, the nodes they stand for in the same order, and their labels.

    `refuting` and its `parameters` tell which other nodes the graph knows to be none of them.
    `counted` says that the rows show no such items, but are about them: how many there are.
    """

    items: tuple[Item, ...] = ()
    things: tuple[Thing, ...] = ()
    labels: tuple[str, ...] = ()
    refuting: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    counted: bool = False


@dataclass(slots=True)
class Lookup:
    """Asks a graph of documents, by statements that the guard allows, within a few seconds."""

    graph: Graph
    schema: Schema

    async def rows(
        self, cypher: str, parameters: Mapping[str, Any], *, by_key: bool = False
    ) -> Sequence[Sequence[Any]]:
        """The rows of a statement; `by_key` has it compare keys of ours, which nobody is shown.

        Raises:
            StatementRefused: something of it is hidden.
            GraphError: the graph fails.
        """
        schema = self.schema
        if by_key:
            others = (one for one in schema.hidden if one.rpartition(".")[2] != ID)
            schema = replace(schema, hidden=tuple(others))
        verdict = await check_statement(cypher, parameters, schema)
        if isinstance(verdict, Refused):
            raise StatementRefused(verdict.reason)
        found = await self.graph.run(
            verdict.cypher, parameters, max_rows=_MOST_ROWS, seconds=_SECONDS
        )
        return found.rows

    async def coverage(self) -> Coverage | None:
        """How many documents and passages there are; None where nobody can tell in time."""
        known = self.schema.labels[DOCUMENT].properties
        counts = [
            f"sum(d.{name})" if name in known else "0" for name in ("passages", "passages_failed")
        ]
        cypher = f"MATCH (d:{DOCUMENT}) RETURN count(d) AS documents, {counts[0]} AS passages, "
        try:
            rows = await self.rows(f"{cypher}{counts[1]} AS failed", {})
        except GraphError:
            return None
        return Coverage(*(int(one or 0) for one in rows[0])) if rows else None


@dataclass(slots=True)
class _Found:
    """What is known of an item while it is gathered."""

    names: list[str]
    rows: list[int]
    why: list[tuple[str, str]] = field(default_factory=list)


async def told_by(cypher: str, parameters: Mapping[str, Any], rows: Rows, look: Lookup) -> Told:
    """The items of rows with their sources; none where they show nothing that passages mention.

    What the relationship says that the statement matched comes first, then what names the item.

    Raises:
        GraphError: the graph fails, or something of it is hidden.
    """
    behind = behind_rows(cypher, look.schema)
    if behind is None:
        return Told(counted=is_about_mentioned(cypher, look.schema))
    if not rows.rows:
        return Told((), (), behind.labels, behind.refuting, parameters)
    found = _matched(behind, rows, await look.rows(behind.cypher, dict(parameters)))
    mentions = await mentions_of(list(found), behind.labels, look)
    passages = {key for one in found.values() for key, _ in one.why}
    places = await _places(passages, look)
    items, things = [], []
    for id_, one in found.items():
        known = mentions.get(id_, Thing(id_))
        first = [_at(places[key], words) for key, words in one.why if key in places]
        sources = _once([*first, *known.sources])
        items.append(
            Item(
                one.names[0],
                sources[:_SHOWN],
                row=one.rows[0],
                more=max(0, len(sources) - _SHOWN),
            )
        )
        names = known.names | {one.names[0]}
        things.append(replace(known, names=names, sources=sources))
    return Told(tuple(items), tuple(things), behind.labels, behind.refuting, parameters)


async def refuted(ids: Sequence[str], told: Told, look: Lookup) -> frozenset[str]:
    """Those of some nodes of which the graph knows that they are none of these items.

    Raises:
        GraphError: the graph fails.
    """
    if not told.refuting or not ids:
        return frozenset()
    given = {key: value for key, value in told.parameters.items() if f"${key}" in told.refuting}
    rows = await look.rows(told.refuting, {**given, AMONG: list(ids)})
    return frozenset(row[0] for row in rows)


async def called(names: Sequence[str], labels: Sequence[str], look: Lookup) -> Mapping[str, str]:
    """The identifiers of nodes by their very names, where one node goes by it.

    Raises:
        GraphError: the graph fails.
    """
    found: dict[str, list[str]] = defaultdict(list)
    for label in labels if names else ():
        prop = name_property(look.schema.labels[label])
        if prop is None:
            continue
        statement = (
            f"MATCH (n:{quoted(label)}) WHERE n.{quoted(prop)} IN $names "
            f"RETURN n.{quoted(prop)} AS name, elementId(n) AS id"
        )
        for name, id_ in await look.rows(statement, {"names": list(names)}):
            found[name].append(id_)
    return {name: ids[0] for name, ids in found.items() if len(ids) == 1}


def _matched(behind: Behind, rows: Rows, again: Sequence[Sequence[Any]]) -> dict[str, _Found]:
    """The items by the identifier of their node, in the order of the rows."""
    by_key: dict[str, list[Sequence[Any]]] = defaultdict(list)
    for row in again:
        by_key[repr(tuple(row[: len(behind.keys)]))].append(row[len(behind.keys) :])
    found: dict[str, _Found] = {}
    for at, row in enumerate(rows.rows):
        for id_, *why in by_key.get(repr(tuple(row[key] for key in behind.keys)), ()):
            if id_ is None or (id_ not in found and len(found) >= _MOST_ITEMS):
                continue
            one = found.setdefault(id_, _Found([_name(row[behind.column])], []))
            one.rows.append(at)
            for words, passages in zip(why[::2], why[1::2], strict=True):
                pairs = zip(passages or (), words or (), strict=False)
                one.why += [pair for pair in pairs if pair not in one.why]
    return found


async def mentions_of(ids: Sequence[str], labels: Sequence[str], look: Lookup) -> dict[str, Thing]:
    """How nodes are called and spelt, and every sentence that names them."""
    found: dict[str, Thing] = {}
    for label in labels:
        statement = (
            f"{_OF_PASSAGE}, (p)-[m:{MENTIONS}]->(n:{quoted(label)}) WHERE elementId(n) IN $ids "
            f"RETURN elementId(n) AS id, {spelt(label, look.schema)}, "
            "d.name AS document, p.page AS page, elementId(p) AS passage, m.words AS words "
            "ORDER BY document, p.number"
        )
        for id_, name, spellings, *place, words in await look.rows(statement, {"ids": list(ids)}):
            told = [one for one in (name, *_listed(spellings)) if isinstance(one, str)]
            one = found.get(id_) or Thing(id_, str(name or ""), frozenset(told))
            sources = (*one.sources, _at(tuple(place), words))
            found[id_] = replace(one, sources=sources)
    return found


def spelt(label: str, schema: Schema) -> str:
    """How a node `n` of a label is called, and its spellings, as columns."""
    known = schema.labels[label]
    called = name_property(known) or ("name" if "name" in known.properties else "")
    name = f"n.{quoted(called)}" if called else "null"
    spellings = "n.spellings" if "spellings" in known.properties else "null"
    return f"{name} AS name, {spellings} AS spellings"


async def _places(keys: set[str], look: Lookup) -> dict[str, tuple[Any, ...]]:
    """Document, page and identifier of passages that relationships name by their keys."""
    if not keys:
        return {}
    statement = (
        f"{_OF_PASSAGE} WHERE p.{ID} IN $keys "
        f"RETURN p.{ID} AS key, d.name AS document, p.page AS page, elementId(p) AS passage"
    )
    rows = await look.rows(statement, {"keys": sorted(keys)}, by_key=True)
    return {key: tuple(place) for key, *place in rows}


def _at(place: tuple[Any, ...], words: Any) -> Source:
    document, page, passage = place
    return Source(str(document), str(words), page, str(passage))


def _once(sources: Sequence[Source]) -> tuple[Source, ...]:
    """Each sentence of a passage once."""
    seen = {(one.passage, " ".join(one.words.split())): one for one in reversed(sources)}
    return tuple(reversed(seen.values()))


def _name(value: Any) -> str:
    if isinstance(value, dict):
        return name_of(value) or ""
    return str(value)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
