"""What a yes or no rests on, told of a graph that answers as it is told (a stand-in)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import GraphError, StatementTimeout
from bot.steps.yes_no_figures import yes_no_figures
from memory.query import (
    Aggregate,
    Attribute,
    Comparison,
    Condition,
    Constant,
    Edge,
    Entity,
    Node,
    Pattern,
    Query,
)
from tests.unit.steps.graphs import TellingGraph, fleet

VEGA, LYRA = Node("one", ("Ship",)), Node("two", ("Ship",))
NAMED = tuple(
    Comparison(Attribute(variable, "name"), "=", Constant(name))
    for variable, name in (("one", "Vega"), ("two", "Lyra"))
)
CREW, OTHER = Attribute("one", "crew"), Attribute("two", "crew")
LARGER = Comparison(CREW, ">", OTHER)


def asks(*where: Condition, nodes: tuple[Node, ...] = (VEGA, LYRA)) -> Query:
    return Query(Pattern(nodes, (), where), (), "one", "yes_no")


async def told(query: Query | None, rows: list[tuple[Any, ...]] | GraphError) -> tuple[str, str]:
    graph = TellingGraph(lambda cypher: rows)
    return await yes_no_figures(query, fleet(), graph), "\n".join(graph.asked)


async def test_both_sides_are_told_with_whose_they_are() -> None:
    said, asked = await told(asks(*NAMED, LARGER), [("Vega", "Lyra", 40, 12)])
    assert said == "Vega (crew 40) and Lyra (crew 12)."
    assert "one.crew >" not in asked and asked.endswith("LIMIT 2")
    said, _ = await told(asks(*NAMED, LARGER), [("Vega", "Lyra", 40, None)])
    assert said == "Vega (crew 40) and Lyra (crew unknown)."


async def test_a_figure_is_told_beside_the_one_that_was_asked_for() -> None:
    few = asks(NAMED[0], Comparison(CREW, "<=", Constant(12)), nodes=(VEGA,))
    assert (await told(few, [("Vega", 40)]))[0] == "Vega (crew 40)."


async def test_counts_are_told() -> None:
    calls = Pattern(
        (VEGA, Node("port", ("Port",))), (Edge("one", ("CALLS_AT",), "port"),), NAMED[:1]
    )
    ports = Aggregate("count", Entity("port"), distinct=True)
    many = Comparison(ports, ">", Constant(5))
    said, asked = await told(Query(calls, (), "one", "yes_no", having=(many,)), [("Vega", 7)])
    assert said == "Vega (7 ports)." and "> $" not in asked


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        (None, [("Vega", 40)]),
        (asks(*NAMED), [("Vega", "Lyra")]),  # nothing is compared
        (asks(NAMED[0], Comparison(Attribute("one", "flag"), "=", Constant("Malta"))), [("Vega",)]),
        (asks(LARGER), [("Vega", "Lyra", 40, 12), ("Vega", "Mira", 40, 9)]),  # no one row
        (asks(*NAMED, LARGER), []),
        (asks(*NAMED, LARGER), StatementTimeout("late")),
    ],
)
async def test_nothing_is_added_where_it_is_not_of_one_row(
    query: Query | None, rows: list[tuple[Any, ...]] | GraphError
) -> None:
    assert (await told(query, rows))[0] == ""
