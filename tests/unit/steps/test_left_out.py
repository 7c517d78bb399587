"""What is said of things without a value, and what is counted for it."""

from __future__ import annotations

import pytest

from bot.errors import GraphError, StatementTimeout
from bot.steps.left_out import left_out
from tests.unit.steps.graphs import TellingGraph, fleet


def graph(total: int = 80, known: int = 68) -> TellingGraph:
    return TellingGraph(lambda cypher: [(total, known)])


async def said(cypher: str, asked: TellingGraph | None = None) -> str:
    return await left_out(cypher, {}, fleet(), asked or graph())


@pytest.mark.parametrize(
    ("cypher", "counted", "tail"),
    [
        (
            "MATCH (s:Ship) RETURN s.name ORDER BY s.tonnage DESC LIMIT 3",
            "MATCH (s:Ship) WITH DISTINCT s",
            "",
        ),
        (
            "MATCH (s:Ship) WHERE s.tonnage IS NOT NULL RETURN s.name, s.tonnage AS t ORDER BY t",
            "MATCH (s:Ship) WHERE true WITH DISTINCT s",
            "",
        ),
        (
            "MATCH (s:Ship) WHERE s.flag = 'Malta' AND s.tonnage > 500 RETURN s.name",
            "MATCH (s:Ship) WHERE s.flag = 'Malta' AND true WITH DISTINCT s",
            " and are left out",
        ),
        (
            "MATCH (s:Ship {flag: 'Malta'})-[:CALLS_AT]->(p:Port) RETURN p.name, avg(s.tonnage)",
            "MATCH (s:Ship {flag: 'Malta'})-[:CALLS_AT]->(p:Port) WITH DISTINCT s",
            " and are left out",
        ),
    ],
)
async def test_sorted_compared_and_averaged(cypher: str, counted: str, tail: str) -> None:
    asked = graph()
    assert await said(cypher, asked) == f"12 of 80 ships have no recorded tonnage{tail}."
    assert asked.asked == [f"{counted} RETURN count(s) AS total, count(s.tonnage) AS known"]


async def test_relationships_have_values_too() -> None:
    cypher = "MATCH (s:Ship)-[c:CALLS_AT]->(p:Port) WHERE c.nights >= 2 RETURN s.name"
    assert (await said(cypher, graph(2, 1))) == (
        "One of the 2 calls asked about has no recorded nights and is left out."
    )


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (s:Ship) RETURN s.name ORDER BY s.crew",  # the schema knows it is always there
        "MATCH (s:Ship) WHERE s.tonnage IS NULL RETURN s.name",  # asked for
        "MATCH (s:Ship) WHERE s.motto = 'On' RETURN s.name",  # to lack it is an answer
        "MATCH (s:Ship) RETURN coalesce(s.tonnage, 0) AS t ORDER BY t",
        "MATCH (s:Ship) RETURN s.name UNION MATCH (s:Ship) RETURN s.name",
        "UNWIND [1] AS x RETURN x ORDER BY x",
        "not Cypher at all",
    ],
)
async def test_nothing_is_asked_where_nothing_is_left_out(cypher: str) -> None:
    asked = graph()
    assert await said(cypher, asked) == "" and asked.asked == []


async def test_nothing_is_said_where_all_have_it_or_nobody_can_count() -> None:
    cypher = "MATCH (s:Ship) RETURN avg(s.tonnage)"
    assert await said(cypher, graph(80, 80)) == ""
    late: GraphError = StatementTimeout("late")
    assert await said(cypher, TellingGraph(lambda cypher: late)) == ""
