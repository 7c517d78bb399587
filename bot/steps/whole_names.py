"""People by their whole names: first and last name in one column, and no number beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.events import Rows
from bot.stored.kinds import IDENTIFIERS
from memory.person_names import is_family, is_given
from memory.query import Attribute, Column, Query
from memory.text import split_name


def whole_names(result: Rows, query: Query) -> tuple[Rows, Query]:
    """The rows and their query with whole names, as an answer tells them.

    A number that only tells people of one name apart goes where no two of the rows have one name.
    """
    columns = query.columns
    at = next((n for n in range(len(columns) - 1) if _whole(columns[n], columns[n + 1])), None)
    if at is None:
        return result, query
    rows = [
        (
            *row[:at],
            " ".join(str(part) for part in row[at : at + 2] if part) or None,
            *row[at + 2 :],
        )
        for row in result.rows
    ]
    kept = [n for n in range(len(columns)) if n != at + 1]
    behind = columns[at + 2 : at + 3]
    if behind and _numbers(behind[0], columns[at]) and not _repeated([row[at] for row in rows]):
        kept.remove(at + 2)
    left = tuple(n if n <= at else n - 1 for n in kept)
    told = tuple(tuple(row[n] for n in left) for row in rows)
    names = tuple(result.columns[n] for n in kept)
    shown = replace(query, columns=tuple(columns[n] for n in kept))
    return replace(result, columns=names, rows=told), shown


def _whole(first: Column, last: Column) -> bool:
    """Whether two columns are the first and the last name of one person."""
    one, other = first.operand, last.operand
    if not isinstance(one, Attribute) or not isinstance(other, Attribute):
        return False
    same = one.variable == other.variable
    return same and is_given(one.property) and is_family(other.property)


def _numbers(column: Column, name: Column) -> bool:
    """Whether a column is an identifier of whom another names."""
    one, other = column.operand, name.operand
    if not isinstance(one, Attribute) or not isinstance(other, Attribute):
        return False
    return one.variable == other.variable and split_name(one.property)[-1] in IDENTIFIERS


def _repeated(names: Sequence[object]) -> bool:
    return len(set(names)) < len(names)
