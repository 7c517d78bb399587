"""Rows with figures that nobody ordered come as people read them; all else as it came."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.events import Rows
from bot.steps.in_order import in_order
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Entity,
    Function,
    Node,
    Operand,
    Order,
    Pattern,
    Query,
)

FLAG, BUILT = Attribute("s", "flag"), Attribute("s", "built")


def grouped(*keys: Operand) -> Query:
    """The number of ships for each of these."""
    counted = Column(Aggregate("count", Entity("s")), "ships")
    columns = (*(Column(key, f"key{n}") for n, key in enumerate(keys)), counted)
    return Query(Pattern((Node("s", ("Ship",)),)), columns, "s")


def rows(*data: tuple[object, ...]) -> Rows:
    return Rows(tuple(f"c{n}" for n in range(len(data[0]))), data, len(data), False)


@pytest.mark.parametrize(
    ("keys", "came", "shown"),
    [
        ((FLAG,), [("Chile", 3), ("Malta", 4)], [("Malta", 4), ("Chile", 3)]),
        ((FLAG,), [("Peru", 3), ("Oman", 3), ("Mali", None)],
         [("Oman", 3), ("Peru", 3), ("Mali", None)]),
        ((BUILT,), [(2004, 9), (1999, 1), (None, 4)], [(1999, 1), (2004, 9), (None, 4)]),
        ((BUILT,), [("2004-05", 9), ("1999-12", 1)], [("1999-12", 1), ("2004-05", 9)]),
        ((Function("month", (BUILT,)),), [(12, 9), (1, 1)], [(1, 1), (12, 9)]),
        ((Function("each", (FLAG,)),), [("a", 1), ("b", 2)], [("b", 2), ("a", 1)]),
        ((BUILT, FLAG), [(2004, "Malta", 1), (1999, "Malta", 2), (2010, "Chile", 1)],
         [(2010, "Chile", 1), (1999, "Malta", 2), (2004, "Malta", 1)]),
    ],
)  # fmt: skip
def test_times_by_time_and_all_else_by_figure(
    keys: tuple[Operand, ...], came: list[tuple[object, ...]], shown: list[tuple[object, ...]]
) -> None:
    assert list(in_order(rows(*came), grouped(*keys)).rows) == shown


def test_what_was_ordered_limited_or_cut_off_or_is_no_group_stays() -> None:
    came, query = rows(("Chile", 3), ("Malta", 4)), grouped(FLAG)
    named = Query(query.pattern, (Column(FLAG, "flag"), Column(BUILT, "built")), "s")
    for other in (replace(query, order=(Order(FLAG),)), replace(query, limit=2), named, None):
        assert in_order(came, other) is came
    cut = replace(came, row_count=5, truncated=True)
    assert in_order(cut, query) is cut


def test_nothing_found_stays_nothing() -> None:
    """A database may not even name the columns of no rows."""
    nothing = Rows(("flag",), (), 0, False)
    assert in_order(nothing, grouped(FLAG)) is nothing
