"""A list with nothing in it is as good as none: without tags, whether missing or empty."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from memory.query import (
    AllOf,
    AnyOf,
    Attribute,
    Comparison,
    Condition,
    Constant,
    Exists,
    Function,
    Not,
    Operand,
    Pattern,
    Query,
)
from memory.schema import Property, Schema

HOW_MANY = "how_many"

_Owners = Mapping[str, tuple[str, ...]]


def as_empty(query: Query, schema: Schema) -> Query:
    """The tree in which lists are missing, or there, by how much is in them."""
    shown = {x.operand for x in query.order} | {x.operand for x in query.columns}
    shown |= {x.operands[0] for x in shown if isinstance(x, Function) and x.operands}
    return replace(query, pattern=_pattern(query.pattern, schema, {}, shown))


def _pattern(pattern: Pattern, schema: Schema, outer: _Owners, shown: set[Operand]) -> Pattern:
    owners = {
        **outer,
        **{node.variable: node.labels for node in pattern.nodes},
        **{edge.variable: edge.types for edge in pattern.edges if edge.variable},
    }
    return replace(pattern, where=tuple(_told(t, schema, owners, shown) for t in pattern.where))


def _told(test: Condition, schema: Schema, owners: _Owners, shown: set[Operand]) -> Condition:
    match test:
        case Comparison(Attribute(variable, property) as left, "IS NULL" | "IS NOT NULL"):
            held = (_kept(schema, owner, property) for owner in owners.get(variable, ()))
            if not any(x is not None and x.type.startswith("LIST") for x in held) or left in shown:
                return test
            there = test.operator == "IS NOT NULL"
            return Comparison(Function(HOW_MANY, (left,)), ">" if there else "=", Constant(0))
        case Not(inner):
            return Not(_told(inner, schema, owners, shown))
        case AllOf(inner) | AnyOf(inner):
            return replace(test, conditions=tuple(_told(t, schema, owners, shown) for t in inner))
        case Exists(inside):
            return Exists(_pattern(inside, schema, owners, shown))
    return test


def _kept(schema: Schema, owner: str, name: str) -> Property | None:
    """A property of a label or of a relationship type."""
    kinds = schema.labels if owner in schema.labels else schema.relationships
    return kinds[owner].properties.get(name) if owner in kinds else None
