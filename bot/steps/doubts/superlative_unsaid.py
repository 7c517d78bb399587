"""The most of something is asked for, and the statement neither sorts nor takes a maximum."""

from __future__ import annotations

import re

from bot.events import Rows
from bot.steps.doubts.asked import Asked, said_in
from bot.steps.doubts.rows_missed import RANKING
from guardrails.cypher import Statement
from guardrails.syntax import Call, SortKey
from memory.catalogue import say
from memory.text import fold

# "At least two" and "most of them" ask for no order.
_SUPERLATIVE = re.compile(
    rf"(?<!\bat )\b({RANKING})\b(?! of (?:the|them|these|those|his|her|its|their|our)\b)"
)
_EXTREMES = frozenset(["max", "min", "percentiledisc", "percentilecont"])


def superlative_unsaid(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """Such a word, which no name of the statement and no stored value has."""
    found = _SUPERLATIVE.search(fold(asked.question))
    if found is None or result.row_count == 1 or len(result.rows) == 1:
        return None
    for part in statement.query.walk():
        extreme = isinstance(part, Call) and part.function.lower() in _EXTREMES
        if extreme or isinstance(part, SortKey):
            return None
    named = f" {found[1]} " in said_in(statement)
    if named or any(found[1] in fold(f"{link.text} {link.value}") for link in asked.linked):
        return None
    return say(
        "“{word}” asks for an order: sort with ORDER BY, and take the first with LIMIT.",
        word=found[1],
    )
