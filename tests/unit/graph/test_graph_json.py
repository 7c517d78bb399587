"""Graph JSON: what is taken, what is refused, and where the fault is."""

from __future__ import annotations

import datetime as dt
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from neo4j.spatial import CartesianPoint, WGS84Point
from neo4j.time import Duration, Time

from bot.errors import LoadError
from bot.graph import films
from bot.graph.graph_json import from_json, read


def node(**properties: Any) -> dict[str, Any]:
    return {"nodes": [{"id": 1, "labels": ["A"], "props": properties}], "rels": []}


def kept(value: Any) -> Any:
    return from_json(node(x=value)).nodes[0].properties.get("x")


@pytest.mark.parametrize(
    ("value", "stored"),
    [
        ("text", "text"),
        ("", ""),
        (-(2**63), -(2**63)),
        (1.5, 1.5),
        (True, True),
        (None, None),
        ([], []),
        ([1, 2.5], [1.0, 2.5]),
        (["a", "b"], ["a", "b"]),
        ({"$date": "1931-05-11"}, dt.date(1931, 5, 11)),
        ({"$datetime": "2020-01-31T01:02:03"}, dt.datetime(2020, 1, 31, 1, 2, 3)),
        (
            {"$datetime": "2020-01-31T00:00:00Z"},
            dt.datetime(2020, 1, 31, tzinfo=dt.UTC),
        ),
        ({"$time": "12:30:00"}, Time(12, 30, 0)),
        ({"$duration": "P1Y2M3DT4H"}, Duration(months=14, days=3, hours=4)),
        ({"$point": {"longitude": 13.4, "latitude": 52.5}}, WGS84Point((13.4, 52.5))),
        ({"$point": {"x": 1, "y": 2, "z": 3}}, CartesianPoint((1.0, 2.0, 3.0))),
        ([{"$date": "1931-05-11"}], [dt.date(1931, 5, 11)]),
    ],
)
def test_values(value: Any, stored: Any) -> None:
    found = kept(value)
    assert found == stored
    assert type(found) is type(stored)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"a": 1}, "is a map"),
        ({}, "is a map"),
        ({"$date": "1931-05-11", "more": 1}, "is a map"),
        ({"$date": "11.05.1931"}, "is no date: '11.05.1931'"),
        ({"$datetime": 7}, "is no datetime: 7"),
        ({"$duration": "two days"}, "is no duration"),
        ({"$point": {"longitude": 1}}, "is no point"),
        ({"$point": {"x": 1, "y": 2, "w": 3}}, "is no point"),
        ([1, "a"], "is a list of mixed kinds"),
        ([1, True], "is a list of mixed kinds"),
        ([1, None], "is a list with a null or a list in it"),
        ([[1]], "is a list with a null or a list in it"),
        ([{"a": 1}], "is a map"),
        (2**63, "is a whole number beyond 64 bits"),
        (float("inf"), "is a number too large"),
    ],
)
def test_values_that_cannot_be_stored(value: Any, reason: str) -> None:
    with pytest.raises(LoadError, match=f"node 1 has a property 'x' that {reason}"):
        kept(value)


