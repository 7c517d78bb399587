"""The small steps after a statement ran."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.events import Rows
from bot.steps.judge import Doubtful, Sound, judge
from bot.steps.recall import recall
from bot.steps.summarise import summarise
from memory.conversation import Mention
from memory.query import (
    Aggregate,
    Arithmetic,
    Attribute,
    Column,
    Constant,
    Edge,
    Entity,
    Figure,
    Function,
    Node,
    Operand,
    Order,
    Pattern,
    Query,
)
from memory.schema import Label, LinkedValue, Property, Schema

SHIPS = Query(
    Pattern((Node("s", ("Ship",)),)),
    (Column(Attribute("s", "name"), "name"), Column(Attribute("s", "built"), "built")),
    "s",
)
COUNT = Query(
    Pattern((Node("s", ("Ship",)),)),
    (Column(Aggregate("count", Entity("s")), "ships"),),
    "s",
    form="count",
)
PER_FLAG = Query(
    Pattern((Node("s", ("Ship",)),)),
    (Column(Attribute("s", "flag"), "flag"), Column(Aggregate("count", Entity("s")), "ships")),
    "s",
)
YES_NO = Query(
    Pattern((Node("s", ("Ship",)),)),
    (Column(Aggregate("count", Entity("s")), "answer"),),
    "s",
    form="yes_no",
)
SCHEMA = Schema({"Ship": Label("Ship", 2, {"name": Property("name", ("STRING",))})})


def rows(columns: tuple[str, ...], *data: tuple[object, ...], count: int | None = None) -> Rows:
    total = len(data) if count is None else count
    return Rows(columns, data, total, total > len(data))


def test_an_individual_with_several_rows_is_not_counted_by_them() -> None:
    pairs = Query(
        Pattern((Node("s", ("Ship",)), Node("p", ("Port",)))),
        (Column(Attribute("s", "name"), "name"), Column(Attribute("p", "name"), "port")),
        "s",
    )
    found = rows(("name", "port"), ("Vega", "Oslo"), ("Vega", "Split"))
    assert summarise(found, pairs) == "2 results: Vega (Oslo), Vega (Split)."
    found = rows(("name", "port"), ("Vega", "Oslo"), ("Lyra", "Oslo"))
    assert summarise(found, pairs) == "2 ships: Vega (Oslo), Lyra (Oslo)."


def test_people_are_told_by_their_whole_names() -> None:
    who = [Attribute("p", key) for key in ("firstName", "lastName", "staffNo")]
    query = Query(
        Pattern((Node("p", ("Person",)),)), tuple(Column(x, x.property) for x in who), "p"
    )
    keys = ("firstName", "lastName", "staffNo")
    found = rows(keys, ("Ada", "Mann", 7), ("Ida", "Berg", 8))
    assert summarise(found, query) == "2 people: Ada Mann, Ida Berg."
    assert summarise(rows(keys, ("Ada", "Mann", 7)), query) == "Ada Mann."
    namesakes = rows(keys, ("Ada", "Mann", 7), ("Ada", "Mann", 8))
    assert summarise(namesakes, query) == "2 people: Ada Mann (7), Ada Mann (8)."
    bills = replace(
        query, columns=(*query.columns[:2], Column(Aggregate("count", Entity("b")), "n"))
    )
    assert summarise(rows(("a", "b", "n"), ("Ada", "Mann", 3), ("Ida", "Berg", 2)), bills) == (
        "2 people: Ada Mann (3), Ida Berg (2)."
    )


def test_judge() -> None:
    assert judge(rows(("a",), (1,))) == Sound()
    assert isinstance(judge(rows(("a",))), Doubtful)
    doubtful = judge(rows(("a", "b"), (1, None), (2, None)))
    assert isinstance(doubtful, Doubtful) and "b" in doubtful.problem


def test_recall_takes_the_subjects_column() -> None:
    result = rows(("name", "built"), ("Vega", 1999), ("Lyra", 2004))
    assert recall(result, SHIPS, SCHEMA, ()) == (
        Mention("Ship", "name", "Vega"),
        Mention("Ship", "name", "Lyra"),
    )


def test_recall_of_a_count_keeps_what_was_named() -> None:
    link = LinkedValue("Oslo", "Port", "name", "Oslo", 0, 4)
    assert recall(rows(("ships",), (3,)), COUNT, SCHEMA, (link,)) == (
        Mention("Port", "name", "Oslo"),
    )


def test_recall_without_a_tree_finds_nodes_and_names() -> None:
    nodes = rows(("s",), ({"_labels": ["Ship"], "name": "Vega", "built": 1999},))
    assert recall(nodes, None, SCHEMA, ()) == (Mention("Ship", "name", "Vega"),)
    names = rows(("s.name",), ("Vega",), ("Vega",), ("Lyra",))
    assert recall(names, None, SCHEMA, ())[1] == Mention("Ship", "name", "Lyra")


@pytest.mark.parametrize(
    ("result", "query", "answer"),
    [
        (rows(("ships",), (12,)), COUNT, "12 ships."),
        (rows(("ships",), (0,)), COUNT, "No ships."),
        (rows(("ships",), (1,)), COUNT, "1 ship."),
        (rows(("answer",), (0,)), YES_NO, "No."),
        (rows(("answer",), (True,)), YES_NO, "Yes."),
        (rows(("name", "built")), SHIPS, "Nothing in the graph matches that."),
        (rows(("name", "built"), ("Vega", 1999)), SHIPS, "Vega (1999)."),
        (
            rows(("name", "built"), ("Vega", 1999), ("Lyra", 2004)),
            SHIPS,
            "2 ships: Vega (1999), Lyra (2004).",
        ),
        (
            rows(("flag", "ships"), ("Malta", 4), ("Chile", 3)),
            PER_FLAG,
            "2 flags: Malta (4), Chile (3).",
        ),
        (
            rows(("name",), *((f"Ship {i}",) for i in range(20)), count=3214),
            None,
            "3,214 results: Ship 0, Ship 1, Ship 2, and 3,211 more.",
        ),
    ],
)
def test_summarise(result: Rows, query: Query | None, answer: str) -> None:
    assert summarise(result, query) == answer


def test_what_is_ranked_by_is_told_and_not_what_it_was_reckoned_of() -> None:
    gain, cost = Attribute("s", "gain"), Attribute("s", "cost")
    profit = Arithmetic("-", gain, cost)
    query = Query(
        Pattern((Node("s", ("Ship",)),)),
        tuple(Column(x, "c") for x in (Attribute("s", "name"), gain, cost, profit)),
        "s",
        order=(Order(profit, True),),
    )
    found = rows(("name", "gain", "cost", "difference"), ("Vega", 9, 2, 7), ("Lyra", 5, 4, 1))
    assert summarise(found, query) == "2 ships: Vega (7), Lyra (1)."


def test_figures_are_told_by_their_names_and_apart_from_what_stands_beside_them() -> None:
    ships, ports = (Aggregate("count", Entity(v), distinct=True) for v in "sp")
    pattern = Pattern((Node("p", ("Port",)),))
    figure = Figure(Query(Pattern((Node("s", ("Ship",)),)), (Column(ships, "ships"),), "s"))
    both = Query(pattern, (Column(figure, "ships"), Column(ports, "ports")), "p", "value")
    assert summarise(rows(("ships", "ports"), (12, 3)), both) == "12 ships; 3 ports."
    named = Query(pattern, (Column(figure, "ships"), Column(Attribute("p", "name"), "name")), "p")
    assert summarise(rows(("ships", "name"), (12, "Oslo")), named) == "12 ships. Oslo."


FLAG, BUILT = Attribute("s", "flag"), Attribute("s", "built")
PORT = Attribute("p", "name")


@pytest.mark.parametrize(
    ("keys", "data", "answer"),
    [
        ((PORT, BUILT), [("Oslo", 1999, 3), ("Oslo", 2004, 1)], "Oslo 1999 (3), Oslo 2004 (1)"),
        ((BUILT, PORT), [(1999, "Oslo", 3), (2004, "Oslo", 1)], "1999 Oslo (3), 2004 Oslo (1)"),
        (
            (FLAG, Function("decade", (BUILT,))),
            [("Malta", 1990, 4), ("Chile", 2000, 1)],
            "Malta 1990s (4), Chile 2000s (1)",
        ),
        ((FLAG, PORT), [("Malta", "Oslo", 4), ("Chile", "Oslo", 3)],
         "Malta, Oslo (4); Chile, Oslo (3)"),
    ],
)  # fmt: skip
def test_a_group_is_named_by_all_its_keys_in_the_order_asked_for(
    keys: tuple[Operand, ...], data: list[tuple[object, ...]], answer: str
) -> None:
    assert summarise(rows(("a", "b", "ships"), *data), grouped(*keys)) == f"2 results: {answer}."


@pytest.mark.parametrize(
    ("key", "data", "answer"),
    [
        (PORT, [("Oslo", 3), ("Split", 1)], "2 ports: Oslo (3), Split (1)."),
        (
            Function("decade", (BUILT,)),
            [(1990, 4), (2000, 1)],
            "2 decades: 1990s (4), 2000s (1).",
        ),
        (Function("month", (BUILT,)), [(1, 4), (12, 1)], "2 months: January (4), December (1)."),
        (Function("year", (BUILT,)), [(1990, 4)], "1990 (4 ships)."),
        (Constant("all"), [("x", 3), ("y", 1)], "2 results: x (3), y (1)."),
    ],
)
def test_groups_are_counted_as_what_they_are(
    key: Operand, data: list[tuple[object, ...]], answer: str
) -> None:
    assert summarise(rows(("a", "ships"), *data), grouped(key)) == answer


def grouped(*keys: Operand) -> Query:
    """The number of ships for each of these, ports by themselves."""
    return Query(
        Pattern((Node("s", ("Ship",)), Node("p", ("Port",)))),
        (
            *(Column(key, f"key{n}") for n, key in enumerate(keys)),
            Column(Aggregate("count", Entity("s")), "ships"),
        ),
        "s",
        distinct_on=("p",) if keys == (PORT,) else (),
    )


def test_unknown_total_is_said() -> None:
    result = Rows(("name",), tuple((f"Ship {i}",) for i in range(10)), None, True)
    assert summarise(result, None).startswith("More than 10 results: ")


LENDS = Attribute("l", "termDays")
ENDS = (Attribute("a", "name"), Attribute("b", "name"))


@pytest.mark.parametrize(
    ("operands", "data", "answer"),
    [
        # What is asked about is a relationship: it is called by its ends.
        ((*ENDS, LENDS), [("Ada", "Bo", 1100)], "Ada – Bo (1,100 days)."),
        (
            (*ENDS, LENDS),
            [("Ada", "Bo", 1100), ("Bo", "Cy", 1)],
            "2 loans: Ada – Bo (1,100 days), Bo – Cy (1 day).",
        ),
        # Values of one property, each once.
        (
            (LENDS,),
            [(30,), (60,), (30,), (None,)],
            "2 different terms of 3 loans: 30 days, 60 days.",
        ),
        ((LENDS,), [(30,), (30,)], "30 days."),
    ],
)
def test_rows_of_relationships_and_of_values(
    operands: tuple[Operand, ...], data: list[tuple[object, ...]], answer: str
) -> None:
    pattern = Pattern(
        (Node("a", ("Person",)), Node("b", ("Person",))), (Edge("a", ("LENDS",), "b", "l"),)
    )
    query = Query(pattern, tuple(Column(one, f"c{n}") for n, one in enumerate(operands)), "l")
    assert summarise(rows(tuple(c.name for c in query.columns), *data), query) == answer


def test_a_node_without_a_name_goes_by_its_number_or_by_what_it_says() -> None:
    orders = rows(
        ("o",),
        ({"_labels": ["Order"], "due": "2023-12-28", "urgent": False, "order_no": "W-1"},),
        ({"_labels": ["Order"], "due": "2024-10-15", "urgent": True, "order_no": "W-2"},),
    )
    assert summarise(orders, None) == "2 results: W-1, W-2."
    goals = rows(("g",), *(({"_labels": ["Goal"], "minute": n, "kind": "header"},) for n in (3, 9)))
    assert summarise(goals, None) == "2 results: header, minute 3; header, minute 9."


def test_a_name_that_says_the_same_again_is_not_told() -> None:
    named = tuple(Column(Attribute("s", name), name) for name in ("name", "surname"))
    people = replace(SHIPS, columns=named)
    found = rows(("name", "surname"), ("Ada Lee", "Lee"), ("Bo Ray", "Ray"))
    assert summarise(found, people) == "2 ships: Ada Lee, Bo Ray."
