"""Neo4j's own word on what a statement does, and whom it runs as."""

from __future__ import annotations

import pytest

from bot.asking import asking_as
from bot.errors import LoginRefused, StatementFailed, StatementRefused
from tests.graph_database import GraphDatabases

SERVERS = ["neo4j-5.26-apoc", "neo4j-2025"]


@pytest.mark.parametrize("name", SERVERS)
async def test_what_writes_is_not_even_begun(graph_databases: GraphDatabases, name: str) -> None:
    database = await graph_databases.get(name)
    await database.wipe()
    graph = database.client()
    for text in (
        "CREATE (n:Zz) RETURN n",
        "MATCH (n) SET n.x = 1 RETURN n",
        "MERGE (n:Zz) RETURN n",
        "CREATE INDEX zz FOR (n:Zz) ON (n.x)",
        "CALL db.createLabel('Zz')",
    ):
        with pytest.raises(StatementRefused, match="more than read"):
            await graph.run(text)
        with pytest.raises(StatementRefused):
            _ = [row async for row in graph.stream(text)]
    with pytest.raises(StatementFailed, match="could not run"):
        await graph.run("MATCH (n RETURN n")
    assert (await graph.run("RETURN $x AS x", {"x": 1})).rows == ((1,),)
    assert (await graph.run("RETURN $x AS x", {"x": 2})).rows == ((2,),)
    assert await graph.count("MATCH (n) RETURN n") == 0
    await graph.close()


@pytest.mark.parametrize("name", SERVERS)
async def test_asking_as_somebody_is_refused_in_a_sentence_where_it_cannot_be(
    graph_databases: GraphDatabases, name: str
) -> None:
    database = await graph_databases.get(name)
    graph = database.client(impersonate=True)
    assert (await graph.run("RETURN 1")).rows == ((1,),)
    token = asking_as.set("ada")
    try:
        with pytest.raises(LoginRefused, match="as ada") as caught:
            await graph.run("RETURN 2")
        assert "NEO4J_IMPERSONATE" in caught.value.remedy
    finally:
        asking_as.reset(token)
    await graph.close()
