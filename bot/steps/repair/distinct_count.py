"""A thing that a join brings up again and again is counted once: `count(DISTINCT p)`.

`MATCH (p:Port)<-[:CALLED_AT]-(s:Ship)<-[:COMMANDS]-(c) RETURN c.name, count(p)` counts a port for
each call. Asked how many ports, that is too many; whether it is, the rows of both tell.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.counted_way import counts
from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Branch,
    Call,
    Expression,
    Match,
    Name,
    NodePattern,
    Projection,
    Property,
    RelationshipPattern,
    conjuncts,
)
from memory.catalogue import say
from memory.english import singular
from memory.text import fold, split_name

# "How many times", "how often": each row is one.
_TIMES = re.compile(r"\b(?:times|often|occurrences?|frequen\w+)\b")


def distinct_count(statement: Statement, known: Known) -> list[Fix]:
    """Count each node once, where the question counts such nodes and a join may repeat them."""
    if known.question is None or _TIMES.search(fold(known.question)):
        return []
    bindings = bindings_of(statement.query, known.schema)
    for branch in parts(statement):
        if isinstance(branch, Branch):
            for i, clause in enumerate(branch.clauses):
                if isinstance(clause, Projection) and i:
                    found = _fixes(known.question, bindings, branch, i, clause)
                    if found:
                        return found
    return []


def _fixes(
    question: str, bindings: Bindings, branch: Branch, i: int, clause: Projection
) -> list[Fix]:
    found = []
    keys = {key for item in clause.items if (key := _key(item.expression)) is not None}
    for item in clause.items:
        for call in item.expression.walk():
            node = _counted(call)
            if node is None or node.name in keys or not bindings.is_node(node.name):
                continue
            named = any(_asked(question, label) for label in bindings.of(node.name))
            if named and _repeats(branch, i, {node.name, *keys}):
                edit = Edit(node.start, node.start, "DISTINCT ")
                told = say("each {name} counted once", name=node.name)
                found.append(Fix("distinct_count", told, (edit,)))
    return found


def _key(column: Expression) -> str | None:
    """The node that a column is, or is of."""
    inner = column.base if isinstance(column, Property) else column
    return inner.name if isinstance(inner, Name) else None


def _counted(part: object) -> Name | None:
    """`x` of `count(x)`."""
    if not isinstance(part, Call) or part.function.lower() != "count" or part.distinct:
        return None
    argument = part.arguments[0] if len(part.arguments) == 1 else None
    return argument if isinstance(argument, Name) else None


def _asked(question: str, label: str) -> bool:
    return counts(question, " ".join(singular(word) for word in split_name(label)))


def _repeats(branch: Branch, i: int, fixed: set[str]) -> bool:
    """Whether what is matched in front holds more than the nodes that a row is known by."""
    before = [clause for clause in branch.clauses[:i] if isinstance(clause, Match)]
    if len(before) < i:
        return False
    patterns = [part for clause in before for path in clause.paths for part in path.elements]
    pinned = {name for clause in before for name in _pinned(clause)}
    others = {
        part.variable or part.start
        for part in patterns
        if isinstance(part, NodePattern)
        and part.variable not in fixed | pinned
        and part.properties is None
    }
    many = any(isinstance(part, RelationshipPattern) and part.hops for part in patterns)
    return bool(others) or many


def _pinned(clause: Match) -> Iterator[str]:
    """The variables that a value is given for: one thing is meant by "the port named X"."""
    for path in clause.paths:
        for part in path.elements:
            if isinstance(part, NodePattern) and part.variable and part.properties is not None:
                yield part.variable
    for test in conjuncts(clause.where):
        if isinstance(test, Binary) and test.operator == "=":
            for side in (test.left, test.right):
                if isinstance(side, Property) and isinstance(side.base, Name):
                    yield side.base.name
