"""What the parts of a query tree speak of: nodes, properties, roles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.cypher.subtrees import variables_of
from bot.stored.ages import THEN
from bot.stored.kept import role_of
from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Constant,
    Edge,
    Exists,
    Function,
    Node,
    Not,
    Pattern,
)

# Functions that reckon what is not stored: they are told by its name.
RECKONED = ("age", "lifespan", "duration")


def comparisons(where: Iterable[Condition]) -> Iterator[Comparison]:
    """The comparisons, those in alternatives with them."""
    for test in where:
        if isinstance(test, Comparison):
            yield test
        elif isinstance(test, AllOf | AnyOf):
            yield from comparisons(test.conditions)


def rival(test: Condition) -> str:
    """The node whose property another node's is held against."""
    right = test.right if isinstance(test, Comparison) else None
    others = variables_of(right) - (
        variables_of(test.left) if isinstance(test, Comparison) else set()
    )
    return min(others, default="")


def role_told(test: Condition, edge: Edge) -> str:
    """The role that a test on a relationship holds someone to."""
    if not isinstance(test, Comparison) or not isinstance(test.right, Constant):
        return ""
    value, own = (
        test.right.value,
        bool(edge.variable) and variables_of(test.left) == {edge.variable},
    )
    held = own and test.operator == "=" and isinstance(value, str)
    return role_of(test.left, str(value)) if held else ""


def labels_of(pattern: Pattern) -> dict[str, tuple[str, ...]]:
    """The labels of the nodes, by their variables."""
    return {node.variable: node.labels for node in pattern.nodes}


def kind_alone(condition: Condition) -> str:
    """The label that a pattern of one node tests alone; empty for any other condition."""
    match condition:
        case Exists(Pattern(nodes=(Node(_, (label,)),), edges=(), where=())):
            return label
    return ""


def is_plain(condition: Condition) -> bool:
    """Whether a condition is made of comparisons alone."""
    if isinstance(condition, AllOf | AnyOf):
        return all(map(is_plain, condition.conditions))
    return isinstance(condition, Comparison)


def inner_of(operand: object) -> object:
    """What an aggregate is made of."""
    return operand.operand if isinstance(operand, Aggregate) else operand


def told_of(operand: object) -> set[str]:
    """The same; an age when something else happened is told of the one who had it."""
    if isinstance(operand, Function) and operand.name.startswith(THEN):
        return variables_of(operand.operands[0])
    return variables_of(operand)


def condition_variables(condition: Condition) -> set[str]:
    """The variables that a condition speaks of."""
    match condition:
        case Comparison(left):
            return variables_of(left)
        case AllOf(inner) | AnyOf(inner):
            return {v for c in inner for v in condition_variables(c)}
        case Not(inner_):
            return condition_variables(inner_)
    return set()
