"""Repaired drafts run on every database, and return what was asked."""

from __future__ import annotations

from typing import Any

import pytest
import pytest_asyncio

from bot.graph.client import BoltGraph
from bot.steps.repair import Known, mend
from guardrails.statement import Allowed
from tests.graph_database import GraphDatabase

_SHIPS = (("Blue Heron", 500, "1990-05-01"), ("Osprey", None, "2001-02-03"), ("Tern", 90, None))
GRAPH: dict[str, Any] = {
    "nodes": [
        {
            "id": name,
            "labels": ["Ship"],
            "props": {"name": name, "flags": ["NO", "SE"][: 1 + bool(tons)]}
            | ({"tonnage": tons} if tons else {})
            | ({"built": {"$date": built}} if built else {}),
        }
        for name, tons, built in _SHIPS
    ]
    + [{"id": p, "labels": ["Port"], "props": {"name": p}} for p in ("Rotterdam", "Bergen")]
    + [{"id": "c", "labels": ["Captain"], "props": {"name": "Mara Lind"}}],
    "rels": [
        {"start": "Blue Heron", "type": "CALLED_AT", "end": "Rotterdam", "props": {"days": 2}},
        {"start": "Blue Heron", "type": "CALLED_AT", "end": "Bergen", "props": {"days": 5}},
        {"start": "Osprey", "type": "CALLED_AT", "end": "Bergen", "props": {"days": 1}},
        {"start": "c", "type": "COMMANDS", "end": "Osprey", "props": {}},
    ],
}

CASES = [
    ("MATCH (p:Port)-[:CALLED_AT]->(s:Ship) RETURN DISTINCT p.name", [("Bergen",), ("Rotterdam",)]),
    (
        "MATCH (s:Ship) WHERE size((s)-[:CALLED_AT]->(:Port)) > 1 RETURN s.name",
        [("Blue Heron",)],
    ),
    ("MATCH (s:Ship) WHERE size{(s)-[:CALLED_AT]->()} = 1 RETURN s.name", [("Osprey",)]),
    (
        "MATCH (s:Ship) WHERE exists(s.tonnage) RETURN s.name",
        [("Blue Heron",), ("Tern",)],
    ),
    ("MATCH (s:Ship) WHERE 'SE' NOT IN s.flags RETURN s.name", [("Osprey",)]),
    ("MATCH (s:Ship) WHERE s.built > '2000-01-01' RETURN s.name", [("Osprey",)]),
    ("MATCH (s:Ship) WHERE s.built STARTS WITH '1990' RETURN s.name", [("Blue Heron",)]),
    ("MATCH (s:Ship {tonnage: {gt: 100}}) RETURN s.name", [("Blue Heron",)]),
    ("MATCH (s:Ship {tonnage: < 100}) RETURN s.name", [("Tern",)]),
    (
        "MATCH (s:Ship)-[:CALLED_AT]->(p:Port) GROUP BY s HAVING count(p) > 1 RETURN s.name",
        [("Blue Heron",)],
    ),
    (
        "MATCH (s:Ship)-[:CALLED_AT]->(p:Port) WHERE count(p) > 1 RETURN s.name",
        [("Blue Heron",)],
    ),
    (
        "MATCH (s:Ship)-[:CALLED_AT]->(p:Port) WITH s, count(p) AS n WHERE n > 1 "
        "RETURN s.name, size(collect(p.name))",
        [("Blue Heron", 2)],
    ),
    ("MATCH (s:Ship) WHERE s.tonnage BETWEEN 50 AND 100 RETURN s.name", [("Tern",)]),
    ("MATCH (s:Ship) WHERE s.name LIKE 'B%' RETURN s.name", [("Blue Heron",)]),
    (
        "MATCH (s:Ship) WHERE s.name IN (SELECT name FROM Ship WHERE tonnage > 100) RETURN s.name",
        [("Blue Heron",)],
    ),
    (
        "MATCH (s:Ship) WHERE s.tonnage = (SELECT max(t.tonnage) FROM Ship t) RETURN s.name",
        [("Blue Heron",)],
    ),
    ("MATCH (s:Ship) RETURN s.name, p.name FROM (s)-[:CALLED_AT {days: 5}]->(p)", None),
    ("MATCH (s:Ship) WHERE CONTAINS(s.name, 'ern') RETURN s.name", [("Tern",)]),
    ("MATCH (s:Ship)-[:CALLED_AT {days: d}]->() WHERE d > 3 RETURN s.name", [("Blue Heron",)]),
    ("MATCH (s:Ship)-[:CALLED_AT]->(p) WHERE s.days > 3 RETURN p.name", [("Bergen",)]),
    (
        "MATCH (c:Captain)-[:COMMANDS]->(s:Ship) WITH c, count(DISTINCT (s)-[:CALLED_AT]->()) AS n "
        "RETURN c.name, n",
        [("Mara Lind", 1)],
    ),
    ("MATCH (s:Ship) RETURN s.name ORDER BY s.tonnage DESC LIMIT 1", [("Blue Heron",)]),
    (
        "MATCH (s:Ship) OPTIONAL MATCH (s)-[r:CALLED_AT]->(:Port) "
        "RETURN s.name AS ship, avg(r.days) AS d ORDER BY d DESC LIMIT 1",
        [("Blue Heron", 3.5)],
    ),
    (
        "MATCH (s:Ship)-[:CALLED_AT]->(p) WITH s, count(p) AS n WITH s, n WHERE n = max(n) "
        "RETURN s.name, n",
        [("Blue Heron", 2)],
    ),
    ("MATCH (s:Ship) WITH max(s.built) AS a, min(s.built) AS b RETURN a - b AS days", [(3931,)]),
    ("MATCH (case:Ship) WHERE case.tonnage > 100 RETURN case.name", [("Blue Heron",)]),
    ("MATCH (s:Ship) RETURN count(s) AS number of ships", [(3,)]),
    ("MATCH (s:Ship) RETURN s.name AS s ORDER BY s.name LIMIT 1", [("Blue Heron",)]),
    ("MATCH (s:Ship)-[:CALLED_AT]->() RETURN s.name ORDER BY count(*) DESC LIMIT 1", None),
    ("MATCH (s:Ship)-[r:CALLED_AT]->(p) WITH s, collect(r.days) AS d RETURN s.name, avg(d)", None),
]


@pytest_asyncio.fixture(scope="module")
async def ships(database: GraphDatabase, any_graph: BoltGraph) -> BoltGraph:
    await database.load(GRAPH)
    await any_graph.schema(refresh=True)
    return any_graph


@pytest.mark.parametrize(("draft", "wanted"), CASES, ids=[draft[:60] for draft, _ in CASES])
async def test_mended(ships: BoltGraph, draft: str, wanted: list[tuple[Any, ...]] | None) -> None:
    mended = await mend(draft, Known(await ships.schema()), ships.run)
    assert isinstance(mended.verdict, Allowed)
    assert mended.rows is not None, mended.error
    if wanted is None:
        assert mended.rows.rows
    else:
        assert sorted(mended.rows.rows) == sorted(wanted)
