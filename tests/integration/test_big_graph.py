"""A graph whose names take long to read is asked meanwhile, and says how far it is."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot import graph_indexes, indexing
from bot.cicerone import Cicerone
from bot.commands.ask import ask_one
from bot.errors import NotOpenYet
from bot.events import Event, Outcome
from bot.graph.graph_json import from_json
from bot.page.lifespan import Opened
from bot.parts import Message
from bot.settings import Settings, load_settings
from memory.values import Place, StoredValue
from tests.bench.big_graph import made_graph, name_of
from tests.embedded import embedded_server, ended


@pytest.fixture
async def settings(tmp_path: Path) -> AsyncIterator[Settings]:
    async with embedded_server(tmp_path, memory_mb=256) as server:
        await server.load(from_json(made_graph(1500, 40, 60, 3000)), "big")
        yield load_settings(home=tmp_path, graph="big", engine="offline", lookup_seconds=20)
    await ended(tmp_path)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Until it is set, no more than the first places are read."""
    opened, read, places = asyncio.Event(), graph_indexes.names_of, []

    async def slowly(graph: Any, place: Place, told: Any) -> AsyncIterator[StoredValue]:
        places.append(place)
        if len(places) > 20:
            await opened.wait()
        async for value in read(graph, place, told):
            yield value

    monkeypatch.setattr(graph_indexes, "names_of", slowly)
    monkeypatch.setattr(indexing, "_SMALL", 0)
    return opened


async def ask(cicerone: Cicerone, question: str) -> Outcome:
    async def listen(event: Event) -> None:
        del event

    return await cicerone.ask(Message(question, str(uuid.uuid4()), "eve"), listen)


async def test_questions_are_answered_while_names_are_read(
    settings: Settings, gate: asyncio.Event
) -> None:
    page = Opened()
    page.configure(settings)
    await page.start()
    assert not page.is_open and page.reading.startswith("Opening the graph big")
    while not page.is_open:
        with pytest.MonkeyPatch.context():
            try:
                await page.open()
            except NotOpenYet as error:
                assert "Ask again in a moment." in str(error)
    cicerone = page.cicerone
    try:
        assert cicerone.indexing["names"] < 1 and "names: " in page.reading
        assert "%" in page.reading
        counted = await ask(cicerone, "How many departments are there?")
        assert counted.result is not None and counted.indexing
        # The last name is of a label that is not read yet.
        named = await ask(cicerone, f"What is the status of “{name_of(2999)}”?")
        assert named.result is not None and named.result.rows, named.answer
        assert named.indexing and named.indexing["names"] < 1
        gate.set()
        while cicerone.indexing:
            await asyncio.sleep(0.1)
        assert page.reading == "" and await cicerone.indexed_values() >= 3000
        assert (await ask(cicerone, "How many departments are there?")).indexing is None
    finally:
        gate.set()
        await page.close()


async def test_one_question_does_not_wait_for_a_big_index(
    settings: Settings, gate: asyncio.Event, capsys: pytest.CaptureFixture[str]
) -> None:
    question = f"What is the status of “{name_of(2999)}”?"
    assert await ask_one(settings, question, as_json=False) == 0
    said = capsys.readouterr()
    assert "cicerone index" in said.err + said.out
    assert not list((settings.folder / "index" / "big" / "values").glob("piece-*"))


async def test_a_database_that_is_not_there_is_told_and_waited_for(tmp_path: Path) -> None:
    page = Opened()
    page.configure(load_settings(home=tmp_path, neo4j_uri="bolt://127.0.0.1:9", engine="offline"))
    await page.start()
    try:
        while not page.problem:
            await asyncio.sleep(0.1)
        assert "No database answers" in page.reading and not page.is_open
    finally:
        await page.close()
