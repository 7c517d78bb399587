"""A name that the statement tests for and nobody said: models take one from an example."""

from __future__ import annotations

from bot.events import Rows
from bot.steps.doubts import Asked
from bot.steps.repair.asked import mentioned
from bot.steps.repair.known import Known
from bot.steps.repair.tests_of_value import TextTest, text_tests
from guardrails.cypher import Statement
from memory.catalogue import say
from memory.text import fold


def unasked_text(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A test for a text of an open property that shares no word with the question.

    Of a property with few values one may be another word for what was said (closed: not open).
    """
    known = Known(asked.schema)
    linked = {fold(str(link.value)) for link in asked.linked}
    for test in text_tests(statement, known):
        if not fold(test.value) or fold(test.value) in linked or _listed(test, known):
            continue
        if not mentioned(asked.question, test.value):
            return say("Nobody asked for '{value}'.", value=test.value)
    return None


def _listed(test: TextTest, known: Known) -> bool:
    held = known.property_of(test.owners, test.name)
    return held is None or held.values is not None
