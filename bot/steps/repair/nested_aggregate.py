"""An aggregate of an aggregate: `RETURN avg(count(call))`, for so many calls on average.

No server takes it. What is counted is counted for each first, where there is but one other thing in
the pattern that it can be counted for.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.scopes import is_aggregate
from guardrails.cypher import Statement
from guardrails.syntax import Branch, Call, Clause, Expression, Match, Name, NodePattern, Projection
from memory.catalogue import say


def nested_aggregate(statement: Statement, known: Known) -> list[Fix]:
    """Count for each before the mean of it is taken."""
    del known
    for part in parts(statement):
        if not isinstance(part, Branch):
            continue
        for i, clause in enumerate(part.clauses):
            before = part.clauses[:i]
            if isinstance(clause, Projection) and all(isinstance(c, Match) for c in before):
                fix = _fixed(statement, before, clause)
                if fix is not None:
                    return [fix]
    return []


def _fixed(statement: Statement, before: tuple[Clause, ...], clause: Projection) -> Fix | None:
    nested = [call for item in clause.items for call in _nested(item.expression)]
    if len(nested) != 1 or clause.star:
        return None
    inner = nested[0]
    keys = {
        name
        for item in clause.items
        if not any(is_aggregate(part) for part in item.expression.walk())
        for name in _names(item.expression)
    }
    nodes = {
        node.variable
        for match in before
        if isinstance(match, Match)
        for path in match.paths
        for node in path.walk()
        if isinstance(node, NodePattern) and node.variable
    }
    groups = nodes - keys - {*_names(inner)}
    if len(groups) != 1:
        return None
    number = fresh(statement.text, "n")
    shown = statement.text[inner.start : inner.end]
    gathered = ", ".join([*sorted(keys), *groups, f"{shown} AS {number}"])
    edits = (
        Edit(clause.start, clause.start, f"WITH {gathered} "),
        Edit(inner.start, inner.end, number),
    )
    told = say("{expression} for each {name} first", expression=shown, name=next(iter(groups)))
    return Fix("aggregate", told, edits)


def _nested(expression: Expression) -> Iterator[Call]:
    """The aggregates that stand alone inside others."""
    for call in expression.walk():
        if isinstance(call, Call) and is_aggregate(call) and len(call.arguments) == 1:
            inner = call.arguments[0]
            if isinstance(inner, Call) and is_aggregate(inner):
                yield inner


def _names(part: Expression) -> Iterator[str]:
    return (name.name for name in part.walk() if isinstance(name, Name))
