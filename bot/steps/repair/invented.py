"""Conditions that nobody asked for and that can never hold, and the hop that only served one.

Models fill a pattern up: `-[r:IN_GENRE]->(g:Genre) WHERE r.role = 'x'` where the relationship has
no role and the question names none. Tried only where a statement failed or came back empty.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.steps.repair.asked import mentioned
from bot.steps.repair.bindings import Bindings, Hop, bindings_of
from bot.steps.repair.fix import Edit, Fix, Source, parts
from bot.steps.repair.known import Known
from bot.steps.repair.scopes import pattern_variables
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Constant,
    Expression,
    Match,
    Name,
    NodePattern,
    Parameter,
    Part,
    Property,
    Subquery,
    conjuncts,
)
from memory.catalogue import say
from memory.text import split_name

TESTS = ("=", "<>", "<", "<=", ">", ">=", "IN", "CONTAINS", "STARTS WITH", "ENDS WITH", "=~")


def invented(statement: Statement, known: Known) -> list[Fix]:
    """Leave out conditions on properties that nothing has, of which the question does not speak."""
    if known.question is None:
        return []
    source, bindings = Source(statement), bindings_of(statement.query, known.schema)
    for clause, tests in tested(statement):
        names = [lacking(bindings, known, test) for test in tests]
        gone = [test for test, name in zip(tests, names, strict=True) if name]
        if gone:
            edits = (*without(source, clause, tests, gone), *without_hop(bindings, clause, gone))
            name = next(name for name in names if name)
            told = say("asks nothing of {name}, which is not there", name=name)
            return [Fix("invented", told, edits)]
    return []


def tested(statement: Statement) -> Iterator[tuple[Match, list[Expression]]]:
    """Each MATCH that has conditions, with these."""
    for clause in parts(statement):
        if isinstance(clause, Match) and clause.where is not None:
            yield clause, list(conjuncts(clause.where))


def lacking(bindings: Bindings, known: Known, test: Expression) -> str | None:
    """The property that it tests, where its holder lacks it and the question does not name it."""
    if not isinstance(test, Binary) or test.operator not in TESTS:
        return None
    held = test.left
    if not isinstance(held, Property) or not isinstance(held.base, Name):
        return None
    variable = held.base.name
    owners = bindings.of(variable) if bindings.certain(variable) else ()
    if not owners or known.property_of(owners, held.name) is not None:
        return None
    if any(known.owner(owner) is None for owner in owners):
        return None
    question = known.question or ""
    values = [str(part.value) for part in test.right.walk() if isinstance(part, Constant)]
    if not values or any(isinstance(part, Parameter) for part in test.right.walk()):
        return None
    named = any(mentioned(question, text) for text in (*values, " ".join(split_name(held.name))))
    return None if named else f"{variable}.{held.name}"


def without(
    source: Source, clause: Match, tests: list[Expression], gone: list[Expression]
) -> tuple[Edit, ...]:
    """The edits that take conjuncts out of WHERE; with the last of them, WHERE goes."""
    assert clause.where is not None
    kept = [test for test in tests if test not in gone]
    if kept:
        text = " AND ".join(_bracketed(source, test) for test in kept)
        return (Edit(clause.where.start, clause.where.end, text),)
    word = source.before(clause.where.start)
    while word is not None and not word.is_word("WHERE"):
        word = source.before(word.start)
    start = clause.where.start if word is None else word.start
    return (Edit(start, clause.end, ""),)


def _bracketed(source: Source, test: Expression) -> str:
    text = source.of(test.start, test.end)
    loose = isinstance(test, Binary) and test.operator in ("OR", "XOR")
    return f"({text})" if loose else text


def without_hop(bindings: Bindings, clause: Match, gone: list[Expression]) -> tuple[Edit, ...]:
    """The hop at the end of a path whose relationship or node served these conditions alone."""
    served = {part.name for test in gone for part in test.walk() if isinstance(part, Name)}
    for hop in bindings.hops:
        if hop.path not in clause.paths or hop.index + 2 != len(hop.path.elements):
            continue
        used = {hop.relationship.variable, hop.right.variable} & served
        if used and _is_idle(bindings, hop, gone):
            return (Edit(hop.relationship.start, hop.right.end, ""),)
    return ()


def _is_idle(bindings: Bindings, hop: Hop, gone: list[Expression]) -> bool:
    if hop.right.properties or hop.right.where or hop.relationship.properties:
        return False
    variables = {hop.relationship.variable, hop.right.variable} - {None}
    inside = {id(part) for test in gone for part in test.walk()}
    for part in bindings.query.walk():
        if id(part) in inside or part is hop.relationship or part is hop.right:
            continue
        if _names(part) & variables:
            return False
    return True


def _names(part: Part) -> set[str | None]:
    if isinstance(part, Name):
        return {part.name}
    if isinstance(part, Subquery):
        return set(pattern_variables(part.query))
    if isinstance(part, NodePattern):
        return {part.variable}
    return set()
