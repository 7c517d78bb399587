"""What the statement itself tells of its columns: which are counted, and which counted by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from guardrails.cypher import parse
from guardrails.functions import AGGREGATES
from guardrails.syntax import (
    Binary,
    Call,
    CallSubquery,
    Expression,
    Item,
    Name,
    Projection,
    Property,
    Query,
    Subquery,
)
from guardrails.tokens import Unreadable

# Numbers in an order that are no amounts. A date's parts are written as properties or functions.
_PARTS_OF_TIME = frozenset(["month", "quarter", "week", "day", "hour", "dayofweek", "weekday"])
_YEAR = "year"
_ADDED_UP = frozenset(["count", "sum"])


@dataclass(frozen=True, slots=True)
class Role:
    """What is known of a column.

    `figure` says that it sums up several rows, `summed` that it counts or adds up, `reckoned` that
    it is worked out of others, those of `made_of`, `part_of_time` that it is a month, an hour or
    the like. `property` is the property that it shows as it is stored, or "".
    """

    figure: bool = False
    summed: bool = False
    reckoned: bool = False
    part_of_time: bool = False
    property: str = ""
    made_of: frozenset[str] = frozenset()


def roles_of(cypher: str) -> Mapping[str, Role]:
    """Return the role of each named column; none where the statement cannot be read."""
    try:
        query = parse(cypher).query
    except Unreadable:
        return {}
    last = query.branches[0].clauses[-1]
    if not isinstance(last, Projection):
        return {}
    named = {name: item.expression for name, item in _named(query, last)}
    return {_name(item): _role(_resolved(item.expression, named)) for item in last.items}


def _named(query: Query, last: Projection) -> Iterator[tuple[str, Item]]:
    """What names stand for, from the first clause to the one before the last."""
    for branch in query.branches:
        for clause in branch.clauses:
            if isinstance(clause, CallSubquery):
                yield from _named(clause.query, last)
            elif isinstance(clause, Projection) and clause is not last:
                yield from ((_name(item), item) for item in clause.items)


def _name(item: Item) -> str:
    if item.alias:
        return item.alias
    one = item.expression
    if isinstance(one, Property) and isinstance(one.base, Name):
        return f"{one.base.name}.{one.name}"
    return one.name if isinstance(one, Name) else ""


def _resolved(one: Expression, named: Mapping[str, Expression]) -> Expression:
    seen: set[str] = set()
    while isinstance(one, Name) and one.name in named and one.name not in seen:
        seen.add(one.name)
        one = named[one.name]
    return one


def _role(one: Expression) -> Role:
    if isinstance(one, Subquery):
        return Role(figure=True, summed=one.kind.upper() == "COUNT")
    if isinstance(one, Property):
        return Role(part_of_time=one.name.lower() in _PARTS_OF_TIME, property=one.name)
    figure = any(isinstance(p, Call) and p.function.lower() in AGGREGATES for p in one.walk())
    if isinstance(one, Call):
        name = one.function.lower()
        summed = figure and name in _ADDED_UP
        reckoned = not figure and name != _YEAR and name not in _PARTS_OF_TIME
        return Role(figure, summed, reckoned, name in _PARTS_OF_TIME, made_of=_made_of(one))
    return Role(figure=figure, reckoned=isinstance(one, Binary), made_of=_made_of(one))


def _made_of(one: Expression) -> frozenset[str]:
    return frozenset(part.name for part in one.walk() if isinstance(part, Property))
