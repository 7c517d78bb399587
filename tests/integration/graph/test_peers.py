"""The peers on a real Neo4j with APOC; the model is the scripted stand-in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import pytest_asyncio

from bot.errors import UsageError
from bot.evaluation.peers.open_peer import PEERS, open_peer
from bot.evaluation.peers.peer import Peer
from bot.events import Usage
from bot.settings import Settings, load_settings
from memory.schema import Label, Schema
from tests.graph_database import GraphDatabase, GraphDatabases
from tests.scripted_model import Script, scripted_model

BOATS = 25
GRAPH: dict[str, Any] = {
    "nodes": [
        {"id": "p", "labels": ["Harbour"], "props": {"name": "Old Quay"}},
        *(
            {"id": n, "labels": ["Boat"], "props": {"name": f"Boat {n}", "length": n}}
            for n in range(BOATS)
        ),
    ],
    "rels": [{"start": n, "type": "MOORED_AT", "end": "p", "props": {}} for n in range(BOATS)],
}
FORWARD = "MATCH (b:Boat)-[:MOORED_AT]->(:Harbour) RETURN b.name AS name"
BACKWARD = "MATCH (b:Boat)<-[:MOORED_AT]-(:Harbour) RETURN b.name AS name"


@pytest_asyncio.fixture(scope="module")
async def harbour(graph_databases: GraphDatabases) -> GraphDatabase:
    found = await graph_databases.get("neo4j-5.26-apoc")
    await found.load(GRAPH)
    return found


def settings(database: GraphDatabase, **options: Any) -> Settings:
    return load_settings(
        neo4j_uri=database.uri,
        neo4j_username=database.username,
        neo4j_password=database.password,
        model="scripted",
        **options,
    )


@asynccontextmanager
async def asking(name: str, database: GraphDatabase, script: Script) -> AsyncIterator[Peer]:
    opened = await open_peer(name, settings(database, openai_base_url=script.url))
    try:
        yield opened
    finally:
        await opened.close()


def writing(cypher: str) -> Any:
    """A script that drafts the Cypher, and answers in words where it is shown rows."""
    return lambda script: script.on("MOORED_AT", text=f"```cypher\n{cypher}\n```").on(
        "Helpful Answer", text="Many boats are moored there."
    )


@pytest.mark.parametrize("name", PEERS)
async def test_all_rows_of_what_it_wrote(name: str, harbour: GraphDatabase) -> None:
    with scripted_model(writing(FORWARD)) as script:
        async with asking(name, harbour, script) as peer:
            reply = await peer.reply("Which boats are moored at a harbour?")
    assert reply.error is None
    assert reply.cypher is not None and reply.cypher.strip() == FORWARD
    assert reply.columns == ("name",)
    assert reply.rows is not None and len(reply.rows) == BOATS
    assert reply.engine == name and reply.ms > 0
    assert "MOORED_AT" in script.prompts[0], "the schema is in the prompt"
    if name == "langchain":
        assert reply.usage == Usage(2, 200, 20)
        assert reply.answer == "Many boats are moored there."
        assert script.prompts[1].count("'name': 'Boat ") == 10, "as many rows as it looks at"
    else:
        assert reply.usage == Usage(1, 100, 10)
        assert reply.answer is None


async def test_the_chain_turns_a_relationship_round(harbour: GraphDatabase) -> None:
    with scripted_model(writing(BACKWARD)) as script:
        async with asking("langchain", harbour, script) as peer:
            reply = await peer.reply("Which boats are moored at a harbour?")
    assert reply.first_draft is not None and reply.first_draft.strip() == BACKWARD
    assert reply.cypher is not None and "-[:MOORED_AT]->" in reply.cypher
    assert reply.rows is not None and len(reply.rows) == BOATS


async def test_a_draft_that_the_chain_finds_impossible_is_declined(harbour: GraphDatabase) -> None:
    draft = "MATCH (:Harbour)-[:MOORED_AT]->(:Harbour) RETURN 1"
    with scripted_model(writing(draft)) as script:
        async with asking("langchain", harbour, script) as peer:
            reply = await peer.reply("Which harbour is moored at a harbour?")
    assert (reply.cypher, reply.rows, reply.error) == (None, None, None)
    assert reply.first_draft is not None and reply.first_draft.strip() == draft


@pytest.mark.parametrize("name", PEERS)
@pytest.mark.parametrize(
    "cypher", ["MATCH (b:Boat) RETRN b", "MATCH (b:Boat) DETACH DELETE b", "RETURN 1 / 0"]
)
async def test_failures_are_sentences(name: str, cypher: str, harbour: GraphDatabase) -> None:
    with scripted_model(writing(cypher)) as script:
        async with asking(name, harbour, script) as peer:
            reply = await peer.reply("What now?")
    assert reply.error and "\n" not in reply.error and "Traceback" not in reply.error
    assert reply.rows is None
    assert reply.cypher is not None and reply.cypher.strip() == cypher
    client = harbour.client()
    assert (await client.run("MATCH (b:Boat) RETURN count(b)")).rows == ((BOATS,),)
    await client.close()


@pytest.mark.parametrize("name", PEERS)
async def test_an_endless_statement_ends(name: str, harbour: GraphDatabase) -> None:
    endless = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(a + b)"
    with scripted_model(writing(endless)) as script:
        options = settings(harbour, openai_base_url=script.url, statement_seconds=2)
        peer = await open_peer(name, options)
        reply = await peer.reply("How many?")
        await peer.close()
    assert reply.error is not None and "2 s." in reply.error


@pytest.mark.parametrize("name", PEERS)
async def test_a_model_that_is_away(name: str, harbour: GraphDatabase) -> None:
    options = settings(harbour, openai_base_url="http://127.0.0.1:1/v1")
    peer = await open_peer(name, options)
    reply = await peer.reply("Which boats?")
    await peer.close()
    assert reply.error == "No model answers at 127.0.0.1:1."
    assert reply.cypher is None


async def test_a_neo4j_without_apoc(graph_databases: GraphDatabases) -> None:
    plain = await graph_databases.get("neo4j-2025")
    with pytest.raises(UsageError) as raised:
        await open_peer("graphrag", settings(plain, openai_base_url="http://127.0.0.1:1/v1"))
    assert "APOC" in str(raised.value) and plain.uri in str(raised.value)


async def test_another_graph_is_noticed(harbour: GraphDatabase) -> None:
    asked = Schema(labels={"Boat": Label("Boat", 26)})
    options = settings(harbour, openai_base_url="http://127.0.0.1:1/v1")
    with pytest.raises(UsageError) as raised:
        await open_peer("langchain", options, same_as=asked)
    assert "has 25 Boat where this one has 26" in str(raised.value)
