"""`size((a)-->(b))` counts paths in old Cypher; today that is `COUNT { (a)-->(b) }`."""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Call, PatternExpression
from memory.catalogue import say

_COUNTING = frozenset({"size", "length"})


def pattern_size(statement: Statement, known: Known) -> list[Fix]:
    """Count a pattern the way the servers of today do."""
    del known
    found = []
    for part in parts(statement):
        if isinstance(part, Call) and part.function.lower() in _COUNTING and part.arguments:
            pattern = part.arguments[0]
            if isinstance(pattern, PatternExpression):
                edits = (
                    Edit(part.start, pattern.start, "COUNT { "),
                    Edit(pattern.end, part.end, " }"),
                )
                told = say("{new} for {old}", new="COUNT {}", old=f"{part.function}()")
                found.append(Fix("pattern_size", told, edits))
    return found
