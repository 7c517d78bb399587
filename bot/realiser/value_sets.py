"""Words for values held against those of others: towns with customers but without suppliers."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.words import plural
from bot.realiser.clauses import Teller
from memory.query import (
    Aggregate,
    Attribute,
    Comparison,
    Condition,
    Exists,
    Not,
    Pattern,
    Query,
)
from memory.schema import Schema


def held_values(query: Query, schema: Schema) -> str | None:
    """Towns with both customers and suppliers, of which the tree tells those of customers."""
    if len(query.columns) != 1:
        return None
    told = query.columns[0].operand
    if isinstance(told, Aggregate) and told.function == "count" and told.distinct:
        told = told.operand  # type: ignore[assignment]
    if not isinstance(told, Attribute):
        return None
    tests = [(t, other) for t in query.pattern.where if (other := _other(t, told)) is not None]
    if len(tests) != 1:
        return None
    (test, (pattern, theirs)) = tests[0]
    known = Comparison(told, "IS NOT NULL")
    where = tuple(t for t in query.pattern.where if t not in (test, known))
    alone = replace(query, pattern=replace(query.pattern, where=where), distinct=False)
    them = replace(alone, pattern=pattern, subject=theirs.variable, distinct_on=())
    first, second = (_things(one, schema) for one in (alone, them))
    values = plural(Teller(alone, schema).operand(told))
    if isinstance(test, Not):
        return f"{_many(query)}{values} with {first} but no {second}"
    return f"{_many(query)}{values} with both {first} and {second}"


def _many(query: Query) -> str:
    return "the number of " if query.form == "count" else ""


def _things(query: Query, schema: Schema) -> str:
    noun, rest = Teller(query, schema).subject()
    return noun + rest


def _other(test: Condition, told: Attribute) -> tuple[Pattern, Attribute] | None:
    """The pattern in which others have the same value, and their property."""
    found = test.condition if isinstance(test, Not) else test
    if not isinstance(found, Exists):
        return None
    for same in found.pattern.where:
        if isinstance(same, Comparison) and (same.operator, same.right) == ("=", told):
            rest = tuple(t for t in found.pattern.where if t != same)
            inner = {n.variable for n in found.pattern.nodes}
            if isinstance(same.left, Attribute) and told.variable not in inner:
                return replace(found.pattern, where=rest), same.left
    return None
