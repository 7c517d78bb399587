"""The names that questions are suggested with, of each database in turn."""

from __future__ import annotations

import pytest_asyncio

from bot.graph.client import BoltGraph
from bot.graph.introspect import introspect
from bot.steps.well_connected import well_connected
from guardrails.suggest import candidates
from tests.graph_database import GraphDatabase

# Names that come first in the alphabet are on one ship, the last one is on all.
CREW = {"Ann Able": (0,), "Bob Best": (1,), "Cy Cole": (2,), "Zoe Zimmer": (0, 1, 2, 3)}
SHIPS = ("Argo", "Beagle", "Cutty Sark", "Zephyr")


@pytest_asyncio.fixture(scope="module", autouse=True)
async def loaded(database: GraphDatabase) -> None:
    sailors = [{"id": n, "labels": ["Sailor"], "props": {"name": n}} for n in CREW]
    ships = [
        {"id": n, "labels": ["Tall Ship"], "props": {"name": n, "length": 30 + at}}
        for at, n in enumerate(SHIPS)
    ]
    rels = [
        {"start": sailor, "type": "SAILED_ON", "end": SHIPS[at], "props": {}}
        for sailor, served in CREW.items()
        for at in served
    ]
    rels.append({"start": "Ann Able", "type": "BUILT", "end": "Argo", "props": {}})
    await database.load({"nodes": [*sailors, *ships], "rels": rels})


async def test_who_is_joined_most_is_asked_about(any_graph: BoltGraph) -> None:
    schema = await introspect(any_graph.records)
    known = await well_connected(schema, any_graph)
    assert known["Sailor", "SAILED_ON"] == ["Zoe Zimmer"]
    assert list(known["Tall Ship", "SAILED_ON"]) == ["Argo", "Beagle", "Cutty Sark"]
    # Nobody built more than one: who built which is no way to be known.
    assert ("Sailor", "BUILT") not in known
    asked = [question for question in candidates(schema, known=known) if question.endswith("?")]
    assert any("Zoe Zimmer" in question for question in asked)
    assert not any(name in question for name in list(CREW)[:-1] for question in asked)
