"""A number of rows that a question names, and the statement does not keep to."""

from __future__ import annotations

from bot.events import Rows
from bot.reader.wanted import rows_wanted
from bot.steps.doubts.asked import Asked
from guardrails.cypher import Statement
from guardrails.syntax import Constant, Projection
from memory.catalogue import say


def rows_missed(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A number of rows is asked for, and there are more, or the LIMIT is smaller."""
    wanted = rows_wanted(asked.question)
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
