"""Two thousand writes in disguise: what the guard lets through changes nothing."""

from __future__ import annotations

import asyncio
import tomllib
from pathlib import Path

import neo4j
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from guardrails.statement import Allowed, check_statement
from tests.graph_database import EmbeddedDatabase, GraphDatabase, GraphDatabases
from tests.mutated import holdings, mutate, run_all

EXAMPLES = 2_000
CASES = tomllib.loads((Path(__file__).parents[2] / "data" / "statements.toml").read_text("utf-8"))
HONEST = [case["cypher"] for case in CASES["allow"]]
GRAPH = {
    "nodes": [
        {"id": 1, "labels": ["Person"], "props": {"name": "Ada", "x": 1, "list": [1, 2]}},
        {"id": 2, "labels": ["Person", "A"], "props": {"name": "Ben", "x": 2, "list": [3]}},
        {"id": 3, "labels": ["Film", "B"], "props": {"title": "Dust", "x": 1}},
    ],
    "rels": [
        {"start": 1, "type": "ACTED_IN", "end": 3, "props": {"role": "Eve"}},
        {"start": 2, "type": "R", "end": 3, "props": {}},
    ],
}


def let_through() -> list[str]:
    """The mutated statements that the guard allows."""
    found: dict[str, None] = {}

    @given(st.randoms(use_true_random=False), st.sampled_from(HONEST))
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    def check(chance: object, honest: str) -> None:
        verdict = asyncio.run(check_statement(mutate(chance, honest)))  # type: ignore[arg-type]
        if isinstance(verdict, Allowed):
            found[verdict.cypher] = None

    check()
    return list(found)


@pytest.fixture(scope="module")
async def allowed() -> list[str]:
    return await asyncio.to_thread(let_through)


def every_right(database: GraphDatabase) -> tuple[str, str]:
    """The login that may do anything."""
    if isinstance(database, EmbeddedDatabase):
        return "root", database.server.endpoint.root_password
    return database.username, database.password


def accounts(database: GraphDatabase) -> dict[str, str]:
    """The embedded server's own files of users and groups; Neo4j is asked instead."""
    if not isinstance(database, EmbeddedDatabase):
        return {}
    files = [f for f in database.server.home.rglob("server-*.json*") if f.is_file()]
    assert files
    return {file.name: file.read_text() for file in files}


@pytest.mark.parametrize("name", ["embedded", "neo4j-5.26-apoc"])
async def test_no_mutated_statement_changes_anything(
    graph_databases: GraphDatabases, name: str, allowed: list[str]
) -> None:
    database = await graph_databases.get(name)
    await database.load(GRAPH)
    login = every_right(database)
    async with neo4j.AsyncGraphDatabase.driver(database.uri, auth=login) as driver:
        listings = () if database.embedded else ("SHOW USERS YIELD user, roles",)
        before = await holdings(driver, database.database, listings), accounts(database)
        accepted = await run_all(driver, database.database, allowed)
        assert (await holdings(driver, database.database, listings), accounts(database)) == before
        assert accepted > 10, "too few to prove anything"
        # The judge can see: one that is not guarded does change what is held.
        assert await run_all(driver, database.database, ["CREATE (:Zz)"]) == 1
        assert (await holdings(driver, database.database, listings))["nodes"] != before[0]["nodes"]
