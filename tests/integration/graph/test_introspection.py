"""The schema is the same, whichever database holds the graph and however much is sampled."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
import pytest_asyncio

from bot.errors import StatementTimeout
from bot.graph import introspect_joins
from bot.graph.client import BoltGraph
from bot.graph.introspect import introspect
from bot.graph.introspect_reader import Limits
from bot.graph.values import distinct_values
from guardrails.privacy import Hidden
from memory.schema import Join, Label, Property, Relationship, Schema
from memory.value_record import LeftOut
from tests.graph_database import GraphDatabase

LONG = "A long synopsis. " * 12
NODES: list[dict[str, Any]] = [
    {
        "id": "ada",
        "labels": ["Person", "Actor"],
        "props": {"name": "Ada", "born": {"$date": "1960-01-02"}},
    },
    {
        "id": "bo",
        "labels": ["Person", "Actor", "Director"],
        "props": {"name": "Bo", "born": {"$date": "1950-06-07"}, "active": True},
    },
    {"id": "cy", "labels": ["Person"], "props": {"name": "Cy", "active": False}},
    {
        "id": "dust",
        "labels": ["Film"],
        "props": {
            "title": "Dust",
            "year": 1999,
            "rating": 7.5,
            "genres": ["Drama", "Sci-Fi"],
            "synopsis": LONG,
            "embedding": [0.125] * 300,
        },
    },
    {
        "id": "salt",
        "labels": ["Film"],
        "props": {
            "title": "Salt",
            "year": 2004,
            "genres": [],
            "code": "x1",
            "embedding": [0.5] * 300,
        },
    },
    {
        "id": "moon",
        "labels": ["Film"],
        "props": {"title": "Moon", "year": 2010, "rating": 8, "genres": ["Drama"], "code": 7},
    },
    {"id": "odd", "labels": ["Odd `name`"], "props": {"a `key`": "ü", "x.y": 1}},
    {"id": "tech", "labels": ["_Secret"], "props": {"token": "hush"}},
]
RELS: list[dict[str, Any]] = [
    {"start": "ada", "type": "ACTED_IN", "end": "dust", "props": {"role": "Eve", "pay": 10}},
    {"start": "ada", "type": "ACTED_IN", "end": "moon", "props": {"role": "Ann"}},
    {"start": "bo", "type": "ACTED_IN", "end": "dust", "props": {"role": "Max"}},
    {"start": "bo", "type": "DIRECTED", "end": "salt", "props": {}},
    {"start": "cy", "type": "KNOWS", "end": "ada", "props": {"since": {"$date": "2001-02-03"}}},
    {"start": "odd", "type": "has `odd`", "end": "cy", "props": {}},
    {"start": "tech", "type": "WATCHES", "end": "ada", "props": {"secretly": "yes"}},
    {"start": "tech", "type": "KNOWS", "end": "ada", "props": {}},
]
EVENTS = 300


def _graph() -> dict[str, Any]:
    """The few above, and many events, of which only the last has a note."""
    kinds = random.Random(7)
    events = [
        {
            "id": f"event{number}",
            "labels": ["Event"],
            "props": {
                "key": f"E{number:04}",
                "kind": kinds.choice(["fire", "flood", "theft"]),
                "level": number,
            },
        }
        for number in range(EVENTS)
    ]
    events[-1]["props"]["note"] = "the last"
    at = [
        {
            "start": f"event{number}",
            "type": "AT",
            "end": "cy" if number else "dust",
            "props": {"order": number},
        }
        for number in range(EVENTS)
    ]
    return {"nodes": NODES + events, "rels": RELS + at}


def _property(name: str, kind: str, *examples: Any, **more: Any) -> tuple[str, Property]:
    types = tuple(kind.split("|"))
    return name, Property(name, types, tuple(examples), **more)


EXPECTED = Schema(
    labels={
        "Actor": Label(
            "Actor",
            2,
            dict(
                [
                    _property(
                        "active", "BOOLEAN", True, values=(True,), null_share=0.5, distinct=1
                    ),
                    _property(
                        "born",
                        "DATE",
                        date(1950, 6, 7),
                        date(1960, 1, 2),
                        minimum=date(1950, 6, 7),
                        maximum=date(1960, 1, 2),
                        distinct=2,
                    ),
                    _property("name", "STRING", "Ada", "Bo", values=("Ada", "Bo"), distinct=2),
                ]
            ),
            implies=("Person",),
            together=("Director",),
        ),
        "Director": Label(
            "Director",
            1,
            dict(
                [
                    _property("active", "BOOLEAN", True, values=(True,), distinct=1),
                    _property(
                        "born",
                        "DATE",
                        date(1950, 6, 7),
                        minimum=date(1950, 6, 7),
                        maximum=date(1950, 6, 7),
                        distinct=1,
                    ),
                    _property("name", "STRING", "Bo", values=("Bo",), distinct=1),
                ]
            ),
            implies=("Actor", "Person"),
        ),
        "Event": Label(
            "Event",
            EVENTS,
            dict(
                [
                    _property(
                        "key",
                        "STRING",
                        "E0000",
                        "E0001",
                        "E0002",
                        "E0003",
                        "E0004",
                        distinct=EVENTS,
                    ),
                    _property(
                        "kind",
                        "STRING",
                        "fire",
                        "flood",
                        "theft",
                        values=("fire", "flood", "theft"),
                        distinct=3,
                    ),
                    _property(
                        "level",
                        "INTEGER",
                        0,
                        1,
                        10,
                        100,
                        101,
                        minimum=0,
                        maximum=299,
                        distinct=EVENTS,
                    ),
                    _property(
                        "note",
                        "STRING",
                        "the last",
                        values=("the last",),
                        null_share=0.9967,
                        distinct=1,
                    ),
                ]
            ),
        ),
        "Film": Label(
            "Film",
            3,
            dict(
                [
                    _property(
                        "code",
                        "INTEGER|STRING",
                        7,
                        "x1",
                        null_share=0.3333,
                        distinct=2,
                        minimum=7,
                        maximum=7,
                    ),
                    _property("embedding", "LIST<FLOAT>", null_share=0.3333),
                    _property(
                        "genres",
                        "LIST<STRING>",
                        "Drama",
                        "Sci-Fi",
                        values=("Drama", "Sci-Fi"),
                        distinct=2,
                    ),
                    _property(
                        "rating",
                        "FLOAT|INTEGER",
                        7.5,
                        8,
                        minimum=7.5,
                        maximum=8,
                        null_share=0.3333,
                        distinct=2,
                    ),
                    _property(
                        "synopsis", "STRING", LONG[:100] + "…", null_share=0.6667, distinct=1
                    ),
                    _property(
                        "title",
                        "STRING",
                        "Dust",
                        "Moon",
                        "Salt",
                        values=("Dust", "Moon", "Salt"),
                        distinct=3,
                    ),
                    _property(
                        "year",
                        "INTEGER",
                        1999,
                        2004,
                        2010,
                        minimum=1999,
                        maximum=2010,
                        distinct=3,
                    ),
                ]
            ),
        ),
        "Odd `name`": Label(
            "Odd `name`",
            1,
            dict(
                [
                    _property("a `key`", "STRING", "ü", values=("ü",), distinct=1),
                    _property("x.y", "INTEGER", 1, minimum=1, maximum=1, distinct=1),
                ]
            ),
        ),
        "Person": Label(
            "Person",
            3,
            dict(
                [
                    _property(
                        "active",
                        "BOOLEAN",
                        False,
                        True,
                        values=(False, True),
                        null_share=0.3333,
                        distinct=2,
                    ),
                    _property(
                        "born",
                        "DATE",
                        date(1950, 6, 7),
                        date(1960, 1, 2),
                        minimum=date(1950, 6, 7),
                        maximum=date(1960, 1, 2),
                        null_share=0.3333,
                        distinct=2,
                    ),
                    _property(
                        "name", "STRING", "Ada", "Bo", "Cy", values=("Ada", "Bo", "Cy"), distinct=3
                    ),
                ]
            ),
            together=("Actor", "Director"),
        ),
    },
    relationships={
        "ACTED_IN": Relationship(
            "ACTED_IN",
            3,
            (Join("Actor", "Film", 3), Join("Person", "Film", 3), Join("Director", "Film", 1)),
            dict(
                [
                    _property(
                        "pay", "INTEGER", 10, minimum=10, maximum=10, null_share=0.6667, distinct=1
                    ),
                    _property(
                        "role",
                        "STRING",
                        "Ann",
                        "Eve",
                        "Max",
                        values=("Ann", "Eve", "Max"),
                        distinct=3,
                    ),
                ]
            ),
        ),
        "AT": Relationship(
            "AT",
            EVENTS,
            (Join("Event", "Person", EVENTS - 1), Join("Event", "Film", 1)),
            dict(
                [
                    _property(
                        "order",
                        "INTEGER",
                        0,
                        1,
                        10,
                        100,
                        101,
                        minimum=0,
                        maximum=299,
                        distinct=EVENTS,
                    )
                ]
            ),
        ),
        "DIRECTED": Relationship(
            "DIRECTED",
            1,
            (Join("Actor", "Film", 1), Join("Director", "Film", 1), Join("Person", "Film", 1)),
        ),
        "KNOWS": Relationship(
            "KNOWS",
            1,
            (Join("Person", "Actor", 1), Join("Person", "Person", 1)),
            dict(
                [
                    _property(
                        "since",
                        "DATE",
                        date(2001, 2, 3),
                        minimum=date(2001, 2, 3),
                        maximum=date(2001, 2, 3),
                        distinct=1,
                    )
                ]
            ),
        ),
        "has `odd`": Relationship("has `odd`", 1, (Join("Odd `name`", "Person", 1),)),
    },
    hidden=("_Secret",),
)
HIDDEN = Hidden(("_Secret",))


@pytest_asyncio.fixture(scope="module", autouse=True)
async def loaded(database: GraphDatabase) -> None:
    await database.load(_graph())


async def test_the_whole_schema(any_graph: BoltGraph) -> None:
    schema = await introspect(any_graph.records, hidden=HIDDEN)
    for name, label in EXPECTED.labels.items():
        assert schema.labels[name] == label
    for name, relationship in EXPECTED.relationships.items():
        assert schema.relationships[name] == relationship
    assert schema == EXPECTED


def _without_examples(schema: Schema) -> Schema:
    def bare(properties: Any) -> dict[str, Property]:
        return {name: replace(prop, examples=()) for name, prop in properties.items()}

    return replace(
        schema,
        labels={n: replace(x, properties=bare(x.properties)) for n, x in schema.labels.items()},
        relationships={
            n: replace(x, properties=bare(x.properties)) for n, x in schema.relationships.items()
        },
    )


async def test_a_small_sample_and_exact_figures_tell_the_same(any_graph: BoltGraph) -> None:
    schema = await introspect(any_graph.records, hidden=HIDDEN, limits=Limits(sample=60))
    assert _without_examples(schema) == _without_examples(EXPECTED)
    levels = schema.labels["Event"].properties["level"].examples
    assert len(levels) == 5


async def test_one_look_at_many_types_tells_the_same(
    any_graph: BoltGraph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(schema: Schema) -> dict[tuple[str, str], Property]:
        """All but examples, which of equally frequent values are other ones."""
        return {
            (kind.type, name): replace(one, examples=())
            for kind in schema.relationships.values()
            for name, one in kind.properties.items()
        }

    each = told(await introspect(any_graph.records))
    monkeypatch.setattr(introspect_joins, "_MANY", 0)
    assert told(await introspect(any_graph.records)) == each and each


async def test_a_sample_alone_loses_no_label_type_or_join(any_graph: BoltGraph) -> None:
    limits = Limits(sample=10, whole=0, distinct=0)
    schema = await introspect(any_graph.records, hidden=HIDDEN, limits=limits)
    assert schema.sampled
    assert any("Event" in note for note in schema.notes)
    assert {n: x.count for n, x in schema.labels.items()} == {
        n: x.count for n, x in EXPECTED.labels.items()
    }
    for name, expected in EXPECTED.relationships.items():
        found = schema.relationships[name]
        assert found.count == expected.count
        assert {(j.start, j.end) for j in found.joins} == {(j.start, j.end) for j in expected.joins}
    for name, label in EXPECTED.labels.items():
        assert schema.labels[name].implies == label.implies
    assert schema.labels["Event"].properties["level"].types == ("INTEGER",)


async def test_what_takes_too_long_is_left_out_and_said(any_graph: BoltGraph) -> None:
    """The database answers nothing but the cheapest statements in time."""

    async def slow(cypher: str, parameters: Any = None, *, seconds: float | None = None) -> Any:
        if "DISTINCT" in cypher or "min(" in cypher or "keys(n) AS key" in cypher:
            raise StatementTimeout("too slow")
        return await any_graph.records(cypher, parameters, seconds=seconds)

    schema = await introspect(slow, hidden=HIDDEN, limits=Limits(sample=60))
    assert schema.sampled and schema.labels.keys() == EXPECTED.labels.keys()
    kind = schema.labels["Event"].properties["kind"]
    assert kind.values is None and kind.distinct == 3
    assert schema.labels["Event"].properties["level"].maximum == EVENTS - 1


async def test_nothing_hidden_is_left(database: GraphDatabase) -> None:
    graph = database.client(hidden=Hidden(("_Secret", "Film", "Director")))
    schema = await graph.schema()
    await graph.close()
    assert schema.labels.keys() == {"Actor", "Event", "Odd `name`", "Person"}
    assert schema.relationships.keys() == {"AT", "KNOWS", "has `odd`"}
    assert schema.relationships["AT"].joins == (Join("Event", "Person", EVENTS - 1),)
    told = repr(replace(schema, hidden=()))
    assert "Director" not in told and "Film" not in told
    everything = await introspect(database.client().records)
    assert "WATCHES" in everything.relationships and "_Secret" in everything.labels


async def test_the_schema_is_cached_and_refreshed(database: GraphDatabase) -> None:
    graph = database.client()
    first = await graph.schema()
    assert await graph.schema() is first
    again = await graph.schema(refresh=True)
    assert again is not first and again == first
    await graph.close()


async def test_values(any_graph: BoltGraph) -> None:
    left: list[LeftOut] = []
    found = [
        item
        async for item in distinct_values(
            any_graph, EXPECTED, per_property_limit=100, left_out=left.append
        )
    ]
    assert ("Actor", "name", "Ada", 1) in found and ("Person", "name", "Ada", 1) in found
    assert ("Film", "genres", "Drama", 2) in found
    assert ("Odd `name`", "a `key`", "ü", 1) in found
    assert sum(count for _, name, _, count in found if name == "kind") == EVENTS
    assert sum(name == "key" for _, name, _, _ in found) == 100
    assert not [item for item in found if item[1] in ("synopsis", "year", "embedding")]
    assert {(one.name, one.reason) for one in left} >= {("key", "limit"), ("synopsis", "texts")}
    (keys,) = [one for one in left if one.name == "key"]
    assert keys.count == EVENTS - 100
    left.clear()
    few = [
        item
        async for item in distinct_values(any_graph, EXPECTED, total_limit=7, left_out=left.append)
    ]
    assert len(few) == 7
    assert {one.reason for one in left} >= {"total"}


async def test_many_labels_and_types(database: GraphDatabase) -> None:
    """More than fit into one statement of any kind."""
    nodes = [{"id": n, "labels": [f"L{n}"], "props": {f"p{n}": n}} for n in range(60)]
    rels = [
        {"start": n % 60, "type": f"T{n}", "end": (n * 7) % 60, "props": {f"q{n}": str(n)}}
        for n in range(70)
    ]
    await database.load({"nodes": nodes, "rels": rels})
    graph = database.client()
    schema = await graph.schema()
    assert len(schema.labels) == 60 and len(schema.relationships) == 70
    for n in range(60):
        assert schema.labels[f"L{n}"].properties[f"p{n}"].maximum == n
    for n in range(70):
        relationship = schema.relationships[f"T{n}"]
        assert relationship.joins == (Join(f"L{n % 60}", f"L{(n * 7) % 60}", 1),)
        assert relationship.properties[f"q{n}"].values == (str(n),)
    await graph.close()


async def test_an_empty_database(database: GraphDatabase) -> None:
    await database.wipe()
    graph = database.client()
    schema = await graph.schema()
    assert schema == Schema()
    assert [item async for item in distinct_values(graph, schema)] == []
    await graph.close()
