import json
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest
from neo4j.graph import Graph, Node
from neo4j.spatial import CartesianPoint, WGS84Point
from neo4j.time import Date, DateTime, Duration, Time
from neo4j.vector import Vector

from bot.graph.json_values import NOTHING_HIDDEN, json_row
from guardrails.privacy import Hidden


def _node(labels: set[str], **properties: Any) -> Node:
    return Node(Graph(), "4:x:1", 1, labels, properties)


def _one(value: Any, budget: int = 10_000, hidden: Hidden = NOTHING_HIDDEN) -> Any:
    row, _ = json_row([value], 1, budget, hidden)
    json.loads(json.dumps(row, allow_nan=False))
    return row[0]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        (True, True),
        (2**63 - 1, 2**63 - 1),
        (1.5, 1.5),
        (float("nan"), "NaN"),
        (float("inf"), "Infinity"),
        (float("-inf"), "-Infinity"),
        ("ä\n", "ä\n"),
        (b"abc", "[3 bytes]"),
        (Date(2020, 1, 2), "2020-01-02"),
        (date(2020, 1, 2), "2020-01-02"),
        (DateTime(2020, 1, 2, 3, 4, 5, 600_000_000), "2020-01-02T03:04:05.6"),
        (DateTime(2020, 1, 2, 3, 4, 5, 1), "2020-01-02T03:04:05.000000001"),
        (DateTime(2020, 1, 2, tzinfo=timezone(timedelta(hours=2))), "2020-01-02T00:00:00+02:00"),
        (datetime(2020, 1, 2, tzinfo=UTC), "2020-01-02T00:00:00Z"),
        (Time(10, 30), "10:30:00"),
        (Duration(days=3, seconds=4), "P3DT4S"),
        (WGS84Point((2.25, 48.5)), "point({longitude: 2.25, latitude: 48.5})"),
        (CartesianPoint((1, 2, 3)), "point({x: 1.0, y: 2.0, z: 3.0})"),
        ([1, [2, "x"]], [1, [2, "x"]]),
        ({"a": Date(2020, 1, 2)}, {"a": "2020-01-02"}),
        (Vector([1.0, 2.0], "f32"), "[2 numbers]"),
    ],
)
def test_each_kind_of_value(value: Any, expected: Any) -> None:
    assert _one(value) == expected


def test_a_nodes_embedding_is_named_not_shown() -> None:
    node = _node({"B", "A"}, name="x", vector=[0.5] * 1536, few=[1] * 100)
    assert _one(node) == {
        "_labels": ["A", "B"],
        "name": "x",
        "vector": "[1536 numbers]",
        "few": [1] * 100,
    }


def test_a_column_of_collected_numbers_is_no_embedding() -> None:
    years = list(range(1900, 2030))
    ratings = [number / 10 for number in range(150)]
    assert _one(years) == years
    assert _one(ratings) == ratings
    assert _one([1 / (number + 3) for number in range(384)]) == "[384 numbers]"


def test_what_does_not_fit_is_cut_and_said() -> None:
    assert _one("x" * 600, budget=1_016) == "x" * 500 + "… [100 more characters]"
    cut = _one(["word"] * 1_000, budget=1_000)
    assert cut[:2] == ["word", "word"] and cut[-1] == f"[{1_000 - len(cut) + 1:,} more]"


def test_no_row_takes_more_than_its_budget() -> None:
    row, used = json_row([["word"] * 10_000] * 20, 20, 20_000)
    assert used < 25_000 and len(json.dumps(row)) < 30_000


def test_hidden_labels() -> None:
    hidden = Hidden(("Secret",))
    assert _one(_node({"Secret"}, token="hush"), hidden=hidden) == {"_labels": []}
    assert _one(_node({"Secret", "A"}, x=1), hidden=hidden) == {"_labels": ["A"], "x": 1}
    assert _one(_node(set(), x=1), hidden=hidden) == {"_labels": [], "x": 1}
