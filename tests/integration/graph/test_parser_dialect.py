"""Every query of the parser's cases runs on every database, over one thing of each kind."""

from __future__ import annotations

from typing import Any

import pytest

from memory.schema import Property
from tests.graph_database import GraphDatabase
from tests.unit.offline.cases import World, worlds

# A value of each type, as graph JSON has it.
_MADE: dict[str, Any] = {
    "STRING": "Oak",
    "INTEGER": 3,
    "FLOAT": 2.5,
    "BOOLEAN": True,
    "DATE": {"$date": "2020-02-29"},
    "DATETIME": {"$datetime": "2020-02-29T10:30:00"},
    "ZONED DATETIME": {"$datetime": "2020-02-29T10:30:00+01:00"},
    "LIST<STRING>": ["Oak", "Elm"],
    "LIST": ["Oak", "Elm"],
}


def value(property: Property) -> Any:
    """A value that the property may have: texts as the world has them, be they dates."""
    if property.types[0] == "STRING" and property.examples:
        return property.examples[0]
    return _MADE[property.types[0]]


def made(world: World) -> dict[str, Any]:
    """A graph with two nodes of each label, each joined to the other in every way there is."""
    labels = list(world.schema.labels.values())
    places = {
        (label.name, n): len(labels) * n + i for n in (0, 1) for i, label in enumerate(labels)
    }
    nodes = [
        {
            "id": places[label.name, n],
            "labels": [label.name, *label.implies],
            "props": {name: value(p) for name, p in label.properties.items()},
        }
        for n in (0, 1)
        for label in labels
    ]
    rels = [
        {
            "start": places[join.start, n],
            "type": each.type,
            "end": places[join.end, 1 - n],
            "props": {name: value(p) for name, p in each.properties.items()},
        }
        for each in world.schema.relationships.values()
        for join in each.joins
        for n in (0, 1)
    ]
    return {"nodes": nodes, "rels": rels}


@pytest.mark.parametrize("world", worlds(), ids=lambda world: world.name)
async def test_what_the_parser_writes_runs_everywhere(
    database: GraphDatabase, world: World
) -> None:
    await database.load(made(world))
    client = database.client()
    failed = []
    for case in world.cases:
        if "cypher" in case:
            try:
                await client.run(case["cypher"], case.get("parameters", {}))
            except Exception as error:
                failed.append(f"{case['question']}: {error}")
    await client.close()
    assert not failed
