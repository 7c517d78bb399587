"""Moments that are kept as numbers from 1970 are told as dates."""

from __future__ import annotations

from dataclasses import replace

from bot.stored.comparing import as_date
from bot.stored.kinds import EPOCHS, kind_of
from memory.query import Aggregate, Attribute, Function, Operand, Query
from memory.schema import Label, Relationship, Schema


def as_moments(query: Query, schema: Schema) -> Query:
    """The tree with columns that a person can read: 2021-03-14, not 1615680000."""
    if query.distinct and query.order:
        # Rows are then sorted by what is in them.
        return query
    bearing = [(n.variable, schema.labels.get(x)) for n in query.pattern.nodes for x in n.labels]
    of_types = [
        (e.variable, schema.relationships.get(x)) for e in query.pattern.edges for x in e.types
    ]
    owners: dict[str | None, Label | Relationship | None] = {**dict(bearing), **dict(of_types)}

    def told(operand: Operand) -> Operand:
        if isinstance(operand, Aggregate) and operand.function in ("min", "max"):
            return operand if operand.operand is None else _within(operand, told(operand.operand))
        owner = owners.get(operand.variable) if isinstance(operand, Attribute) else None
        if not isinstance(operand, Attribute) or owner is None:
            return operand
        property = owner.properties.get(operand.property)
        kind = kind_of(property) if property is not None else "text"
        return as_date(operand, kind) if kind in EPOCHS else operand

    columns = tuple(replace(c, operand=told(c.operand)) for c in query.columns)
    return query if columns == query.columns else replace(query, columns=columns)


def _within(operand: Aggregate, inner: Operand) -> Operand:
    return replace(operand, operand=inner) if isinstance(inner, Function) else operand
