"""What changes in the graph while the application runs is found, and nothing stored is denied."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot import looks
from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.commands.doctor_names import names
from bot.conversations import InProcess
from bot.events import Event, Outcome, StepFinished
from bot.graph import changes
from bot.graph.names import NameSearch
from bot.latest import Latest
from bot.parts import Message
from bot.settings import Settings, load_settings
from memory.schema import LinkedValue
from tests.graph_database import GraphDatabase, GraphDatabases

SUPPLIED = {"Exotic Liquids": ["Chai", "Chang"], "Tokyo Traders": ["Tofu", "Ikura", "Konbu"]}
_CREATE = (
    "MATCH (s:Supplier {name: 'Exotic Liquids'}) "
    "CREATE (s)-[:SUPPLIES]->(:Product {name: '%s', price: 9})"
)


def shop() -> dict[str, Any]:
    products = [name for names in SUPPLIED.values() for name in names]
    return {
        "nodes": [
            *({"id": n, "labels": ["Supplier"], "props": {"name": n}} for n in SUPPLIED),
            *(
                {"id": n, "labels": ["Product"], "props": {"name": n, "price": at}}
                for at, n in enumerate(products)
            ),
        ],
        "rels": [
            {"start": supplier, "type": "SUPPLIES", "end": name, "props": {}}
            for supplier, names in SUPPLIED.items()
            for name in names
        ],
    }


@pytest_asyncio.fixture(params=["embedded", "neo4j-2025"])
async def database(
    request: pytest.FixtureRequest, graph_databases: GraphDatabases
) -> GraphDatabase:
    """Both kinds of database, with the graph of a shop."""
    found = await graph_databases.get(request.param)
    await found.load(shop())
    return found


def settings_of(database: GraphDatabase, home: Path, **more: object) -> Settings:
    login = {"neo4j_username": database.username, "neo4j_password": database.password}
    given = {"home": home, "engine": "offline", "lookup_seconds": 30, **login, **more}
    return load_settings(neo4j_uri=database.uri, neo4j_database=database.database, **given)


@asynccontextmanager
async def opened(database: GraphDatabase, home: Path, **more: object) -> AsyncIterator[Cicerone]:
    settings = settings_of(database, home, **more)
    async with open_cicerone(settings, conversations=InProcess(), whole=True) as cicerone:
        yield cicerone


async def ask(cicerone: Cicerone, text: str, thread: str = "") -> Outcome:
    looked: list[str] = []

    async def listen(event: Event) -> None:
        if isinstance(event, StepFinished) and event.step == "look up":
            looked.append(event.summary)

    return await cicerone.ask(Message(text, thread or str(uuid.uuid4()), "eve"), listen)


def rows(outcome: Outcome) -> tuple[tuple[Any, ...], ...]:
    assert outcome.result is not None, outcome.answer
    return outcome.result.rows


async def test_what_was_created_a_minute_ago_is_found(
    database: GraphDatabase, tmp_path: Path
) -> None:
    async with opened(database, tmp_path) as cicerone:
        before = await ask(cicerone, "Who supplies Chai Latte?")
        assert before.verdict == "not_in_schema" and "Latte" in (before.answer or "")
        await database.write(*(_CREATE % name for name in ("Chai Latte", "oolong", "Chaing")))
        for asked in ("Chai Latte", "chai latte", '"chai latte"', "oolong", "chaing"):
            found = await ask(cicerone, f"Who supplies {asked}?")
            assert rows(found) == (("Exotic Liquids",),), asked
        thread = str(uuid.uuid4())
        await database.write(_CREATE % "Genmaicha")
        assert rows(await ask(cicerone, "What is the price of Tofu?", thread)) == ((2,),)
        assert rows(await ask(cicerone, "what about Genmaicha?", thread)) == ((9,),)


async def test_what_was_renamed_or_deleted_says_so(database: GraphDatabase, tmp_path: Path) -> None:
    async with opened(database, tmp_path) as cicerone:
        await database.write(
            "MATCH (p:Product {name: 'Konbu'}) SET p.name = 'Kombu Royale'",
            "MATCH (p:Product {name: 'Ikura'}) DETACH DELETE p",
        )
        for question, name in (
            ("What is the price of Konbu?", "Konbu"),
            ("How many suppliers supply Ikura?", "Ikura"),
        ):
            told = await ask(cicerone, question)
            assert told.verdict == "not_in_schema" and told.result is None, told.answer
            assert f"“{name}” is in this graph no longer" in (told.answer or "")
        assert rows(await ask(cicerone, "What is the price of Kombu Royale?")) == ((4,),)


async def test_a_look_up_that_does_not_end_is_told_as_that(
    database: GraphDatabase, tmp_path: Path
) -> None:
    async with opened(database, tmp_path, lookup_seconds=0.000001) as cicerone:
        await database.write(_CREATE % "Sushi Deluxe")
        said = (await ask(cicerone, "Who supplies Sushi Deluxe?")).answer or ""
        assert "I could not look everywhere for “Sushi Deluxe”" in said
        assert "not stored" not in said and "nothing about" not in said
        assert rows(await ask(cicerone, "Who supplies Tofu?")) == (("Tokyo Traders",),)
        said = (await ask(cicerone, "Who supplies Konbuu?")).answer or ""
        assert "for “Konbuu” in the time I have for that. Konbu is the nearest" in said


async def test_what_is_not_indexed_is_told_and_found_all_the_same(
    database: GraphDatabase, tmp_path: Path
) -> None:
    long = "The Marvellous Tea of " + "a Very Long and Winding Road and " * 3 + "Home"
    await database.write(_CREATE % long)
    async with opened(database, tmp_path) as cicerone:
        told = "1 of Product.name (longer than a name)"
        assert told in await cicerone.greeting()
        assert rows(await ask(cicerone, f'What is the price of "{long}"?')) == ((9,),)
        missed = await ask(cicerone, "Who supplies the Sushi Deluxe?")
        assert told in (missed.answer or "") and missed.result is None
    finding = await names(settings_of(database, tmp_path))
    assert finding.ok and told in finding.message and "indexed less than a minute" in str(finding)


async def test_indexes_of_the_database_are_asked_first(
    graph_databases: GraphDatabases,
) -> None:
    database = await graph_databases.get("neo4j-2025")
    await database.load(shop())
    graph = database.client()
    schema = await graph.schema()
    await database.write(
        "CREATE FULLTEXT INDEX products FOR (p:Product) ON EACH [p.name]",
        "CREATE INDEX suppliers FOR (s:Supplier) ON (s.name)",
        _CREATE % "Chai (iced) OR *:*",
        "CALL db.awaitIndexes()",
    )
    search = NameSearch(graph, schema, seconds=30)
    found = await search.find(["CHAI (ICED) OR *:*", "exotic liquids"])
    assert not found.scanned
    assert {value for _, _, value, _ in found.values} == {"Chai (iced) OR *:*", "Exotic Liquids"}
    missing = await search.find(["Sushi Deluxe"])
    assert not missing.values and missing.complete
    links = [LinkedValue(n, "Product", "name", n, 0, 4) for n in ("Tofu", "Sushi")]
    assert [link.value for link in await search.gone(links)] == ["Sushi"]
    await graph.close()


async def test_names_in_lists_are_found_and_missed(database: GraphDatabase) -> None:
    await database.write("CREATE (:Recipe {name: 'Soup', tags: ['Hot', 'Umami']})")
    graph = database.client()
    schema = await graph.schema()
    search = NameSearch(graph, schema, seconds=30)
    await database.write("MATCH (r:Recipe) SET r.tags = ['Hot', 'Smoky']")
    found = await search.find(["smoky"])
    assert list(found.values) == [("Recipe", "tags", "Smoky", 1)] and found.complete
    links = [LinkedValue(t, "Recipe", "tags", t, 0, 4) for t in ("Hot", "Umami")]
    assert [link.value for link in await search.gone(links)] == ["Umami"]
    await graph.close()


@asynccontextmanager
async def latest(database: GraphDatabase, home: Path, **more: object) -> AsyncIterator[Latest]:
    """The application as the page holds it: opened anew where the graph has changed."""
    settings = settings_of(database, home, refresh_seconds=0.001, **more)
    held = Latest(lambda: open_cicerone(settings, conversations=InProcess()))
    await held.open()
    try:
        yield held
    finally:
        await held.close()


async def after_a_look(held: Latest, changed: bool = True) -> Cicerone:
    """The one that is open once a look at the database has ended."""
    before = held.cicerone
    for _ in range(200):
        await (await held.open()).looked(10)
        now = await held.open()
        if now is not before or not changed:
            return now
        await asyncio.sleep(0.1)
    raise AssertionError("the change was not noticed")


async def test_a_changed_schema_is_taken_up_in_the_running_app(
    database: GraphDatabase, tmp_path: Path
) -> None:
    async with latest(database, tmp_path) as held:
        first = held.cicerone
        assert await first.greeting() == "This graph knows 5 products and 2 suppliers."
        assert await after_a_look(held, changed=False) is first
        await database.write("CREATE (:Depot {name: 'Harbour', capacity: 12})")
        second = await after_a_look(held)
        assert "1 depot" in await second.greeting()
        assert rows(await ask(second, "How many depots are there?")) == ((1,),)
        await database.write("MATCH (d:Depot) SET d.manager = 'Ines'")
        third = await after_a_look(held)
        assert "manager" in third.schema.labels["Depot"].properties
        await database.write("MATCH (d:Depot), (s:Supplier) CREATE (s)-[:SHIPS_FROM]->(d)")
        assert "SHIPS_FROM" in (await after_a_look(held)).schema.relationships
        await database.write("MATCH (d:Depot) DETACH DELETE d")
        assert "Depot" not in (await after_a_look(held)).schema.labels


async def test_counts_tell_of_a_big_graph(
    database: GraphDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "_SMALL", 0)
    monkeypatch.setattr(looks, "_SHARE", 0)
    async with latest(database, tmp_path) as held:
        first = held.cicerone
        assert await after_a_look(held, changed=False) is first
        await database.write(_CREATE % "Mochi")
        assert "6 products" in await (await after_a_look(held)).greeting()


async def test_what_a_watermark_tells_is_newer_is_found_by_its_parts(
    database: GraphDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "_SMALL", 0)
    await database.write("MATCH (p:Product) SET p.changed = 1")
    async with latest(database, tmp_path, watermark="Product.changed, Nobody.at") as held:
        cicerone = await after_a_look(held, changed=False)
        await database.write(
            "MATCH (p:Product {name: 'Konbu'}) SET p.name = 'Kombu Royale', p.changed = 2"
        )
        for _ in range(100):
            await after_a_look(held, changed=False)
            if rows_or_none(await ask(cicerone, "What is the price of royale?")):
                break
            await asyncio.sleep(0.1)
        assert rows(await ask(cicerone, "What is the price of royale?")) == ((4,),)


async def test_a_rename_arrives_without_a_watermark(
    database: GraphDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "_SMALL", 0)
    monkeypatch.setattr(changes, "_WINDOW", 2)
    async with latest(database, tmp_path) as held:
        cicerone = await after_a_look(held, changed=False)
        await database.write("MATCH (p:Product {name: 'Konbu'}) SET p.name = 'Kombu Royale'")
        for _ in range(100):
            assert await after_a_look(held, changed=False) is cicerone, "no count has moved"
            if rows_or_none(await ask(cicerone, "What is the price of royale?")):
                break
        assert rows(await ask(cicerone, "What is the price of royale?")) == ((4,),)


def rows_or_none(outcome: Outcome) -> tuple[tuple[Any, ...], ...] | None:
    return outcome.result.rows if outcome.result is not None else None
