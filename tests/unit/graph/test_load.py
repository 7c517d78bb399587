"""What the embedded database can hold, and how a graph is cut into batches."""

from __future__ import annotations

from typing import Any

import pytest

from bot.errors import LoadError
from bot.graph.cypher_file import MAX_TEXT
from bot.graph.graph_json import GraphData, GraphNode, GraphRel
from bot.graph.load import _batches, check_storable


def nodes(*properties: dict[str, Any], label: str = "A") -> tuple[GraphNode, ...]:
    return tuple(GraphNode(i, (label,), found) for i, found in enumerate(properties))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (GraphData(nodes({}), (GraphRel(0, "A", 0, {}),)), "'A' is both a label and a rel"),
        (GraphData(nodes({}, label="a,b"), ()), "cannot store the name 'a,b'"),
        (GraphData(nodes({}, label="*"), ()), "cannot store the name"),
        (GraphData(nodes({}), (GraphRel(0, "a~b", 0, {}),)), "cannot store the name 'a~b'"),
        (GraphData(nodes({}, {"x": "y" * (MAX_TEXT + 1)}), ()), "node 1 has properties of more"),
        (
            GraphData(nodes({}), (GraphRel(0, "R", 0, {"x": ["y" * MAX_TEXT, "z"]}),)),
            "relationship R of 0 has properties of more",
        ),
        (GraphData(nodes({"x": [True] * 1_000_001}), ()), "node 0 has properties of more"),
    ],
)
def test_what_cannot_be_stored(data: GraphData, message: str) -> None:
    with pytest.raises(LoadError, match=message):
        check_storable(data)


def test_odd_names_can_be_stored() -> None:
    check_storable(GraphData(nodes({"a,b": 1}, label="a*b"), (GraphRel(0, "a", 0, {}),)))


@pytest.mark.parametrize(
    ("properties", "sizes"),
    [
        ([{"x": 1}] * 12_000, [5000, 5000, 2000]),
        ([{"x": "y" * 1_500_000}] * 7, [3, 3, 1]),
        ([{"x": ["y" * 1_500_000]}] * 4, [3, 1]),
        ([{f"x{i}": 1} for i in range(1000)], [448, 448, 104]),
        ([], []),
    ],
)
def test_batches_fit_into_messages(properties: list[dict[str, Any]], sizes: list[int]) -> None:
    batches = list(_batches(nodes(*properties), key=lambda node: node.labels))
    assert [len(batch) for batch in batches] == sizes
    assert [node.id for batch in batches for node in batch] == list(range(len(properties)))


def test_batches_are_of_one_label_set() -> None:
    mixed = [GraphNode(i, ("A", "B") if i % 2 else ("A",), {}) for i in range(10)]
    batches = list(_batches(mixed, key=lambda node: node.labels))
    assert [{node.labels for node in batch} for batch in batches] == [{("A",)}, {("A", "B")}]
