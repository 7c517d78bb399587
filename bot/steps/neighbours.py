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

from bot.element import Element
from bot.errors import StatementRefused, StatementTimeout
from bot.offline.cypher_paths import quote
from bot.ports import Graph
from guardrails.statement import Refused, check_statement
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


async def neighbours(chosen: Chosen, graph: Graph, schema: Schema) -> Shown:
    """What nodes are joined with, as far as it may be seen.

    Raises:
        StatementRefused: such nodes may not be looked at, or are none of this graph.
        GraphError: the graph fails before anything was found.
    """
    label = _narrowest(chosen.labels, schema)
    if label is None or (not chosen.id and chosen.property not in label.properties):
        raise StatementRefused("This graph has no such node.")
    until = time.monotonic() + _SECONDS
    nodes: dict[str, Element] = {}
    edges: dict[str, Element] = {}
    cut = False
    for start in await _starts(chosen, label, graph, schema):
        nodes[start.id] = start
        for way in ways(label, schema):
            left = until - time.monotonic()
            if left <= 0 or len(nodes) >= _MOST:
                cut = True
                break
            try:
                rows = await _rows(_statement(label, way, schema), start.id, graph, schema, left)
            except StatementTimeout:
                cut = True
                break
            cut = cut or len(rows) > _EACH
            labels = [way.label, *schema.labels[way.label].implies]
            for edge, node, facts in rows[:_EACH]:
                nodes.setdefault(str(node), Element({"_labels": labels, **facts}, str(node)))
                ends = (start.id, str(node)) if way.out else (str(node), start.id)
                edges[str(edge)] = Element({"_type": way.type}, str(edge), *ends)
    return Shown((*nodes.values(), *edges.values()), cut)


async def named_by(ids: Collection[str], graph: Graph, schema: Schema) -> Shown:
    """The nodes with these identifiers, as far as they may be seen, and what joins them.

    Raises:
        StatementRefused: the guard allows none of it.
        GraphError: the graph fails.
    """
    given = list(ids)[:_MOST_NAMED]
    nodes: dict[str, Element] = {}
    edges: dict[str, Element] = {}
    for label in (schema.labels[name] for name in _widest(schema.labels, schema)):
        statement = (
            f"MATCH (n:{quote(label.name)}) WHERE elementId(n) IN $value "
            f"RETURN elementId(n) AS id, {_facts('n', label)} AS facts"
        )
        for id, facts in await _rows(statement, given, graph, schema, _SECONDS):
            nodes.setdefault(str(id), Element({"_labels": [label.name], **facts}, str(id)))
    kinds = {label for node in nodes.values() for label in node["_labels"]}
    for type_, join in schema.joins():
        if not {join.start, join.end} <= kinds:
            continue
        statement = (
            f"MATCH (n:{quote(join.start)})-[r:{quote(type_)}]->(m:{quote(join.end)}) "
            "WHERE elementId(n) IN $value AND elementId(m) IN $value "
            "RETURN elementId(r) AS edge, elementId(n) AS start, elementId(m) AS end"
        )
        for edge, start, end in await _rows(statement, given, graph, schema, _SECONDS):
            edges[str(edge)] = Element({"_type": type_}, str(edge), str(start), str(end))
    return Shown((*nodes.values(), *edges.values()), len(given) < len(ids))


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


async def _starts(chosen: Chosen, label: Label, graph: Graph, schema: Schema) -> list[Element]:
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
    rows = await _rows(statement, given, graph, schema, _SECONDS)
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


async def _rows(
    statement: str, value: str | list[str], graph: Graph, schema: Schema, seconds: float
) -> tuple[tuple[Any, ...], ...]:
    parameters: Mapping[str, Any] = {"value": value}
    verdict = await check_statement(statement, parameters, schema)
    if isinstance(verdict, Refused):
        raise StatementRefused(verdict.reason)
    return (await graph.run(verdict.cypher, parameters, seconds=seconds)).rows


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
