"""What is said of all rows together, and who counts it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import StatementFailed, StatementTimeout
from bot.events import Rows
from bot.models.prompt import summarise_prompt
from bot.ports import SummariseRequest
from bot.steps.column_figures import column_figures
from tests.unit.steps.graphs import TellingGraph, fleet

SHIPS = "MATCH (s:Ship) RETURN s.name, s.crew AS crew, s.built"
NAMES = ("s.name", "crew", "s.built")
ROWS: tuple[tuple[Any, ...], ...] = (
    ("Vega", 10, "1999-05-01"),
    ("Lyra", 20, None),
    ("Lyra", 60, "2001-01-31"),
    ("Lyra", 30, "2000-07-07"),
)


def counting(*row: Any) -> TellingGraph:
    return TellingGraph(lambda cypher: [row])


async def test_of_rows_that_are_all_there_it_is_counted_here() -> None:
    graph = counting()
    said = await column_figures(SHIPS, {}, Rows(NAMES, ROWS, 4, False), fleet(), graph)
    assert said == (
        "2 different name values; crew from 10 to 60, 30 on average; "
        "built from 1999-05-01 to 2001-01-31, unknown in 1"
    )
    assert graph.asked == []


async def test_of_a_part_the_graph_counts_all() -> None:
    graph = counting(9000, 12, None, None, None, 8999, 60, 2, 60, 12.5, 0, 0, None, None, None)
    said = await column_figures(SHIPS, {}, Rows(NAMES, ROWS, 9000, True), fleet(), graph)
    assert said == "12 different name values; crew from 2 to 60, 12.5 on average, unknown in 1"
    (asked,) = graph.asked
    assert asked.startswith(
        "CALL {\nMATCH (s:Ship) RETURN s.name AS column_0, s.crew AS crew, s.built AS column_2\n}"
    )
    assert "count(DISTINCT column_0) AS figure_1, null AS figure_2" in asked
    assert "avg(crew) AS figure_9" in asked and "max(column_2) AS figure_13" in asked


@pytest.mark.parametrize(
    ("cypher", "rows"),
    [
        (SHIPS, Rows(NAMES, ROWS, None, True)),  # nobody knows how many there are
        (SHIPS, Rows(NAMES, ROWS[:1], 1, False)),
        ("MATCH (s:Ship) RETURN *", Rows(NAMES, ROWS, 9000, True)),
        ("MATCH (s:Ship) RETURN s", Rows(("s",), (({"_labels": ["Ship"]},),) * 3, 9000, True)),
        ("no Cypher", Rows(NAMES, ROWS, 9000, True)),
    ],
)
async def test_nothing_is_said_of_what_is_not_known(cypher: str, rows: Rows) -> None:
    assert await column_figures(cypher, {}, rows, fleet(), counting()) == ""


@pytest.mark.parametrize("error", [StatementTimeout("late"), StatementFailed("no")])
async def test_a_part_never_stands_for_all(error: StatementFailed | StatementTimeout) -> None:
    graph = TellingGraph(lambda cypher: error)
    assert await column_figures(SHIPS, {}, Rows(NAMES, ROWS, 9000, True), fleet(), graph) == ""


def test_a_model_is_told_where_it_does_not_see_all_rows() -> None:
    def told(rows: Rows) -> bool:
        request = SummariseRequest("?", SHIPS, rows, figures="crew from 2 to 60")
        return f"Over all {rows.row_count} rows: crew from 2 to 60" in summarise_prompt(request)

    assert told(Rows(NAMES, ROWS, 9000, True)) and told(Rows(NAMES, ROWS * 200, 800, False))
    assert not told(Rows(NAMES, ROWS, 4, False))
