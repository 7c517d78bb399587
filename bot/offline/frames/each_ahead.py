"""What figures are for, said ahead: for each vessel type, what is the average tonnage?"""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.groups import ahead, done_by_each
from memory.query import Aggregate

_COST = 0.1


@cued("each", "every", "per ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Read as it is said the other way round: the average tonnage for each vessel type.

    For each actor, the number of films they acted in: that each actor acted in.
    """
    found = ahead(asked.question)
    if found is None or " and " in asked.question[slice(*found[1])]:
        return
    edit, thing = found
    each = f"each {asked.question[slice(*thing)].strip()}"
    they = done_by_each(asked.question, edit[1], asked.end)
    where = (asked.end, len(asked.question), f" for {each}?") if they is None else (*they, each)
    heard = asked.hear(edit, where)
    if heard is None or heard.query.source is not None:
        return
    figures = [isinstance(column.operand, Aggregate) for column in heard.query.columns]
    if any(figures) and not all(figures):
        yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)
