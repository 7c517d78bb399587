"""A statement held to the very nodes of an earlier answer, where others have their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.errors import GraphError
from bot.ports import Graph
from bot.steps.recall import is_shared
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, apply, quoted
from bot.steps.repair.tokens_of import tokens_of, with_condition
from bot.steps.row_nodes import row_nodes
from guardrails.cypher import Statement, parse
from guardrails.syntax import (
    Binary,
    Constant,
    Expression,
    Index,
    MapOf,
    Name,
    NodePattern,
    Parameter,
    Property,
)
from guardrails.tokens import Unreadable
from memory.conversation import ResultSet
from memory.schema import Scalar, Schema

_SECONDS, _MOST = 3.0, 10_000


async def set_nodes(
    one: ResultSet, values: Sequence[Scalar], graph: Graph, schema: Schema
) -> tuple[str, ...]:
    """Return the element ids of an earlier answer's nodes, in the order of its rows.

    As they were kept, if all are still there; else as the answer's statement finds them now, those
    of the values that it had. () where names tell them, or where nobody knows.
    """
    first = next(iter(one.exchange.mentions), None)
    if first is None or not one.kind or not is_shared(first, schema):
        return ()
    label, _, name = one.kind.partition(".")
    kept, asked = one.nodes, one.exchange
    still = (
        f"MATCH (n:{quoted(label)}) WHERE elementId(n) IN $ids AND n.{quoted(name)} IN $names "
        "RETURN elementId(n) AS id"
    )
    try:
        if kept:
            given = {"ids": list(kept), "names": list(values)}
            found = await graph.run(still, given, max_rows=_MOST, seconds=_SECONDS)
            if {row[0] for row in found.rows} == set(kept):
                return kept
        rows = await graph.run(asked.cypher or "", asked.parameters, max_rows=_MOST)
    except GraphError:
        return ()
    seen = (asked.cypher or "", asked.parameters, rows, first, schema, graph)
    behind = await row_nodes(*seen, most=_MOST)
    # The column that shows what stands for each.
    known = set(map(repr, values))
    shown = [sum(repr(x) in known for x in column) for column in zip(*rows.rows, strict=True)]
    if not behind or not any(shown):
        return ()
    at = shown.index(max(shown))
    pairs = zip(rows.rows, behind, strict=True)
    held = [ids for row, ids in pairs if repr(row[at]) in known]
    return tuple(dict.fromkeys(id_ for ids in held for id_ in ids)) if all(held) else ()


def held_to_nodes(cypher: str, one: ResultSet, schema: Schema, nodes: Sequence[str]) -> str:
    """Return a statement in which the names of an earlier answer mean its nodes alone.

    >>> from memory.conversation import Exchange, Mention, ResultSet
    >>> from memory.schema import Label, Property
    >>> schema = Schema({"Ship": Label("Ship", 9, {"name": Property("name", ("STRING",))})}, {})
    >>> ships = tuple(Mention("Ship", "name", "Ada", nodes=(id_,)) for id_ in ("4", "7"))
    >>> one = ResultSet("a1", Exchange("", "", "", row_count=2, mentions=ships))
    >>> said = "MATCH (s:Ship) WHERE s.name IN $a1 RETURN s.age"
    >>> print(held_to_nodes(said, one, schema, one.nodes))
    MATCH (s:Ship) WHERE (s.name IN $a1 AND elementId(s) IN $a1_ids) RETURN s.age
    >>> print(held_to_nodes("MATCH (s:Ship {name: $a1[1]}) RETURN s.age", one, schema, one.nodes))
    MATCH (s:Ship {name: $a1[1]}) WHERE elementId(s) = $a1_ids[1] RETURN s.age
    """
    try:
        statement = parse(cypher)
    except Unreadable:
        return cypher
    parameters = {p.name for p in statement.query.walk() if isinstance(p, Parameter)}
    if not nodes or one.ids_name in parameters:
        return cypher
    paired = len(nodes) == len(one.exchange.mentions)
    fixes = [Fix("nodes", "", edits) for edits in _edits(statement, one, schema, paired=paired)]
    return apply(statement.text, fixes)[0] if fixes else cypher


def _edits(
    statement: Statement, one: ResultSet, schema: Schema, *, paired: bool
) -> Iterator[tuple[Edit, ...]]:
    label, _, name = one.kind.partition(".")
    bindings = bindings_of(statement.query, schema)

    def held(variable: str, value: Expression) -> str:
        """The condition on a variable's element id; "" where it is not held to the set."""
        if label not in bindings.of(variable) or not _is_of(value, one):
            return ""
        node = f"elementId({quoted(variable)})"
        if isinstance(value, Index) and paired:
            at = statement.text[value.index.start : value.index.end]
            return f"{node} = ${one.ids_name}[{at}]"
        return f"{node} IN ${one.ids_name}"

    for part in statement.query.walk():
        if isinstance(part, Binary) and part.operator in ("=", "<>", "IN"):
            left, right = part.left, part.right
            if not isinstance(left, Property) and part.operator != "IN":
                left, right = right, left
            if not isinstance(left, Property) or left.name != name:
                continue
            condition = held(left.base.name, right) if isinstance(left.base, Name) else ""
            if condition:
                told = f"OR NOT {condition}" if part.operator == "<>" else f"AND {condition}"
                yield Edit(part.start, part.start, "("), Edit(part.end, part.end, f" {told})")
        if isinstance(part, NodePattern) and isinstance(part.properties, MapOf) and part.variable:
            values = (value for key, value in part.properties.entries if key == name)
            condition = next((held(part.variable, value) for value in values), "")
            if condition:
                tokens = tokens_of(statement.text)
                at = next(n for n, t in enumerate(tokens.tokens) if t.start >= part.start)
                yield with_condition(tokens, at, condition) or ()


def _is_of(value: Expression, one: ResultSet) -> bool:
    """Whether an expression is a set, or one of it by a number."""
    if isinstance(value, Index):
        return isinstance(value.index, Constant) and _is_of(value.base, one)
    return isinstance(value, Parameter) and value.name == one.name
