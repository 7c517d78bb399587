"""The most of something is asked for, and the statement neither sorts nor takes a maximum."""

from __future__ import annotations

from bot.events import Rows
from bot.reader.wanted import superlatives
from bot.steps.doubts.asked import Asked, property_names, said_in
from guardrails.cypher import Statement
from guardrails.syntax import Call, SortKey
from memory.catalogue import say
from memory.text import fold, split_name

_EXTREMES = frozenset(["max", "min", "percentiledisc", "percentilecont"])


def superlative_unsaid(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """Such a word, which no name of the statement and no stored value has."""
    named = {word for name in property_names(asked.schema) for word in split_name(name)}
    words = [word for word in superlatives(asked.question) if not named & set(word.split())]
    if not words or result.row_count == 1 or len(result.rows) == 1:
        return None
    for part in statement.query.walk():
        extreme = isinstance(part, Call) and part.function.lower() in _EXTREMES
        if extreme or isinstance(part, SortKey):
            return None
    said = said_in(statement) + fold(" ".join(f"{x.text} {x.value}" for x in asked.linked))
    if any(word in said for word in words):
        return None
    return say(
        "“{word}” asks for an order: sort with ORDER BY, and take the first with LIMIT.",
        word=words[0],
    )
