"""Does what was remembered hold? A pair that fails later is not served again until confirmed."""

from __future__ import annotations

from bot.cypher.literals import inline
from bot.events import Rows
from bot.steps.judge import Asked, Doubtful, judge
from bot.steps.write import Remembered


def doubt(remembered: Remembered, asked: Asked, rows: Rows) -> str:
    """What speaks against the rows of a remembered statement, in a sentence; "" if nothing does.

    People outweigh rules: what they confirmed is doubted only where a column is empty throughout.
    That another value has no rows is no fault of the pair.
    """
    if not remembered.lesson or not rows.rows:
        return ""
    cypher = inline(remembered.cypher, remembered.parameters)
    verdict = judge(rows, cypher, None if remembered.by_people else asked)
    return verdict.problem if isinstance(verdict, Doubtful) else ""
