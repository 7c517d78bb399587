"""Figures of all rows, counted by each kind of database where only some rows were fetched."""

from __future__ import annotations

from dataclasses import replace

import pytest
import pytest_asyncio

from bot.steps.column_figures import column_figures
from bot.steps.run import run
from tests.graph_database import GraphDatabase

GRAPH = {
    "nodes": [
        {
            "id": n,
            "labels": ["Ship"],
            "props": {"name": f"Ship {n}", "flag": "NO" if n % 2 else "SE", "crew": n}
            | ({"built": {"$date": f"20{n:02}-01-31"}} if n > 9 else {}),
        }
        for n in range(1, 41)
    ],
    "rels": [{"start": 1, "type": "MEETS", "end": 2, "props": {}}],
}
BUILT = "built from 2010-01-31 to 2040-01-31, unknown in 9"


@pytest_asyncio.fixture(scope="module", autouse=True)
async def loaded(database: GraphDatabase) -> None:
    await database.load(GRAPH)


@pytest.mark.parametrize(
    ("cypher", "figures"),
    [
        (
            "MATCH (s:Ship) RETURN s.flag, s.crew AS crew, s.built ORDER BY s.name",
            f"2 different flag values; crew from 1 to 40, 20.5 on average; {BUILT}",
        ),
        (
            "MATCH (s:Ship) WHERE s.crew > $least WITH DISTINCT s.crew AS n RETURN n, 2 * n;",
            "n from 6 to 40, 23 on average; 2 * n from 12 to 80, 46 on average",
        ),
        ("MATCH (s:Ship) RETURN s.crew ORDER BY s.crew DESC LIMIT 20", "crew from 21 to 40"),
        (
            "MATCH (s:Ship) RETURN s.crew AS n UNION MATCH (s:Ship) RETURN s.crew + 100 AS n",
            "n from 1 to 140, 70.5 on average",
        ),
        ("MATCH (s:Ship) RETURN s", ""),
    ],
)
async def test_every_database_counts_them(
    database: GraphDatabase, cypher: str, figures: str
) -> None:
    client = database.client(max_rows=12)
    given = {"least": 5} if "$least" in cypher else {}
    rows = await run(client, cypher, given)
    assert rows.truncated and len(rows.rows) == 12
    said = await column_figures(cypher, given, rows, await client.schema(), client)
    assert said.startswith(figures) and bool(said) is bool(figures)
    # Whoever fetched them all would have said the same.
    await client.close()
    whole = database.client(max_rows=500)
    fetched = await run(whole, cypher, given)
    again = await column_figures(cypher, given, fetched, await whole.schema(), whole)
    assert again == said and not fetched.truncated
    assert replace(fetched, rows=fetched.rows[:12], truncated=True) == rows
    await whole.close()
