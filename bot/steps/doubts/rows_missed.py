"""A number of rows that a question names, and the statement does not keep to."""

from __future__ import annotations

import re

from bot.events import Rows
from bot.steps.doubts.asked import Asked
from guardrails.cypher import Statement
from guardrails.syntax import Constant, Projection
from memory.catalogue import say
from memory.english import NUMBER_WORDS

COUNTS = {word: number for word, number in NUMBER_WORDS.items() if 1 < number <= 100}
_COUNT = rf"(\d{{1,4}}|{'|'.join(COUNTS)})\b(?![.,]?\d|\s*(?:%|percent))"
# Without "best" and "worst", which names have as well: the best man.
RANKING = (
    r"most|least|highest|lowest|largest|smallest|biggest|greatest|longest|shortest|"
    r"oldest|youngest|newest|latest|earliest|fewest|cheapest|heaviest|tallest|busiest"
)
_SUPERLATIVE = rf"(?:{RANKING}|best|worst|\w{{3,}}iest)"
_UNITS = r"(?:second|minute|hour|day|night|week|month|quarter|year|decade|centur)"
_BEFORE_ROWS = r"top|first|last|bottom|name|list|identify|find|show(?: me)?|give(?: me)?"
_ROWS = re.compile(
    rf"\b(?:{_BEFORE_ROWS})\s+{_COUNT}(?!\s+{_UNITS})|\b{_COUNT}\s+{_SUPERLATIVE}\b",
    re.IGNORECASE,
)


def rows_missed(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A number of rows is asked for, and there are more, or the LIMIT is smaller."""
    wanted = rows_asked(asked.question)
    if wanted is None:
        return None
    numbers = {p.value for p in statement.query.walk() if isinstance(p, Constant)}
    limits = [
        clause.limit.value
        for clause in statement.query.walk()
        if isinstance(clause, Projection) and isinstance(clause.limit, Constant)
    ]
    count = result.row_count if result.row_count is not None else len(result.rows)
    if wanted not in numbers and count > wanted:
        return say(
            "{wanted} are asked for, and it returns {count}: {limit} is missing.",
            wanted=wanted,
            count=count,
            limit=f"LIMIT {wanted}",
        )
    smaller = [limit for limit in limits if isinstance(limit, int) and limit < wanted]
    if wanted not in numbers and smaller:
        return say("{wanted} are asked for, and LIMIT is {limit}.", wanted=wanted, limit=smaller[0])
    return None


def rows_asked(question: str) -> int | None:
    """The number of rows that a question names, if it does.

    >>> rows_asked("the top 5 films"), rows_asked("the three longest"), rows_asked("Name 4 ports")
    (5, 3, 4)
    >>> rows_asked("films of the last two years"), rows_asked("the top 10 % of films")
    (None, None)
    """
    found = _ROWS.search(question)
    word = next((group for group in found.groups() if group), "") if found else ""
    return int(word) if word.isdigit() else COUNTS.get(word.lower())
