"""What is said of rows that a limit hides though they equal the last one."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import StatementTimeout
from bot.events import Rows
from bot.steps.ties import ties
from memory.schema import Schema
from tests.unit.steps.graphs import TellingGraph

SHIPS: list[tuple[Any, ...]] = [("Vega", 9), ("Lyra", 7), ("Mira", 7), ("Nova", 7), ("Ayla", 2)]
MOST = "MATCH (s:Ship) RETURN s.name AS name, s.crew AS crew ORDER BY crew DESC"


async def said(cypher: str, shown: list[tuple[Any, ...]], asked: TellingGraph | None = None) -> str:
    width = len(shown[0]) if shown else 1
    rows = Rows(tuple(f"c{n}" for n in range(width)), tuple(shown), len(shown), False)
    return await ties(cypher, {}, rows, Schema(), asked or TellingGraph(lambda cypher: SHIPS))


async def test_what_ties_with_the_last_one_is_named() -> None:
    two = "2 more tie with the last one: Mira and Nova."
    assert await said(f"{MOST} LIMIT 2", SHIPS[:2]) == two
    assert await said(f"{MOST} LIMIT 3", SHIPS[:3]) == "One more ties with the last one: Nova."
    # The second most: whichever of the three is shown, the others are told.
    second = [SHIPS[2]]
    assert await said(f"{MOST} SKIP 1 LIMIT 1", second) == "2 more tie with it: Lyra and Nova."


async def test_the_statement_is_asked_again_with_more_rows() -> None:
    asked = TellingGraph(lambda cypher: [(*row[:1], row[1]) for row in SHIPS])
    cypher = "MATCH (s:Ship) RETURN s.name ORDER BY s.crew DESC, s.name LIMIT 2"
    assert await said(cypher, [("Vega",), ("Lyra",)], asked) == (
        "2 more tie with the last one: Mira and Nova."
    )
    assert asked.asked == [
        "MATCH (s:Ship) RETURN s.name, s.crew AS sorted_by_1 ORDER BY s.crew DESC, s.name LIMIT 100"
    ]


async def test_many_are_counted_and_not_named() -> None:
    many = TellingGraph(lambda cypher: [(f"Ship {n}", 7) for n in range(100)])
    assert await said(f"{MOST} LIMIT 1", [("Ship 0", 7)], many) == "At least 99 more tie with it."
    some = TellingGraph(lambda cypher: [(f"Ship {n}", 7) for n in range(9)])
    assert await said(f"{MOST} LIMIT 1", [("Ship 0", 7)], some) == "8 more tie with it."


@pytest.mark.parametrize(
    ("cypher", "rows"),
    [
        (f"{MOST} LIMIT 1", 1),  # nothing equals it
        (f"{MOST} LIMIT 9", 5),  # all are shown
        (MOST, 5),
        ("MATCH (s:Ship) RETURN s.name AS name ORDER BY name LIMIT 2", 2),  # names
        ("MATCH (s:Ship) RETURN s.name AS name LIMIT 2", 2),
        ("not Cypher at all", 1),
    ],
)
async def test_nothing_is_said_where_nothing_is_hidden(cypher: str, rows: int) -> None:
    assert await said(cypher, SHIPS[:rows]) == ""


async def test_nothing_is_said_where_nobody_can_tell_in_time() -> None:
    late = TellingGraph(lambda cypher: StatementTimeout("late"))
    assert await said(f"{MOST} LIMIT 2", SHIPS[:2], late) == ""
