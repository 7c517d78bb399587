"""Pairs made from a schema written by hand, with a graph that answers as it is told."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest

from bot.events import Rows
from bot.offline.making import Pair, make_pairs
from memory.schema import Join, Label, Property, Relationship, Schema

TELLING = Rows(("a", "b"), (("x", 2), ("y", 1)), 2, False)
NAMES = tuple(f"Vessel {letter}" for letter in "ABCDEFGH")


def schema() -> Schema:
    ship = {
        "name": Property("name", ("STRING",), NAMES, distinct=80),
        "tonnage": Property("tonnage", ("INTEGER",), (1200, 5400, 80_000), None, 900, 90_000),
        "flag": Property("flag", ("STRING",), (), ("Malta", "Norway", "Panama"), distinct=3),
        "launched": Property(
            "launched", ("DATE",), (date(1999, 5, 1), date(2010, 2, 3)), null_share=0.2
        ),
        "active": Property("active", ("BOOLEAN",), (True, False)),
        "hull id": Property("hull id", ("STRING",), ("X1",)),
    }
    port = {"name": Property("name", ("STRING",), ("Oslo", "Split"), distinct=20)}
    line = {"name": Property("name", ("STRING",), ("North Line",), distinct=5)}
    log = {"a": Property("a", ("INTEGER",)), "b": Property("b", ("FLOAT",))}
    calls = {"nights": Property("nights", ("INTEGER",), (2, 5))}
    return Schema(
        {
            "Ship": Label("Ship", 80, ship),
            "Port": Label("Port", 20, port),
            "Line": Label("Line", 5, line),
            "Log": Label("Log", 9, log),
        },
        {
            "CALLS_AT": Relationship("CALLS_AT", 300, (Join("Ship", "Port", 300),), calls),
            "RUNS": Relationship("RUNS", 80, (Join("Line", "Ship", 80), Join("Line", "Port", 3))),
        },
    )  # fmt: skip


class Graph:
    """Two telling rows for every statement; what it was asked is kept."""

    def __init__(self, rows: Rows = TELLING) -> None:
        self.rows = rows
        self.asked: list[str] = []

    async def __call__(self, cypher: str) -> Rows | None:
        self.asked.append(cypher)
        return self.rows


async def pairs(count: int, graph: Graph, seed: int = 0) -> list[Pair]:
    found: list[Pair] = []
    async for pair in make_pairs(schema(), graph, seed=seed):
        found.append(pair)
        if len(found) == count:
            break
    return found


async def test_many_shapes_and_no_pair_twice() -> None:
    found = await pairs(120, Graph())
    types = Counter(pair.type for pair in found)
    assert len(types) >= 22
    assert max(types.values()) <= 15
    assert len({pair.cypher for pair in found}) == len({pair.question for pair in found}) == 120


async def test_only_what_ran_is_made() -> None:
    graph = Graph()
    for pair in await pairs(60, graph):
        ran = pair.cypher in graph.asked
        assert ran or "LIMIT" in pair.cypher, "ranks run with one row more"


async def test_the_same_seed_makes_the_same() -> None:
    assert await pairs(60, Graph()) == await pairs(60, Graph())
    assert await pairs(60, Graph()) != await pairs(60, Graph(), seed=1)


@pytest.mark.parametrize(
    "rows",
    [
        Rows(("a",), (), 0, False),
        Rows(("a", "b"), (("x", 1), (None, None)), 2, False),
        Rows(("a",), ((0,),), 1, False),
        Rows(("a",), tuple((n,) for n in range(201)), 201, False),
        Rows(("a",), ((1,), (2,)), None, True),
    ],
)
async def test_rows_that_prove_nothing(rows: Rows) -> None:
    assert await pairs(1, Graph(rows)) == []


async def test_a_tie_that_a_limit_cuts_is_no_gold() -> None:
    tied = Rows(("name", "value"), tuple((name, 7) for name in NAMES), 8, False)
    found = await pairs(150, Graph(tied))
    assert found and not any("LIMIT" in pair.cypher for pair in found)


async def test_technical_and_nameless_things_are_left_out() -> None:
    found = await pairs(150, Graph())
    assert not any("hull id" in pair.cypher or "Log" in pair.cypher for pair in found)


async def test_joins_by_the_way_are_left_out() -> None:
    found = await pairs(150, Graph())
    assert not any("(line:Line)-[:RUNS]->(port:Port)" in pair.cypher for pair in found)


@pytest.mark.parametrize(
    ("type_", "words", "cypher"),
    [
        ("count", "How many ships are there?", "RETURN count(DISTINCT ship) AS ships"),
        ("filter_value", "ships with flag", 'ship.flag = "'),
        ("filter_date", "ships launched ", 'ship.launched >= date("'),
        ("year", "launched in ", 'ship.launched < date("'),
        ("edge_property", "nights", "r.nights"),
        ("hop_none", "without|no |not |never ", "NOT EXISTS {"),
        ("hop_group", "for each port", "count(DISTINCT ship) AS ships"),
        ("two_hops", "", "-[:RUNS]"),
        ("missing", "without a", "IS NULL"),
    ],
)
async def test_questions_say_what_their_cypher_asks(type_: str, words: str, cypher: str) -> None:
    found = [pair for pair in await pairs(300, Graph()) if pair.type == type_]
    assert any(
        cypher in pair.cypher and any(word in pair.question for word in words.split("|"))
        for pair in found
    ), found


async def test_questions_read_like_questions() -> None:
    for pair in await pairs(200, Graph()):
        assert pair.question[-1] in "?." and pair.question[0].isupper()
        assert "_" not in pair.question and "  " not in pair.question
        assert "$" not in pair.cypher
