"""Pure edits of query trees: another value in a condition, another order, the individuals named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memory.query import (
    AllOf,
    AnyOf,
    Arithmetic,
    Attribute,
    Comparison,
    Condition,
    Constant,
    Exists,
    Figure,
    Function,
    Not,
    Operand,
    Pattern,
    Query,
    Share,
)
from memory.schema import LinkedValue, Scalar

Edit = Callable[[Comparison], Sequence[Condition]]


@dataclass(frozen=True, slots=True)
class Slot:
    """A comparison of a property with a value: what "what about ...?" can fill anew.

    `labels` are those of the node that has the property (none for a relationship).
    """

    labels: tuple[str, ...]
    attribute: Attribute
    comparison: Comparison

    @property
    def values(self) -> tuple[Scalar, ...]:
        """The values it compares with."""
        assert isinstance(self.comparison.right, Constant)
        held = self.comparison.right.value
        return held if isinstance(held, tuple) else (held,)


def slots(query: Query) -> Iterator[Slot]:
    """Every comparison of a property with a value, in the order of the tree."""
    if query.source is not None:
        yield from slots(query.source)
    yield from _slots(query.pattern, {})
    if query.optional is not None:
        labels = {node.variable: node.labels for node in query.pattern.nodes}
        yield from _slots(query.optional, labels)
    for condition in query.having:
        yield from _slots_of(condition, {})
    for column in query.columns:
        if isinstance(column.operand, Share):
            labels = {node.variable: node.labels for node in query.pattern.nodes}
            yield from _slots_of(column.operand.condition, labels)
    for figure in _beside(query):
        yield from slots(figure.query)


def _slots(pattern: Pattern, outer: dict[str, tuple[str, ...]]) -> Iterator[Slot]:
    labels = {**outer, **{node.variable: node.labels for node in pattern.nodes if node.labels}}
    for condition in pattern.where:
        yield from _slots_of(condition, labels)


def _slots_of(condition: Condition, labels: dict[str, tuple[str, ...]]) -> Iterator[Slot]:
    match condition:
        case Comparison():
            attribute = attribute_of(condition.left)
            if attribute is not None and isinstance(condition.right, Constant):
                yield Slot(labels.get(attribute.variable, ()), attribute, condition)
        case AllOf() | AnyOf():
            for part in condition.conditions:
                yield from _slots_of(part, labels)
        case Not():
            yield from _slots_of(condition.condition, labels)
        case Exists():
            yield from _slots(condition.pattern, labels)


def attribute_of(operand: Operand) -> Attribute | None:
    """The property that an operand is about: itself, or the one a function is applied to."""
    if isinstance(operand, Attribute):
        return operand
    if isinstance(operand, Function):
        return next((a for o in operand.operands if (a := attribute_of(o)) is not None), None)
    return None


def attributes_of(operand: object) -> list[Attribute]:
    """The properties that an operand is made of, those of aggregates aside."""
    if isinstance(operand, Attribute):
        return [operand]
    if isinstance(operand, Function):
        return [x for inner in operand.operands for x in attributes_of(inner)]
    if isinstance(operand, Arithmetic):
        return [*attributes_of(operand.left), *attributes_of(operand.right)]
    return []


def edit_comparisons(query: Query, edit: Edit) -> Query:
    """The query with every comparison replaced by what `edit` makes of it (none drops it)."""
    source = edit_comparisons(query.source, edit) if query.source is not None else None
    pattern = _edit_pattern(query.pattern, edit)
    having = tuple(kept for c in query.having for kept in _edited(c, edit))
    optional = _edit_pattern(query.optional, edit) if query.optional is not None else None
    beside = {one: edit_comparisons(one.query, edit) for one in _beside(query)}
    columns = tuple(
        replace(c, operand=replace(c.operand, query=beside[c.operand]))
        if isinstance(c.operand, Figure) and c.operand in beside
        else replace(c, operand=_edit_share(c.operand, edit))
        for c in query.columns
    )
    return replace(
        query, source=source, pattern=pattern, having=having, optional=optional, columns=columns
    )


def _beside(query: Query) -> list[Figure]:
    """The figures that answer questions of their own: nothing is held against them."""
    tests = (t for t in (*query.pattern.where, *query.having) if isinstance(t, Comparison))
    held = {operand for test in tests for operand in (test.left, test.right)}
    told = (c.operand for c in query.columns)
    return [x for x in told if isinstance(x, Figure) and x not in held]


def _edit_share(operand: Operand, edit: Edit) -> Operand:
    if not isinstance(operand, Share):
        return operand
    kept = _edited(operand.condition, edit)
    return replace(operand, condition=_all(kept)) if kept else operand


def _edit_pattern(pattern: Pattern, edit: Edit) -> Pattern:
    return replace(pattern, where=tuple(kept for c in pattern.where for kept in _edited(c, edit)))


def _edited(condition: Condition, edit: Edit) -> Sequence[Condition]:
    match condition:
        case Comparison():
            return edit(condition)
        case AllOf(conditions=parts):
            kept = tuple(new for part in parts for new in _edited(part, edit))
            return (AllOf(kept),) if len(kept) > 1 else kept
        case AnyOf(conditions=parts):
            kept = tuple(_all(new) for part in parts if (new := _edited(part, edit)))
            return (AnyOf(kept),) if len(kept) > 1 else kept
        case Not(condition=part):
            return tuple(Not(new) for new in _edited(part, edit))
        case Exists(pattern=pattern):
            return (Exists(_edit_pattern(pattern, edit)),)
    return (condition,)


def _all(conditions: Sequence[Condition]) -> Condition:
    return conditions[0] if len(conditions) == 1 else AllOf(tuple(conditions))


def replace_value(query: Query, slot: Slot, old: Scalar | None, new: Scalar) -> Query:
    """The query with `new` where `slot` compares with `old` (None: with any value)."""

    def edit(comparison: Comparison) -> Sequence[Condition]:
        if comparison != slot.comparison or not isinstance(comparison.right, Constant):
            return (comparison,)
        held = comparison.right.value
        if old is None or not isinstance(held, tuple):
            held = (new,) if isinstance(held, tuple) else new
        else:
            held = tuple(dict.fromkeys(new if value == old else value for value in held))
        return (replace(comparison, right=Constant(held), nodes=()),)

    return edit_comparisons(query, edit)


def meaning_nodes(query: Query, links: Sequence[LinkedValue]) -> Query:
    """The query with each value held to the very nodes that an earlier answer means by it."""
    known: dict[tuple[str, Any], tuple[str, ...]]
    known = {(one.property, one.value): one.nodes for one in links if one.nodes}

    def edit(comparison: Comparison) -> Sequence[Condition]:
        left, right = comparison.left, comparison.right
        if comparison.operator not in ("=", "<>") or not isinstance(left, Attribute):
            return (comparison,)
        nodes = known.get((left.property, right.value)) if isinstance(right, Constant) else None
        return (replace(comparison, nodes=nodes) if nodes else comparison,)

    return edit_comparisons(query, edit) if known else query
