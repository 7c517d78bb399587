"""Which columns rows are groups by."""

from __future__ import annotations

from memory.query import Aggregate, Attribute, Entity, Function, Operand, Query, Share


def group_keys(query: Query | None) -> tuple[int, ...]:
    """The columns that rows are groups by; none where rows are individuals."""
    if query is None:
        return ()
    operands = [column.operand for column in query.columns]
    keys = beside_figures(query)
    # An individual is told by itself; a year that many have is none.
    spans = bool(keys) and all(isinstance(operands[n], Function) for n in keys)
    summed = any(isinstance(o, Aggregate) and _sums_up(o, query) for o in operands)
    of_others = not any(about_subject(operands[n], query) for n in keys)
    return keys if spans or summed or of_others else ()


def beside_figures(query: Query) -> tuple[int, ...]:
    """The columns beside those that sum up; none where nothing does."""
    operands = [column.operand for column in query.columns]
    if not any(isinstance(operand, Aggregate) for operand in operands):
        return ()
    keys = (n for n, operand in enumerate(operands) if not isinstance(operand, Aggregate | Share))
    return tuple(keys)


def about_subject(operand: Operand | None, query: Query) -> bool:
    """Whether a column tells of what the question asks for."""
    return isinstance(operand, Attribute | Entity) and operand.variable == query.subject


def _sums_up(aggregate: Aggregate, query: Query) -> bool:
    """Whether a figure is taken of many subjects, so that a row is none of them."""
    counted = aggregate.function == "count" and aggregate.operand is None
    return counted or about_subject(aggregate.operand, query)
