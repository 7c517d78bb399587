"""What the variables of a statement stand for: which labels, which relationship types.

A hop is a relationship pattern with the nodes at its ends. A node without a label gets the labels
that the hops around it allow, so that `(m)<-[:DIRECTED]-(d:Director)` knows what `m` can be.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from guardrails.syntax import (
    Item,
    LabelExpression,
    LabelName,
    LabelOperation,
    Name,
    NodePattern,
    Part,
    Path,
    Query,
    RelationshipPattern,
)
from memory.schema import Schema

_PASSES = 4
_OTHER_WAY: dict[Literal[">", "<", ""], Literal[">", "<", ""]] = {">": "<", "<": ">", "": ""}


@dataclass(frozen=True, slots=True)
class Hop:
    """`left relationship right` as written, number `index` of the path's elements."""

    path: Path
    index: int
    left: NodePattern
    relationship: RelationshipPattern
    right: NodePattern

    @property
    def types(self) -> tuple[str, ...]:
        """The relationship types that are named."""
        return label_names(self.relationship.types)


def hops(part: Part) -> Iterator[Hop]:
    """Every hop between two plain nodes, in the order of the text."""
    for path in part.walk():
        if isinstance(path, Path):
            for i in range(1, len(path.elements) - 1, 1):
                rel = path.elements[i]
                left, right = path.elements[i - 1], path.elements[i + 1]
                if (
                    isinstance(rel, RelationshipPattern)
                    and isinstance(left, NodePattern)
                    and isinstance(right, NodePattern)
                ):
                    yield Hop(path, i, left, rel, right)


def label_names(labels: LabelExpression | None) -> tuple[str, ...]:
    """The names in a label expression, but those that are excluded with `!`."""
    if labels is None:
        return ()
    if isinstance(labels, LabelName):
        return (labels.name,)
    if labels.operator == "!":
        return ()
    return tuple(name for operand in labels.operands for name in label_names(operand))


def label_parts(labels: LabelExpression | None) -> Iterator[LabelName]:
    """The names in a label expression, with their places."""
    if labels is not None:
        for part in labels.walk():
            if isinstance(part, LabelName):
                yield part


