"""The most of something is asked for, and the statement neither sorts nor takes a maximum."""

from __future__ import annotations

import re

from bot.events import Rows
from bot.steps.doubts.asked import Asked, said_in
from guardrails.cypher import Statement
from guardrails.syntax import Call, SortKey
from memory.text import fold

# "At least two", "most of them" and "best man" ask for no order.
_SUPERLATIVE = re.compile(
    r"(?<!\bat )\b(most|least|fewest|highest|lowest|largest|smallest|biggest|greatest|longest|"
    r"shortest|oldest|youngest|newest|latest|earliest|cheapest|heaviest|tallest|busiest)\b"
    r"(?! of (?:the|them|these|those|his|her|its|their|our)\b)",
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
    return f"“{found[1]}” asks for an order: sort with ORDER BY, and take the first with LIMIT."
