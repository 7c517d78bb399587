"""A text that is none of the few that are stored: the one that shares the most words with it.

Where the outcomes of a case are a list of twenty, "no suspects found" is its "Investigation
complete; no suspect identified". Tried only where the statement came back empty.
"""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, literal
from bot.steps.repair.known import Known
from bot.steps.repair.tests_of_value import TextTest, text_tests
from guardrails.cypher import Statement
from memory.catalogue import say
from memory.english import singular, stem
from memory.text import fold

# Less is a coincidence.
_SHARED = 0.5


def listed_values(statement: Statement, known: Known) -> list[Fix]:
    """Take the nearest of the stored values where all of them are known and none is written."""
    found = []
    for test in text_tests(statement, known):
        meant = _meant(known, test)
        if meant is not None:
            text = literal(meant, statement.text[test.start])
            edit = Edit(test.start, test.end, text)
            told = say("{new} for {old}", new=meant, old=test.value)
            found.append(Fix("stored_value", told, (edit,)))
    return found


def _meant(known: Known, test: TextTest) -> str | None:
    held = known.property_of(test.owners, test.name)
    if held is None or held.values is None or known.schema.sampled or test.value in held.values:
        return None
    written = _stems(test.value)
    shares = {
        str(value): len(written & _stems(str(value))) / max(len(written), 1)
        for value in held.values
    }
    ranked = sorted(shares, key=lambda value: -shares[value])
    if not ranked or shares[ranked[0]] < _SHARED:
        return None
    if len(ranked) > 1 and shares[ranked[1]] == shares[ranked[0]]:
        return None
    return ranked[0]


def _stems(text: str) -> set[str]:
    return {stem(singular(word)) for word in fold(text).split()}
