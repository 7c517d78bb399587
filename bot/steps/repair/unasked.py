"""Conditions on texts that nobody named, where the rest says all that was asked.

Asked for the best films before 1990, models write `d.name = 'Steven Spielberg'` beside, or whom
they remember in a part. Tried only where the statement came back empty, and only where each word of
the question has its counterpart in what remains: `p.gender = 'F'` stays where women are asked for.
Of a node that is tested for three texts, none of them named, a sample was copied: these go anyway.
"""

from __future__ import annotations

from bot.steps.repair.all_said import PLAIN, all_said
from bot.steps.repair.asked import mentioned
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Fix, Source
from bot.steps.repair.invented import TESTS, lacking, tested, without, without_hop
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Constant,
    Expression,
    IsNull,
    Name,
    Property,
)
from memory.catalogue import say
from memory.text import split_name

_SAMPLE = 3


def unasked(statement: Statement, known: Known) -> list[Fix]:
    """Leave out what the question does not name, if nothing of the question is lost with it."""
    if known.question is None:
        return []
    source, bindings = Source(statement), bindings_of(statement.query, known.schema)
    for clause, tests in tested(statement):
        unnamed = [test for test in tests if _unnamed(known.question, test)]
        if copied := _copied(known.question, tests, unnamed):
            edits = (
                *without(source, clause, tests, copied),
                *without_hop(bindings, clause, copied),
            )
            held = _tested(copied[0])
            told = say("asks nothing of {name}, of which nobody spoke", name=held)
            return [Fix("unasked", told, edits)]
        gone = [test for test in tests if test in unnamed or lacking(bindings, known, test)]
        if unnamed and all_said(statement, known.question, gone):
            edits = (*without(source, clause, tests, gone), *without_hop(bindings, clause, gone))
            text = source.of(unnamed[0].start, unnamed[0].end)
            told = say("without {condition}, which nobody asked for", condition=text)
            return [Fix("unasked", told, edits)]
    return []


def _copied(question: str, tests: list[Expression], unnamed: list[Expression]) -> list[Expression]:
    """All that is asked of a node of which a sample seems to be copied."""
    for variable in dict.fromkeys(map(_tested, unnamed)):
        own = [test for test in tests if _tested(test) == variable]
        texts = [test for test in own if test in unnamed]
        rest = [test for test in own if test not in unnamed]
        if variable and len(texts) >= _SAMPLE and all(_idle(question, test) for test in rest):
            return own
    return []


def _tested(test: Expression) -> str:
    """The variable that a test is on."""
    held = test.left if isinstance(test, Binary) else test
    held = held.operand if isinstance(held, IsNull) else held
    base = held.base if isinstance(held, Property) else None
    return base.name if isinstance(base, Name) else ""


def _idle(question: str, test: Expression) -> bool:
    """Whether it asks for nothing but that there is a value, or none, of what nobody named."""
    held = test.operand if isinstance(test, IsNull) else None
    return isinstance(held, Property) and not mentioned(question, " ".join(split_name(held.name)))


def _unnamed(question: str, test: Expression) -> bool:
    """Whether it compares a property with texts, and the question names neither."""
    if not isinstance(test, Binary) or test.operator not in TESTS:
        return False
    if not isinstance(test.left, Property):
        return False
    values = [part.value for part in test.right.walk() if isinstance(part, Constant)]
    if not values or not all(isinstance(value, str) for value in values):
        return False
    names = " ".join(word for word in split_name(test.left.name) if word not in PLAIN)
    return not any(mentioned(question, str(text)) for text in (*values, names))
