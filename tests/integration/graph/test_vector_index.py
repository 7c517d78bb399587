"""A Neo4j that holds vectors of its texts, and a scripted embedding model that made them."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest
import pytest_asyncio

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.commands.doctor_vectors import vector_index
from bot.conversations import InProcess
from bot.events import Event, Notice, Outcome
from bot.graph.vector_index import VectorIndex, vector_indexes
from bot.parts import Message
from bot.settings import Settings, load_settings
from tests.graph_database import GraphDatabase, GraphDatabases
from tests.scripted_model import EMBEDDINGS, Script, made_vector, scripted_model

SIZE = 256
STORIES = {
    "Sword": "A duelling sword that belonged to a captain of the royal guard in the city.",
    "Loom": "Two women wove a blanket of wool on this loom in a single long winter.",
    "Mask": "A mask of a fox that the children wore when they danced in the street.",
    "Lantern": "It hung in the window of an inn on the coast and was lit on dark nights.",
    "Barrel": "The landlord of the inn kept it in a cellar that no officer ever found.",
    "Medal": "Given to the nurse who stayed with the wounded through the whole siege.",
    "Astrolabe": "With this the sailors found their way by the stars on the open sea.",
    "Ledger": "The names of those who were paid by the crown to keep silent about it.",
}
# What was embedded of some exhibits was more than their story.
MORE = {"Lantern": 9, "Barrel": 6, "Ledger": 12}
ROOMS = {"Lantern": "East Hall", "Barrel": "West Hall"}


def museum() -> dict[str, Any]:
    nodes: list[dict[str, Any]] = [
        {"id": f"r{n}", "labels": ["Room"], "props": {"name": name}}
        for n, name in enumerate(("East Hall", "West Hall"))
    ]
    rels = []
    for n, (title, story) in enumerate(STORIES.items()):
        vector = made_vector(f"{story} {'smugglers contraband ' * MORE.get(title, 0)}", SIZE)
        props = {"title": title, "story": story, "storyEmbedding": vector}
        props["pictureEmbedding"] = made_vector(title, SIZE)
        labels = ["Exhibit", *(["Sealed"] if title == "Ledger" else [])]
        nodes.append({"id": f"e{n}", "labels": labels, "props": props})
        room = "r1" if ROOMS.get(title) == "West Hall" else "r0"
        rels.append({"start": f"e{n}", "type": "SHOWN_IN", "end": room, "props": {}})
    return {"nodes": nodes, "rels": rels}


@pytest_asyncio.fixture(scope="module")
async def server(graph_databases: GraphDatabases) -> AsyncIterator[GraphDatabase]:
    database = await graph_databases.get("neo4j-2025")
    await database.load(museum())
    login = (database.username, database.password)
    async with (
        neo4j.AsyncGraphDatabase.driver(database.uri, auth=login) as driver,
        driver.session(database=database.database) as session,
    ):
        for name in ("story", "picture"):
            await session.run(
                f"CREATE VECTOR INDEX {name}s FOR (e:Exhibit) ON (e.{name}Embedding) OPTIONS "
                f"{{indexConfig: {{`vector.dimensions`: {SIZE}, "
                "`vector.similarity_function`: 'cosine'}}"
            )
        await session.run("CALL db.awaitIndexes(60)")
        yield database
    await database.wipe()


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_model() as running:
        running.size = SIZE
        yield running


def settings(home: Path, server: GraphDatabase, script: Script, **options: object) -> Settings:
    given: dict[str, object] = {
        "home": home,
        "neo4j_uri": server.uri,
        "neo4j_username": server.username,
        "neo4j_password": server.password,
        "neo4j_database": server.database,
        "embed_model": "m",
        "embed_base_url": script.url,
        "hide": "Sealed",
    }
    return load_settings(**(given | options))


async def ask(cicerone: Cicerone, text: str) -> tuple[Outcome, list[str]]:
    notices: list[str] = []

    async def listen(event: Event) -> None:
        if isinstance(event, Notice):
            notices.append(event.text)

    return await cicerone.ask(Message(text, str(uuid.uuid4()), "ada"), listen), notices


def column(outcome: Outcome) -> list[object]:
    assert outcome.error is None and outcome.result is not None, outcome.answer
    return [row[0] for row in outcome.result.rows]


async def test_its_own_index_is_asked(
    server: GraphDatabase, tmp_path: Path, script: Script
) -> None:
    client = server.client()
    assert set(await vector_indexes(client)) == {
        VectorIndex("storys", "Exhibit", "storyEmbedding", SIZE),
        VectorIndex("pictures", "Exhibit", "pictureEmbedding", SIZE),
    }
    await client.close()
    chosen = settings(tmp_path, server, script)
    async with open_cicerone(chosen, conversations=InProcess()) as cicerone:
        found, notices = await ask(cicerone, "exhibits about smugglers and contraband")
        # No word of it stands in a text; what is hidden comes not even when it is nearest.
        assert found.route == "text" and column(found) == ["Lantern", "Barrel"] and not notices
        assert "Lantern (“It hung in the window" in (found.answer or "")
        both, _ = await ask(cicerone, "exhibits about smugglers shown in the West Hall")
        assert both.route == "both" and column(both) == ["Barrel"]
        alike, _ = await ask(cicerone, "exhibits similar to Lantern")
        assert column(alike)[0] == "Barrel" and "Lantern" not in column(alike)
        nothing, _ = await ask(cicerone, "exhibits about blockchain tokens")
        assert nothing.result is None and "comes near to" in (nothing.answer or "")
        # Three texts were compared with what is stored; the passages have static vectors.
        sent = [text for request in script.embedded for text in request["input"]]
        assert sum(text in STORIES.values() for text in sent) == 3
        assert not any(text.startswith("Sword. ") for text in sent)
        # While no vectors can be made, our own passages are asked.
        script.on(EMBEDDINGS, status=401)
        away, notices = await ask(cicerone, "exhibits about a duel with a sword")
        assert column(away)[0] == "Sword" and len(notices) == 1
    finding = await vector_index(chosen, SIZE)
    assert finding is not None and finding.ok and "storys" in finding.message


async def test_another_index_is_not_asked(
    server: GraphDatabase, tmp_path: Path, script: Script
) -> None:
    question = "exhibits about smugglers and contraband"
    hidden = settings(tmp_path / "a", server, script, hide="*.storyEmbedding, Sealed")
    other = settings(tmp_path / "b", server, script, embed_model="other")
    for chosen in (hidden, other):
        # Vectors of that model are of the same size, and of another meaning.
        script.same = {w: w[::-1] for s in STORIES.values() for w in s.lower().strip(".").split()}
        async with open_cicerone(chosen, conversations=InProcess()) as cicerone:
            found, _ = await ask(cicerone, question)
            assert found.error is None and found.result is None
    finding = await vector_index(hidden, SIZE)
    assert finding is not None and finding.ok and "passages are searched" in finding.message
    assert await vector_index(settings(tmp_path, server, script, embed_model=""), 0) is None
