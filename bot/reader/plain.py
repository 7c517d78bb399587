"""Conditions in one form of all those that say the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from memory.query import AllOf, AnyOf, Comparison, Condition, Constant, Exists, Not, Operand
from memory.schema import Scalar

_DENIED = {">": "<=", ">=": "<", "=": "<>", "IS NULL": "IS NOT NULL"}
_DENIED |= {after: before for before, after in _DENIED.items()}


def flat(where: Iterable[Condition]) -> Iterator[Condition]:
    """Yield the conditions of which all must hold, each in plain form."""
    for one in where:
        told = plain(one)
        if isinstance(told, AllOf):
            yield from flat(told.conditions)
        else:
            yield told


def plain(condition: Condition) -> Condition:
    """Return a condition without what can be told more simply."""
    if isinstance(condition, Comparison):
        return _test(condition)
    if isinstance(condition, AllOf):
        return AllOf(tuple(flat(condition.conditions)))
    if isinstance(condition, AnyOf):
        return _one_of(AnyOf(tuple(map(plain, condition.conditions))))
    if isinstance(condition, Not):
        denied = plain(condition.condition)
        if isinstance(denied, Not):
            return denied.condition
        if isinstance(denied, (AllOf, AnyOf)):
            other = AnyOf if isinstance(denied, AllOf) else AllOf
            return plain(other(tuple(map(Not, denied.conditions))))
        if isinstance(denied, Comparison) and denied.operator in _DENIED:
            return _test(replace(denied, operator=_DENIED[denied.operator]))  # type: ignore[arg-type]
        return Not(denied)
    if isinstance(condition, Exists):
        return _either(condition)
    return condition


def _either(there: Exists) -> Condition:
    """That one of several relationships is there: that there is either."""
    edges = there.pattern.edges
    if len(edges) != 1 or len(edges[0].types) < 2:
        return there
    single = (replace(edges[0], types=(type_,)) for type_ in edges[0].types)
    return AnyOf(tuple(Exists(replace(there.pattern, edges=(edge,))) for edge in single))


def _test(test: Comparison) -> Comparison:
    """Without case where it does not count; of one value by being equal, of two by the other."""
    right = test.right
    if not isinstance(right, Constant):
        return test
    if test.folded and isinstance(right.value, str):
        return replace(test, right=Constant(right.value.lower()))
    if test.operator == "IN" and isinstance(right.value, tuple) and len(right.value) == 1:
        return replace(test, operator="=", right=Constant(right.value[0]))
    if test.operator == "<>" and isinstance(right.value, bool):
        return replace(test, operator="=", right=Constant(not right.value))
    return test


def _one_of(either: AnyOf) -> Condition:
    """That a property is one of some values, where no more is told."""
    values, lefts = list[Scalar](), set[Operand]()
    for one in either.conditions:
        if not isinstance(one, Comparison) or one.operator not in ("=", "IN") or one.folded:
            return either
        if not isinstance(one.right, Constant):
            return either
        value = one.right.value
        values += value if isinstance(value, tuple) else [value]
        lefts.add(one.left)
    return Comparison(lefts.pop(), "IN", Constant(tuple(values))) if len(lefts) == 1 else either