class Bindings:
    """The labels and types that the variables of a query can have.

    A name stands for the same thing in the whole query, its sub-queries included; where `WITH`
    renames a variable both names do.
    """

    def __init__(self, query: Query, schema: Schema) -> None:
        """Reads the query against the schema."""
        self._schema = schema
        self.query = query
        self.hops = tuple(hops(query))
        self._same = _renamed(query)
        self._all = frozenset(schema.labels)
        self._nodes: dict[str, frozenset[str]] = {}
        self._relationships: dict[str, tuple[str, ...]] = {}
        self._declare()
        self.turned: list[Hop] = []
        self._settle()

    def labels(self, node: NodePattern) -> frozenset[str]:
        """The labels that a node can have; all of them where nothing is known."""
        key = self._key(node)
        if key in self._nodes:
            return self._nodes[key]
        return self._declared(node)

    def of(self, variable: str) -> tuple[str, ...]:
        """The labels, or the types, that a variable can have; () where it has neither."""
        name = self._same.get(variable, variable)
        if name in self._relationships:
            return self._relationships[name]
        return tuple(sorted(self._nodes.get(name, ())))

    def is_node(self, variable: str) -> bool:
        """Whether the variable stands for a node."""
        return self._same.get(variable, variable) in self._nodes

    def is_relationship(self, variable: str) -> bool:
        """Whether the variable stands for a relationship (or a list of them)."""
        return self._same.get(variable, variable) in self._relationships

    def certain(self, variable: str) -> bool:
        """Whether less than all labels are possible."""
        name = self._same.get(variable, variable)
        return name in self._relationships or self._nodes.get(name, self._all) != self._all

    def possible(self, hop: Hop, *, turned: bool = False) -> bool:
        """Whether the graph has such a hop, as written or turned round."""
        return bool(self._joins(hop, turned=turned))

    def types_between(self, left: frozenset[str], right: frozenset[str]) -> list[tuple[str, str]]:
        """(type, direction as seen from the left) of the types that join these labels."""
        found = []
        for type_, join in self._schema.joins():
            if join.start in left and join.end in right:
                found.append((type_, ">"))
            if join.start in right and join.end in left:
                found.append((type_, "<"))
        return list(dict.fromkeys(found))

    def _key(self, node: NodePattern) -> str:
        if node.variable is None:
            return f"@{node.start}"
        return self._same.get(node.variable, node.variable)

    def _declared(self, node: NodePattern) -> frozenset[str]:
        labels = node.labels
        if isinstance(labels, LabelOperation) and labels.operator == "&":
            # A node that bears several labels: each is one, the first known one will do.
            labels = labels.operands[0]
        named = frozenset(label_names(labels)) & self._all
        return named or self._all

    def _declare(self) -> None:
        for part in self.query.walk():
            if isinstance(part, NodePattern):
                key = self._key(part)
                declared, known = self._declared(part), self._nodes.get(key, self._all)
                self._nodes[key] = (known & declared) or (known | declared)
            elif isinstance(part, RelationshipPattern) and part.variable:
                self._relationships[part.variable] = label_names(part.types)

    def _settle(self) -> None:
        """Turn what can only be turned, and narrow what has no label by what its hops allow.

        Hops between labels that are known come first: what they leave is sure.
        """
        open_hops = list(self.hops)
        for attempt in range(_PASSES):
            for hop in list(open_hops):
                sure = self._sure(hop.left) and self._sure(hop.right)
                if attempt == 0 and not sure:
                    continue
                joins = self._joins(hop)
                if not joins and hop.relationship.direction:
                    joins = [(e, s) for s, e in self._joins(hop, turned=True)]
                    joins = [(s, e) for e, s in joins]
                    if joins:
                        self.turned.append(hop)
                if joins:
                    self._narrow(hop, joins)
                    if sure or hop in self.turned:
                        open_hops.remove(hop)

    def _sure(self, node: NodePattern) -> bool:
        return self.labels(node) != self._all

    def _joins(self, hop: Hop, *, turned: bool = False) -> list[tuple[str, str]]:
        """(label of the left, label of the right) of the joins that fit the hop."""
        direction = hop.relationship.direction
        if turned:
            direction = _OTHER_WAY[direction]
        left, right = self.labels(hop.left), self.labels(hop.right)
        types = [t for t in hop.types if t in self._schema.relationships]
        if hop.types and not types:
            return []
        named = types or list(self._schema.relationships)
        pairs: list[tuple[str, str]] = []
        for type_ in named:
            for join in self._schema.relationships[type_].joins:
                if direction != "<":
                    pairs.append((join.start, join.end))
                if direction != ">":
                    pairs.append((join.end, join.start))
        if hop.relationship.hops not in (None, (1, 1)):
            # Between the ends lie others: each end must be able to begin or end one.
            firsts = {a for a, _ in pairs} & left
            lasts = {b for _, b in pairs} & right
            return [(a, b) for a in firsts for b in lasts]
        return [(a, b) for a, b in pairs if a in left and b in right]

    def _narrow(self, hop: Hop, joins: Sequence[tuple[str, str]]) -> None:
        hops = hop.relationship.hops
        if hops is not None and hops[0] == 0:
            return
        self._nodes[self._key(hop.left)] = frozenset(a for a, _ in joins)
        self._nodes[self._key(hop.right)] = frozenset(b for _, b in joins)


def _renamed(query: Query) -> dict[str, str]:
    """New name: first name, of the variables that `WITH a AS b` renames."""
    same: dict[str, str] = {}
    for part in query.walk():
        if isinstance(part, Item) and part.alias and isinstance(part.expression, Name):
            old = part.expression.name
            if part.alias != old:
                same[part.alias] = same.get(old, old)
    return same


def bindings_of(query: Query, schema: Schema) -> Bindings:
    """The bindings of a query; those asked for last are kept, as each repair asks anew."""
    for known_query, known_schema, found in _recent:
        if known_query is query and known_schema is schema:
            return found
    found = Bindings(query, schema)
    _recent.append((query, schema, found))
    return found


_recent: deque[tuple[Query, Schema, Bindings]] = deque(maxlen=4)
