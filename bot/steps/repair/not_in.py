"""SQL's `x NOT IN list` is `NOT x IN list` in Cypher; so with CONTAINS, STARTS and ENDS WITH."""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, Source, parts
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Binary
from memory.catalogue import say


def not_in(statement: Statement, known: Known) -> list[Fix]:
    """Put NOT in front of the whole test."""
    del known
    source = Source(statement)
    found = []
    for part in parts(statement):
        if isinstance(part, Binary) and part.operator.startswith("NOT "):
            word = next(t for t in source.inside(part.left.end, part.end) if t.is_word("NOT"))
            edits = (
                Edit(part.start, part.start, "NOT "),
                Edit(word.start, source.after(word.end).start, ""),
            )
            plain = part.operator.removeprefix("NOT ")
            told = say("NOT in front of the test with {operator}", operator=plain)
            found.append(Fix("not_in", told, edits))
    return found
