"""The values in a query tree that queries of their own give, and aggregates of aggregates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Arithmetic,
    Comparison,
    Condition,
    Entity,
    Exists,
    Figure,
    Function,
    Not,
    Operand,
    Query,
    Share,
)


def figures_of(query: Query) -> tuple[Figure, ...]:
    """The figures that a query tells or compares with, each once."""
    shares = [c.operand.condition for c in query.columns if isinstance(c.operand, Share)]
    reckoned = [c.operand for c in query.columns if isinstance(c.operand, Arithmetic | Function)]
    within = (figure for operand in reckoned for figure in _figures(operand))
    found = [
        *figures_beside(query),
        *within,
        *figures_in((*query.pattern.where, *query.having, *shares)),
    ]
    if query.source is not None:
        found = [*figures_of(query.source), *found]
    return tuple(dict.fromkeys(found))


def figures_beside(query: Query) -> tuple[Figure, ...]:
    """The figures that a query tells in columns of their own, and holds nothing against."""
    told = tuple(c.operand for c in query.columns if isinstance(c.operand, Figure))
    held = set(figures_in((*query.pattern.where, *query.having))) if told else set()
    return tuple(figure for figure in told if figure not in held)


def without_figures(query: Query) -> Query:
    """The tree without the figures beside what it is about."""
    beside = figures_beside(query)
    own = tuple(c for c in query.columns if c.operand not in beside)
    if len(own) == len(query.columns):
        return query
    counts = [isinstance(c.operand, Aggregate) and c.operand.function == "count" for c in own]
    return replace(query, columns=own, form="count" if counts == [True] else query.form)


def figures_in(conditions: tuple[Condition, ...]) -> Iterator[Figure]:
    """The figures that conditions compare with."""
    for condition in conditions:
        match condition:
            case Comparison(left, _, right):
                yield from _figures(left)
                yield from _figures(right)
            case AllOf(inner) | AnyOf(inner):
                yield from figures_in(inner)
            case Not(one):
                yield from figures_in((one,))
            case Exists(pattern):
                yield from figures_in(pattern.where)


def _figures(operand: Operand | None) -> Iterator[Figure]:
    match operand:
        case Figure():
            yield operand
        case Arithmetic(_, left, right):
            yield from _figures(left)
            yield from _figures(right)
        case Function(_, operands):
            for inner in operands:
                yield from _figures(inner)


def own_groups(query: Query) -> set[str]:
    """The nodes each of which has a figure that its own are held against: their departments."""
    groups = (group for figure in figures_of(query) for group in figure.each)
    return {group.variable for group in groups if isinstance(group, Entity)}


def nested(query: Query) -> Aggregate | None:
    """The aggregate whose values another column sums up, or tests for a share."""
    for column in query.columns:
        operand = column.operand
        if isinstance(operand, Aggregate) and isinstance(operand.operand, Aggregate):
            return operand.operand
        if isinstance(operand, Share):
            for test in parts_of(operand.condition):
                if isinstance(test, Comparison) and isinstance(test.left, Aggregate):
                    return test.left
    return None


def parts_of(condition: Condition) -> tuple[Condition, ...]:
    """What a condition is made of, all of which must hold."""
    return condition.conditions if isinstance(condition, AllOf) else (condition,)
