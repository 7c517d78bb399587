"""A text that the question does not have, where it names a stored value of the same property.

`(:Language {name: 'es'})` for "in Spanish", where Spanish is a language's name. Tried only where
the statement came back empty.
"""

from __future__ import annotations

from bot.steps.repair.asked import mentioned
from bot.steps.repair.fix import Edit, Fix, literal
from bot.steps.repair.known import Known
from bot.steps.repair.tests_of_value import text_tests
from guardrails.cypher import Statement
from memory.catalogue import say
from memory.text import fold

_SURE = 0.9


async def asked_values(statement: Statement, known: Known) -> list[Fix]:
    """Take the one value of the property that the question names and the statement does not."""
    assert known.values is not None
    tests = list(text_tests(statement, known)) if known.question else []
    unnamed = [test for test in tests if not mentioned(known.question or "", test.value)]
    links = await known.values.lookup(known.question or "") if unnamed else ()
    said, found = fold(statement.text), []
    for test in unnamed:
        stored = {
            str(link.value)
            for link in links
            if link.label in test.owners
            and link.property == test.name
            and link.score >= _SURE
            and fold(str(link.value)) not in said
        }
        if len(stored) == 1:
            value = stored.pop()
            edit = Edit(test.start, test.end, literal(value, statement.text[test.start]))
            told = say("{new}, as asked, for {old}", new=value, old=test.value)
            found.append(Fix("asked_value", told, (edit,)))
    return found[:1]
