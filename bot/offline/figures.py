"""The values in a query tree that queries of their own give, and aggregates of aggregates."""

from __future__ import annotations

from collections.abc import Iterator

from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Arithmetic,
    Comparison,
    Condition,
    Exists,
    Figure,
    Function,
    Not,
    Operand,
    Query,
)


def figures_of(query: Query) -> tuple[Figure, ...]:
    """The figures that a query compares with, each once."""
    found = list(figures_in((*query.pattern.where, *query.having)))
    if query.source is not None:
        found = [*figures_of(query.source), *found]
    return tuple(dict.fromkeys(found))


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


def nested(query: Query) -> Aggregate | None:
    """The aggregate whose values another one of the columns sums up."""
    for column in query.columns:
        operand = column.operand
        if isinstance(operand, Aggregate) and isinstance(operand.operand, Aggregate):
            return operand.operand
    return None
