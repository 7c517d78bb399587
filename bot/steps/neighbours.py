"""What a picture shows that no rows hold, by statements that the guard has allowed.

That is what a node is joined with, a few of each kind, or what nodes are of which only their
identifiers are known. They ask for labels, types and properties of the schema, one by one: it has
nothing that is hidden.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.cypher.paths import quote
from bot.element import Element
from bot.errors import StatementRefused, StatementTimeout
from bot.ports import Graph
from guardrails.statement import Refused, check_statement
from memory.catalogue import say
from memory.documents import MENTIONS, has_documents
from memory.schema import Label, Schema

# Of each kind, and in all; for all of them together.
_EACH, _MOST = 20, 80
_SECONDS = 5.0
_MOST_NAMED = 300
_PROPERTIES = 40


@dataclass(frozen=True, slots=True)
class Chosen:
    """A node by the database's own `id`, or those that hold a `value` in a property.

    Either way it bears one of `labels`.
    """

    labels: tuple[str, ...]
    id: str = ""
    property: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """Nodes and relationships, chosen nodes first; `cut` says that there are more."""

    elements: tuple[Element, ...] = ()
    cut: bool = False


@dataclass(frozen=True, slots=True)
class _Way:
    """A relationship type in one direction, to one kind of node."""

    type: str
    out: bool
    label: str


async def neighbours(
    chosen: Chosen, graph: Graph, schema: Schema, *, passages: bool = False
) -> Shown:
    """What nodes are joined with, as far as it may be seen.

    The passages of documents that mention them are left out, or all that there is (`passages`).

    Raises:
        StatementRefused: such nodes may not be looked at, or are none of this graph.
        GraphError: the graph fails.
    """
    label = _narrowest(chosen.labels, schema)
    if label is None or (not chosen.id and chosen.property not in label.properties):
        raise StatementRefused(say("This graph has no such node."))
    look = _Look(graph, schema)
    for start in await _starts(chosen, label, look):
        look.nodes[start.id] = start
        for way in ways(label, schema):
            if passages != _mentions(way, schema):
                continue
            if len(look.nodes) >= _MOST:
                look.cut = True
                break
            rows = await look.rows(_statement(label, way, schema), start.id)
            look.cut = look.cut or len(rows) > _EACH
            for edge, node, facts in rows[:_EACH]:
                look.node(str(node), way.label, facts)
                ends = (start.id, str(node)) if way.out else (str(node), start.id)
                look.edge(str(edge), way.type, *ends)
    return look.shown()


async def named_by(ids: Collection[str], graph: Graph, schema: Schema) -> Shown:
    """The nodes with these identifiers, as far as they may be seen, and what joins them.

    Raises:
        StatementRefused: the guard allows none of it.
        GraphError: the graph fails.
    """
    given = list(ids)[:_MOST_NAMED]
    look = _Look(graph, schema, cut=len(given) < len(ids))
    for name in _widest(schema.labels, schema):
        statement = (
            f"MATCH (n:{quote(name)}) WHERE elementId(n) IN $value "
            f"RETURN elementId(n) AS id, {_facts('n', schema.labels[name])} AS facts"
        )
        for id, facts in await look.rows(statement, given):
            look.node(str(id), name, facts)
    kinds = {label for node in look.nodes.values() for label in node["_labels"]}
    for type_, join in schema.joins():
        if {join.start, join.end} <= kinds:
            statement = (
                f"MATCH (n:{quote(join.start)})-[r:{quote(type_)}]->(m:{quote(join.end)}) "
                "WHERE elementId(n) IN $value AND elementId(m) IN $value "
                "RETURN elementId(r) AS edge, elementId(n) AS start, elementId(m) AS end"
            )
            for edge, start, end in await look.rows(statement, given):
                look.edge(str(edge), type_, str(start), str(end))
    return look.shown()


class _Look:
    """What is found, by statements that all together have a few seconds."""

    def __init__(self, graph: Graph, schema: Schema, *, cut: bool = False) -> None:
        self._graph, self._schema, self.cut = graph, schema, cut
        self._until = time.monotonic() + _SECONDS
        self.nodes: dict[str, Element] = {}
        self._edges: dict[str, Element] = {}

    async def rows(self, statement: str, value: str | list[str]) -> tuple[tuple[Any, ...], ...]:
        """The rows for the value, once the guard has allowed it; none once the time is up.

        Raises:
            StatementRefused: it has not.
            GraphError: the graph fails.
        """
        parameters = {"value": value}
        verdict = await check_statement(statement, parameters, self._schema)
        if isinstance(verdict, Refused):
            raise StatementRefused(verdict.reason)
        left = self._until - time.monotonic()
        try:
            if left > 0:
                found = await self._graph.run(verdict.cypher, parameters, seconds=left)
                self.cut = self.cut or found.truncated
                return tuple(found.rows)
        except StatementTimeout:
            pass
        self.cut = True
        return ()

    def node(self, id: str, label: str, facts: Mapping[str, Any]) -> None:
        labels = [label, *self._schema.labels[label].implies]
        self.nodes.setdefault(id, Element({"_labels": labels, **facts}, id))

    def edge(self, id: str, type_: str, start: str, end: str) -> None:
        self._edges[id] = Element({"_type": type_}, id, start, end)

    def shown(self) -> Shown:
        return Shown((*self.nodes.values(), *self._edges.values()), self.cut)


def ways(label: Label, schema: Schema) -> Iterator[_Way]:
    """The ways from a label, each once: what an Actor is joined by joins the Person that he is."""
    joined: dict[tuple[str, bool], list[str]] = {}
    for type_, join in schema.joins():
        for near, far, out in ((join.start, join.end, True), (join.end, join.start, False)):
            if near == label.name and far in schema.labels:
                joined.setdefault((type_, out), []).append(far)
    for (type_, out), labels in joined.items():
        for one in _widest(labels, schema):
            yield _Way(type_, out, one)


def _mentions(way: _Way, schema: Schema) -> bool:
    """Whether a way leads to the passages that mention a thing."""
    return way.type == MENTIONS and not way.out and has_documents(schema)


async def _starts(chosen: Chosen, label: Label, look: _Look) -> list[Element]:
    """The chosen nodes, a few where several hold the value."""
    facts = _facts("n", label)
    if chosen.id:
        condition, given = "elementId(n) = $value", chosen.id
    else:
        held = f"n.{quote(chosen.property)}"
        is_text = label.properties[chosen.property].type == "STRING"
        condition = f"{held if is_text else f'toString({held})'} = $value"
        given = chosen.value
    statement = (
        f"MATCH (n:{quote(label.name)}) WHERE {condition} "
        f"RETURN elementId(n) AS id, {facts} AS facts LIMIT 3"
    )
    rows = await look.rows(statement, given)
    labels = [label.name, *label.implies]
    return [Element({"_labels": labels, **facts}, str(id)) for id, facts in rows]


def _statement(label: Label, way: _Way, schema: Schema) -> str:
    before, after = ("-", "->") if way.out else ("<-", "-")
    return (
        f"MATCH (n:{quote(label.name)}){before}[r:{quote(way.type)}]{after}"
        f"(m:{quote(way.label)}) WHERE elementId(n) = $value RETURN elementId(r) AS edge, "
        f"elementId(m) AS node, {_facts('m', schema.labels[way.label])} AS facts LIMIT {_EACH + 1}"
    )


def _facts(variable: str, label: Label) -> str:
    names = [f".{quote(name)}" for name in label.properties][:_PROPERTIES]
    return f"{variable} {{{', '.join(names)}}}"


def _widest(names: Iterable[str], schema: Schema) -> list[str]:
    """Those whose nodes are not all of a wider one, too."""
    kept: list[str] = []
    for name in sorted(dict.fromkeys(names), key=lambda one: -schema.labels[one].count):
        if not set(schema.labels[name].implies) & set(kept):
            kept.append(name)
    return kept


def _narrowest(labels: tuple[str, ...], schema: Schema) -> Label | None:
    """The label of the fewest nodes: whatever joins them is known of it, too."""
    known = [schema.labels[name] for name in labels if name in schema.labels]
    return min(known, key=lambda label: label.count, default=None)
