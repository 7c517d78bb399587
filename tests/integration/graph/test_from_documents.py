"""Answers over documents in a real Neo4j, which the chat only reads."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.bootstrap import open_cicerone
from bot.commands.documents_run import add_documents
from bot.conversations import InProcess
from bot.errors import StatementRefused
from bot.events import Event
from bot.graph.neo4j_passages import Neo4jPassages
from bot.parts import Message
from bot.settings import load_settings
from tests.graph_database import GraphDatabase, GraphDatabases
from tests.integration.test_from_documents import ABOUT, INVOLVED, Seeker, ways, written
from tests.scripted_model import scripted_model


@pytest_asyncio.fixture
async def server(graph_databases: GraphDatabases, tmp_path: Path) -> AsyncIterator[GraphDatabase]:
    database = await graph_databases.get("neo4j-5.26-apoc")
    await database.wipe()
    settings = load_settings(
        home=tmp_path / "home",
        engine="offline",
        ingest_uri=database.uri,
        ingest_username=database.username,
        ingest_password=database.password,
        ingest_database=database.database,
    )
    reports, schema = written(tmp_path)
    assert await add_documents(settings, reports, schema, yes=True) == 0
    yield database
    await database.wipe()


async def _silent(event: Event) -> None:
    del event


async def test_sources_passages_and_topics_on_a_neo4j(
    server: GraphDatabase, tmp_path: Path
) -> None:
    everything = "MATCH (n) OPTIONAL MATCH (n)-[r]->() RETURN count(DISTINCT n), count(r)"
    client = server.client()
    before = (await client.run(everything)).rows
    with scripted_model(script=Seeker()) as seeker:
        assert isinstance(seeker, Seeker)
        seeker.truth = [
            ("gasket quarrel", "turned on Aster Works in what is called the gasket quarrel"),
            ("Birch grain dispute", "It is about a patent on sieves"),
        ]
        settings = load_settings(
            home=tmp_path / "home",
            neo4j_uri=server.uri,
            neo4j_username=server.username,
            neo4j_password=server.password,
            neo4j_database=server.database,
            openai_base_url=seeker.url,
            model="scripted",
        )
        opening = open_cicerone(settings, conversations=InProcess(), whole=True, upkeep=None)
        async with opening as cicerone:
            outcome = await cicerone.ask(Message(INVOLVED, "a", "ada"), _silent)
            assert ways(outcome) == {
                "Aster valve case": "graph",
                "Cole v. Aster Works": "graph",
                "gasket quarrel": "passages",
            }
            for item in outcome.items:
                for source in item.sources:
                    shown = await cicerone.passage(source.passage, source.words, "ada")
                    assert " ".join(shown.quoted.split()) == " ".join(source.words.split())
                    assert shown.before or shown.after
            about = await cicerone.ask(Message(ABOUT, "b", "ada"), _silent)
            assert ways(about) == {"Birch grain dispute": "both"}
            with pytest.raises(StatementRefused, match="no such passage"):
                await cicerone.passage("4:none:1", "", "ada")
    assert (await client.run(everything)).rows == before
    await client.close()


async def test_passages_get_vectors_of_their_own_index_which_the_chat_searches(
    graph_databases: GraphDatabases, tmp_path: Path
) -> None:
    database = await graph_databases.get("neo4j-5.26-apoc")
    await database.wipe()
    reports, schema = written(tmp_path)
    with scripted_model() as script:
        script.size = 256
        common = {
            "home": tmp_path / "home",
            "engine": "offline",
            "embed_model": "m",
            "embed_base_url": script.url,
        }
        ingest = load_settings(
            ingest_uri=database.uri,
            ingest_username=database.username,
            ingest_password=database.password,
            ingest_database=database.database,
            **common,
        )
        assert await add_documents(ingest, reports, schema, yes=True) == 0
        client = database.client()
        lacking = "MATCH (p:Passage) RETURN count(p), count(p.embedding)"
        ((passages, embedded),) = (await client.run(lacking)).rows
        assert passages == embedded == 5
        script.embedded.clear()
        assert await add_documents(ingest, reports, schema, yes=True) == 0
        again = [text for one in script.embedded for text in one["input"]]
        assert not any("gasket" in text for text in again), "what has a vector keeps it"
        chat = load_settings(
            neo4j_uri=database.uri,
            neo4j_username=database.username,
            neo4j_password=database.password,
            neo4j_database=database.database,
            **common,
        )
        opening = open_cicerone(chat, conversations=InProcess(), whole=True, upkeep=None)
        async with opening as cicerone:
            texts = cicerone._parts.texts
            assert texts is not None and isinstance(texts.passages, Neo4jPassages)
            near = await texts.passages.nearest("a former supplier and gaskets", ("Passage",))
            assert near and near[0].name == "aster.md, passage 3"
        await client.close()
    await database.wipe()
