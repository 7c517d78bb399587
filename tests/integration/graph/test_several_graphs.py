"""Several graphs in one process: two of the embedded database, a real Neo4j, one that is away."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.commands.ask import ask_lines
from bot.commands.check_layer import check_layer
from bot.commands.doctor import findings
from bot.errors import CiceroneError, GraphUnreachable, UsageError
from bot.events import Event, Outcome
from bot.graph.graph_json import from_json
from bot.page.lifespan import Opened
from bot.parts import Message
from bot.settings import Settings, load_settings
from memory import outages
from tests.embedded import embedded_server, until
from tests.graph_database import GraphDatabases

NEO4J = """\
title: Ships of ours
description: Where they call.
address: {uri}
database: {database}
credentials: {{username: SHIPS_USER, password: SHIPS_PASSWORD}}
"""
AWAY = "address: bolt://127.0.0.1:9\n"


def named(label: str, *names: str) -> dict[str, object]:
    nodes = [
        {"id": i, "labels": [label], "props": {"name": n, "length": len(label) * 10 + i}}
        for i, n in enumerate(names)
    ]
    return {"nodes": nodes, "rels": []}


@pytest.fixture(scope="module")
async def home(
    tmp_path_factory: pytest.TempPathFactory, graph_databases: GraphDatabases
) -> AsyncIterator[Path]:
    """Huts and lakes are embedded, ships on a Neo4j, and nothing answers where the moon is."""
    folder = tmp_path_factory.mktemp("several")
    ships = await graph_databases.get("neo4j-5.26-apoc")
    await ships.load(named("Ship", "Aurora", "Bounty"))
    async with embedded_server(folder) as server:
        await server.load(from_json(named("Hut", "Alpenrose", "Bergheim", "Carlsruh")), "huts")
        await server.load(from_json(named("Lake", "Dornsee", "Eibsee", "Aurora")), "lakes")
        layers = folder / "graphs"
        (layers / "ships.yaml").write_text(NEO4J.format(uri=ships.uri, database=ships.database))
        (layers / "moon.yaml").write_text(AWAY)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SHIPS_USER", ships.username)
            patch.setenv("SHIPS_PASSWORD", ships.password)
            yield folder


def settings(home: Path, **more: object) -> Settings:
    return load_settings(home=home, **({"graph": "huts", "engine": "offline", "workers": 0} | more))


@pytest.fixture
async def page(home: Path, request: pytest.FixtureRequest) -> AsyncIterator[Opened]:
    opened = Opened()
    opened.configure(settings(home, idle_seconds=getattr(request, "param", 600)))
    await opened.start()
    yield opened
    await opened.close()


async def ask(page: Opened, graph: str, text: str, person: str = "eve") -> Outcome:
    async def listen(event: Event) -> None:
        del event

    thread = str(uuid.uuid4())
    await page.store()
    async with page.graphs.of(graph).held() as cicerone:
        return await cicerone.ask(Message(text, thread, person, answer_id=thread), listen)


def count(outcome: Outcome) -> object:
    assert outcome.result is not None, outcome.answer
    return outcome.result.rows[0][0]


async def test_each_is_opened_when_it_is_asked_and_answers_beside_the_others(page: Opened) -> None:
    offers = {one.name: (one.title, one.description) for one in page.graphs.offers}
    assert list(offers) == ["huts", "lakes", "moon", "ships"]
    assert offers["ships"] == ("Ships of ours", "Where they call.")
    assert offers["lakes"] == ("lakes", "")
    await page.wait()
    assert not page.graphs.of("lakes").is_open and not page.graphs.of("ships").is_open

    asked = {"": "huts", "lakes": "lakes", "Ships of ours": "ships"}
    found = await asyncio.gather(
        *(ask(page, g, f"How many {w} are there?") for g, w in asked.items())
    )
    assert [count(one) for one in found] == [3, 3, 2]
    assert page.graphs.of("lakes").is_open and page.graphs.of("ships").is_open

    with pytest.raises(GraphUnreachable, match=r"127\.0\.0\.1:9") as away:
        await ask(page, "moon", "How many craters are there?")
    assert "\n" not in str(away.value)
    assert [one.part for one in outages.now()] == ["the graph database of moon"]
    with pytest.raises(UsageError, match="There is no graph mars here; there is huts, lakes"):
        page.graphs.of("mars")
    assert count(await ask(page, "lakes", "How many lakes are there?")) == 3
    assert outages.now(), "another graph that answers ends no outage of this one"


async def test_what_is_learnt_is_of_its_graph(page: Opened, home: Path) -> None:
    question = "What is the length of Aurora?"
    first = await ask(page, "lakes", question)
    assert count(first) == 42
    async with page.graphs.of("lakes").held() as lakes:
        await lakes.like("eve", first, positive=True)
    assert (await ask(page, "lakes", question)).engine == "memory"
    other = await ask(page, "ships", question)
    assert other.engine != "memory" and count(other) == 40

    taught = await ask(page, "lakes", "by water I mean lake")
    assert taught.error is None
    assert count(await ask(page, "lakes", "How many waters are there?")) == 3
    assert (await ask(page, "ships", "How many waters are there?")).result is None
    folders = {path.name for path in (home / "index").iterdir()}
    assert {"huts", "lakes"} < folders and any(name.startswith("ships%40") for name in folders)

    answer = await (await page.store()).answered("none")
    assert (
        answer is None
        and page.graphs.name_of(page.graphs.of("ships").settings.graph_key) == "ships"
    )


@pytest.mark.parametrize("page", [1], indirect=True)
async def test_one_that_nobody_asks_is_closed_but_never_under_a_turn(page: Opened) -> None:
    lakes = page.graphs.of("lakes")
    async with lakes.held() as cicerone:
        assert cicerone.schema.labels
        await asyncio.sleep(3)
        assert lakes.is_open
        assert (await cicerone.graph.run("RETURN 1 AS n")).rows == ((1,),)
    await until(lambda: not lakes.is_open, 10)
    await page.wait()
    assert page.is_open, "the one that the process begins with stays"
    assert count(await ask(page, "lakes", "How many lakes are there?")) == 3


async def test_lines_name_their_graph(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        {"question": "How many lakes are there?", "graph": "lakes", "thread": "a"},
        {"question": "How many ships are there?", "graph": "ships", "thread": "a"},
        {"question": "How many craters are there?", "graph": "moon"},
        {"question": "How many lakes are there?", "graph": "mars"},
        {"question": "Which of them begins with D?", "graph": "lakes", "thread": "a"},
        {"question": "How many huts are there?"},
        {"question": "How many?", "graph": 7},
    ]
    assert await ask_lines(settings(home), map(json.dumps, lines), as_json=True) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line[:1] == "{"]
    assert [one["rows"] for one in (said[0], said[1], said[5])] == [[[3]], [[2]], [[3]]]
    assert "127.0.0.1:9" in said[2]["error"] and "no graph mars here" in said[3]["error"]
    assert "graph" in said[6]["error"]


async def test_the_file_of_a_server_is_checked(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await check_layer(settings(home, graph="ships"), as_json=False) == 0
    with pytest.raises(CiceroneError, match=r"127\.0\.0\.1:9"):
        await check_layer(settings(home, graph="moon"), as_json=False)
    told = {one.part: one async for one in findings(settings(home, graph="ships"))}
    assert told["graphs"].ok and "lakes" in told["graphs"].message and told["neo4j login"].ok
    monkeypatch.delenv("SHIPS_PASSWORD")
    with pytest.raises(UsageError, match=r"ships\.yaml, line 5: SHIPS_PASSWORD is not set"):
        await check_layer(settings(home, graph="ships"), as_json=False)
    told = {one.part: one async for one in findings(settings(home))}
    assert not told["graphs"].ok and "SHIPS_PASSWORD is not set" in told["graphs"].message