REL = {"start": 1, "type": "R", "end": 1, "props": {}}


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"labels": ["A"]}, "node 2 has no id"),
        ({"id": None, "labels": ["A"]}, "node 2 has no id"),
        ({"id": True, "labels": ["A"]}, "node 2 has no id"),
        ({"id": 1, "labels": ["A"]}, "node 2 has the id 1 of an earlier one"),
        ({"id": 2}, "node 2 has no label"),
        ({"id": 2, "labels": []}, "node 2 has no label"),
        ({"id": 2, "labels": "A"}, "node 2 has no label"),
        ({"id": 2, "labels": [" "]}, "node 2 has a label that is not a name"),
        ({"id": 2, "labels": ["a\nb"]}, "node 2 has a label that is too long or"),
        ({"id": 2, "labels": ["A"], "properties": {}}, "node 2 has a key 'properties'; the keys"),
        ({"id": 2, "labels": ["A"], "props": []}, "node 2 has props that are not an object"),
        ({"id": 2, "labels": ["A"], "props": {"": 1}}, "node 2 has a property that is not a name"),
        ([], "node 2 is not an object"),
    ],
)
def test_malformed_nodes(entry: Any, reason: str) -> None:
    graph = {"nodes": [{"id": 1, "labels": ["A"], "props": {}}, entry], "rels": []}
    with pytest.raises(LoadError, match=reason):
        from_json(graph)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (REL | {"start": 9}, "rel 2 names a node 9 that is not there"),
        (REL | {"end": "1"}, "rel 2 names a node '1' that is not there"),
        (REL | {"type": ""}, "rel 2 has a type that is not a name"),
        ({"start": 1, "end": 1}, "rel 2 has a type that is not a name"),
        (REL | {"props": {"x": {"a": 1}}}, "rel 2 has a property 'x' that is a map"),
        (REL | {"from": 1}, "rel 2 has a key 'from'"),
    ],
)
def test_malformed_relationships(entry: Any, reason: str) -> None:
    graph = {"nodes": [{"id": 1, "labels": ["A"], "props": {}}], "rels": [REL, entry]}
    with pytest.raises(LoadError, match=reason):
        from_json(graph)


@pytest.mark.parametrize(
    "graph", [[], {}, {"nodes": {}}, {"nodes": [], "rels": {}}, {"nodes": [], "relationships": []}]
)
def test_other_shapes(graph: Any) -> None:
    with pytest.raises(LoadError, match="list"):
        from_json(graph)


def test_labels_are_kept_once_and_in_order() -> None:
    graph = {"nodes": [{"id": "a", "labels": ["B", "A", "B"], "props": None}]}
    assert from_json(graph).nodes[0].labels == ("B", "A")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"nodes": [\n{"id": 1,}]}', "graph.json, line 2: "),
        ('{"nodes": [{"id": 1, "labels": ["A"], "props": {"x": NaN}}]}', "NaN is not a number"),
        (
            '{"about": [1, {}],\n"nodes": [\n{"id": 1, "labels": ["A"]}\n,\n{"id": 2}]}',
            "graph.json, line 5: node 2 has no label",
        ),
        (
            '{"rels": [\n{"start": 1, "type": "R", "end": 1},\n\n'
            '{"start": 1, "type": "R", "end": 2}],\n"nodes": [{"id": 1, "labels": ["A"]}]}',
            "graph.json, line 4: rel 2 names a node 2",
        ),
        ("[" * 100_000, "graph.json"),
        ("", "graph.json, line 1"),
    ],
)
def test_faults_in_files_have_their_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "graph.json"
    path.write_text(text)
    with pytest.raises(LoadError, match=message):
        read(path)


def test_unreadable_files(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="No such file"):
        read(tmp_path / "missing.json")
    with pytest.raises(LoadError, match="directory"):
        read(tmp_path)
    (tmp_path / "latin.json").write_bytes(b'{"nodes":\n["\xe9"]}')
    with pytest.raises(LoadError, match="line 2: the text is not UTF-8"):
        read(tmp_path / "latin.json")
    whole = gzip.compress(json.dumps(node(x=1)).encode() * 100)
    for name, content in {"plain.json.gz": b"{}", "cut.json.gz": whole[:-20]}.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(LoadError, match="not a whole gzip file"):
            read(tmp_path / name)


def test_gzip_and_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "graph.json.gz"
    path.write_bytes(gzip.compress(b"\xef\xbb\xbf" + json.dumps(node(x="é")).encode()))
    assert read(path).nodes[0].properties == {"x": "é"}


def test_the_sample_is_graph_json() -> None:
    graph = films.load()
    data = from_json(graph)
    assert (len(data.nodes), len(data.rels)) == (len(graph["nodes"]), len(graph["rels"]))
