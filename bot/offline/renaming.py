"""An operand with other names for the variables it speaks of."""

from __future__ import annotations

from collections.abc import Callable

from memory.query import Aggregate, Arithmetic, Attribute, Entity, Function, Operand


def renamed(operand: Operand, name: Callable[[str], str]) -> Operand:
    """The operand with each of its variables called what `name` makes of it."""
    match operand:
        case Entity(variable):
            return Entity(name(variable))
        case Attribute(variable, property):
            return Attribute(name(variable), property)
        case Function(function, operands):
            return Function(function, tuple(renamed(x, name) for x in operands))
        case Arithmetic(operator, left, right):
            return Arithmetic(operator, renamed(left, name), renamed(right, name))
        case Aggregate(function, inner, distinct):
            return Aggregate(function, renamed(inner, name) if inner else None, distinct)
    return operand
