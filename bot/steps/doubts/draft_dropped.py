"""Words of a draft that were let go: the statement is the rules' draft with something left out.

Whoever mends a draft adds to it or puts one thing for another. A small model that copies one loses
a hop or a condition on the way, and the rest still runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.events import Rows
from bot.steps.doubts.asked import Asked
from bot.steps.repair.bindings import label_names
from guardrails.cypher import Statement, parse
from guardrails.syntax import (
    Call,
    Constant,
    IsNull,
    MapOf,
    NodePattern,
    Part,
    Projection,
    Property,
    RelationshipPattern,
    SortKey,
    Unary,
)
from guardrails.tokens import Unreadable
from memory.catalogue import say

_AGGREGATES = frozenset(["count", "sum", "avg", "min", "max", "collect"])


def draft_dropped(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """All that the statement says is in a draft of the rules, and the draft says more."""
    del result
    hops, tests = _said(statement)
    for draft in asked.drafts:
        try:
            draft_hops, draft_tests = _said(parse(draft))
        except Unreadable:
            continue
        if hops - draft_hops or tests - draft_tests:
            continue
        lost = [*(draft_hops - hops), *sorted(draft_tests - tests)]
        if lost:
            return say("It leaves out {what} of the draft.", what=lost[0])
    return None


def _said(statement: Statement) -> tuple[Counter[str], set[str]]:
    """Hops, values and negations, which may be said twice; and what is tested, sorted or reckoned.

    What is merely returned, or only names a kind of thing, does not count.
    """
    hops, tests = Counter[str](), set[str]()
    returned = {id(part) for part in _columns(statement)}
    for part in statement.query.walk():
        match part:
            case RelationshipPattern(types=types, properties=properties):
                hops.update(label_names(types) or ("a relationship",))
                tests |= _tested(properties)
            case NodePattern(properties=properties):
                tests |= _tested(properties)
            case Call(function=function) if function.lower() in _AGGREGATES:
                tests.add(f"{function.lower()}()")
            case Unary(operator="NOT"):
                hops["NOT"] += 1
            case IsNull(negated=False):
                hops["IS NULL"] += 1
            case SortKey(expression=Property(name=name)):
                tests.add(say("the order by {name}", name=name))
            case Property(name=name) if id(part) not in returned:
                tests.add(name)
            case Constant(value=value) if isinstance(value, str | int | float):
                hops[repr(value)] += 1
    return hops, tests


def _tested(properties: object) -> set[str]:
    return {key for key, _ in properties.entries if key} if isinstance(properties, MapOf) else set()


def _columns(statement: Statement) -> Iterator[Part]:
    """The plain properties that are handed on or returned."""
    for clause in statement.query.walk():
        if isinstance(clause, Projection):
            for item in clause.items:
                if isinstance(item.expression, Property):
                    yield item.expression
