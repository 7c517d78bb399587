"""A condition behind the last RETURN, as SQL has HAVING: it comes before.

`RETURN s.name AS name, count(p) AS ports WHERE ports > 3 ORDER BY ports` compares a column, so the
columns come first in a WITH. A condition on what was matched needs none: `WITH * WHERE ... RETURN`.
"""

from __future__ import annotations

from bot.steps.repair.early_return import named_column
from bot.steps.repair.fix import Edit, Fix, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.tokens_of import Tokens, tokens_of
from memory.catalogue import say

_CLAUSES = ("MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN", "UNION", "CALL")


def late_where(text: str, known: Known) -> list[Fix]:
    """Put the WHERE that follows the last RETURN in front of it."""
    del known
    tokens = tokens_of(text)
    last = len(tokens) - (2 if tokens[len(tokens) - 2].is_symbol(";") else 1)
    start = tokens.find(0, last, "RETURN")
    if start is None or tokens.find(start + 1, last, *_CLAUSES) is not None:
        return []
    place = tokens.find(start + 1, last, "WHERE")
    if place is None or tokens.find(start + 1, place, "ORDER", "SKIP", "LIMIT") is not None:
        return []
    end = tokens.find(place, last, "ORDER", "SKIP", "LIMIT") or last
    columns = tokens.split(start + 1, place)
    condition = tokens.of(place + 1, end)
    if not columns or not condition:
        return []
    shown = [named_column(tokens, *column) for column in columns]
    names = [_name(tokens, *column) for column in columns]
    if _compares_column(tokens, columns, range(place + 1, end)):
        before = f"WITH {', '.join(shown)} WHERE {_by_column(condition, shown)} "
        returned = f"RETURN {', '.join(names)}"
    else:
        before = f"WITH * WHERE {condition} "
        returned = tokens.of(start, place)
    edit = Edit(tokens[start].start, tokens[end - 1].end, before + returned)
    return [Fix("late_where", say("WHERE before RETURN"), (edit,))]


def _compares_column(tokens: Tokens, columns: list[tuple[int, int]], condition: range) -> bool:
    """Whether the condition speaks of a column, by its name or as it is written."""
    aliases = {tokens[last - 1].text for _, last in columns if tokens[last - 2].is_word("AS")}
    if any(tokens[i].text in aliases for i in condition):
        return True
    text = tokens.of(condition.start, condition.stop)
    return any(tokens.of(*column) in text for column in columns if column[1] - column[0] > 1)


def _name(tokens: Tokens, first: int, last: int) -> str:
    """The column's name behind a WITH that has it."""
    return named_column(tokens, first, last).rpartition(" AS ")[2]


def _by_column(condition: str, shown: list[str]) -> str:
    """The condition with what is a column now called by its name."""
    for column in shown:
        written, _, name = column.rpartition(" AS ")
        if written:
            condition = condition.replace(written, quoted(name.strip("`")))
    return condition
