"""In 2022 and 2023: two periods that exclude each other are both meant, one or the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from memory.query import AllOf, AnyOf, Comparison, Condition, Constant, Operand

_LOW, _HIGH = (">=", ">"), ("<", "<=")


def united(where: Sequence[Condition]) -> list[Condition]:
    """The conditions, those on one property that nothing can fulfil together put as alternatives.

    Only spans and numbers are: a thing of two names is two things.
    """
    found: list[Condition] = []
    spans: dict[Operand, list[tuple[Condition, ...]]] = {}
    at = 0
    while at < len(where):
        size = _span(where, at)
        first = where[at]
        if size and isinstance(first, Comparison):
            spans.setdefault(first.left, []).append(tuple(where[at : at + size]))
        found += where[at : at + max(size, 1)]
        at += max(size, 1)
    for sides in spans.values():
        if len(sides) > 1 and all(map(_apart, sides, sides[1:])):
            place = found.index(sides[0][0])
            for test in (test for side in sides for test in side):
                found.remove(test)
            either = tuple(side[0] if len(side) == 1 else AllOf(side) for side in sides)
            found.insert(place, AnyOf(either))
    return found


def _span(where: Sequence[Condition], at: int) -> int:
    """How many conditions from here on hold a property to one span or number; 0 for none."""
    first = where[at]
    if not isinstance(first, Comparison) or not isinstance(first.right, Constant):
        return 0
    if first.operator == "=" and _ordered(first.right.value):
        return 1
    second = where[at + 1] if at + 1 < len(where) else None
    if not isinstance(second, Comparison) or not isinstance(second.right, Constant):
        return 0
    both = first.operator in _LOW and second.operator in _HIGH and first.left == second.left
    return 2 if both and first.right != second.right else 0


def _ordered(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _apart(one: tuple[Condition, ...], other: tuple[Condition, ...]) -> bool:
    """Whether nothing lies in both."""
    (low, high), (low2, high2) = _ends(one), _ends(other)
    try:
        if len(one) == len(other) == 1:
            return bool(low != low2)
        return bool(high <= low2 or high2 <= low)
    except TypeError:
        return False


def _ends(side: tuple[Condition, ...]) -> tuple[Any, Any]:
    values = [
        x.right.value for x in side if isinstance(x, Comparison) and isinstance(x.right, Constant)
    ]
    return values[0], values[-1]
