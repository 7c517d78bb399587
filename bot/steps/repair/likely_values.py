"""Guesses at what a text test was to ask, tried where a statement came back empty.

A word in a motto is asked for with `=`; a text is sought in other letters; a stored name is a part
of the one that was written.
"""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, literal, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.tests_of_value import condition_edits, holder_of, text_tests
from guardrails.cypher import Statement
from guardrails.syntax import Binary, Call, Constant, Property
from memory.catalogue import say

# Fewer letters are a code, and a part of nearly every text.
_SHORTEST = 3
_TEXT_TESTS = ("CONTAINS", "STARTS WITH", "ENDS WITH", "=")


def contained(statement: Statement, known: Known) -> list[Fix]:
    """Ask whether the property contains the text that it was to equal."""
    return _contained(statement, known, fold=False)


def contained_folded(statement: Statement, known: Known) -> list[Fix]:
    """The same in any letters."""
    return _contained(statement, known, fold=True)


def _contained(statement: Statement, known: Known, *, fold: bool) -> list[Fix]:
    found: list[Fix] = []
    for test in text_tests(statement, known):
        held = known.property_of(test.owners, test.name)
        if held is None or held.type != "STRING" or test.listed:
            continue
        if len(test.value.strip()) < _SHORTEST:
            continue
        holder, edits = holder_of(statement, test)
        name, text = f"{holder}.{quoted(test.name)}", statement.text[test.start : test.end]
        if fold:
            name, text = f"toLower({name})", literal(test.value.lower(), text[0])
        placed = condition_edits(statement, test, f"{name} CONTAINS {text}")
        if placed is not None:
            told = say("{name} containing {value}", name=test.name, value=test.value)
            fix = Fix("contains", told, (*edits, *placed))
            # Several in one clause would be written into the same place.
            if not found or test.entry is None:
                found.append(fix)
    return found


def all_contained(statement: Statement, known: Known) -> list[Fix]:
    """Both: ask for each text as a part, in any letters."""
    found = contained_folded(statement, known)
    lowered = any_letters(statement, known)
    return [*found, *(fix for fix in lowered if not fix.overlaps(found))] if lowered else []


def any_letters(statement: Statement, known: Known) -> list[Fix]:
    """Compare texts in lower case on both sides."""
    del known
    found = []
    for part in parts(statement):
        if not isinstance(part, Binary) or part.operator not in _TEXT_TESTS:
            continue
        left, right = part.left, part.right
        if not isinstance(right, Constant) or not isinstance(right.value, str):
            continue
        lowered = right.value.lower()
        name = statement.text[left.start : left.end]
        edits = []
        if isinstance(left, Property):
            edits.append(Edit(left.start, left.end, f"toLower({name})"))
        elif not isinstance(left, Call) or left.function.lower() != "tolower":
            continue
        if lowered != right.value:
            text = literal(lowered, statement.text[right.start])
            edits.append(Edit(right.start, right.end, text))
        if edits:
            told = say("{value} in any letters", value=right.value)
            found.append(Fix("any_letters", told, tuple(edits)))
    return found
