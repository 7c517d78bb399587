"""Beside an open chat, what was learnt is tried again when the database's schema has changed."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.events import Event, Outcome
from bot.latest import Latest
from bot.parts import Message
from bot.settings import load_settings
from bot.upkeep import Pace
from memory.lesson_book import LessonBook
from memory.lessons import Lesson
from tests.graph_database import GraphDatabase

SECONDS = 60
HIGHEST = "MATCH (h:Hut) RETURN h.name AS name ORDER BY h.height DESC LIMIT 1"
ALL = "MATCH (h:Hut) RETURN h.name AS name ORDER BY name"


def huts(height: str) -> dict[str, Any]:
    named = {"Alpenrose": 1875, "Bergheim": 2120, "Carlsruh": 1440}
    props = [{"name": name, height: metres} for name, metres in named.items()]
    nodes = [{"id": n, "labels": ["Hut"], "props": one} for n, one in enumerate(props)]
    return {"nodes": nodes, "rels": []}


async def ask(chat: Latest, text: str) -> Outcome:
    async def listen(event: Event) -> None:
        """Nothing."""

    await chat.open()
    async with chat.held() as cicerone:
        return await cicerone.ask(Message(text, str(uuid.uuid4()), "ada", answer_id=text), listen)


def learnt(question: str, cypher: str, chat: Cicerone) -> Lesson:
    given = {"status": "approved", "witness": "operator", "columns": ("name",)}
    now = {"fingerprint": chat.schema.fingerprint}
    return Lesson(chat.settings.graph_key, question, question, cypher, **given, **now)  # type: ignore[arg-type]


async def in_quarantine(book: LessonBook, cypher: str) -> list[Lesson]:
    """What waits with this Cypher; what was just liked may still wait, too, until its replay."""
    return [one for one in await book.lessons("quarantine") if one.cypher == cypher]


async def test_the_timer_demotes_what_no_longer_holds(
    database: GraphDatabase, tmp_path: Path
) -> None:
    settings = load_settings(
        home=tmp_path, engine="offline", neo4j_uri=database.uri, neo4j_username=database.username,
        neo4j_password=database.password, neo4j_database=database.database,
    )  # fmt: skip
    await database.load(huts("height"))
    chat = Latest(lambda: open_cicerone(settings, upkeep=Pace(0.1, 0.1, 2)))
    try:
        first = await chat.open()
        assert first.store is not None
        book = LessonBook(first.store, settings.graph_key)
        lofty, every = learnt("the lofty hut", HIGHEST, first), learnt("the hut book", ALL, first)
        waits = learnt("Which hut is the highest?", HIGHEST, first)
        waits = replace(waits, status="quarantine", witness="")
        await book.replace([lofty, every, waits])
        async with asyncio.timeout(SECONDS):
            while (held := await book.named(waits.id)).status == "quarantine":
                await asyncio.sleep(0.1)
        assert (held.witness, held.why) == ("replay", "It was replayed, and held.")
        await book.forget([waits.id])
        liked = await ask(chat, "Which huts are there?")
        await first.like("ada", liked, True)
        known = await ask(chat, "the lofty hut")
        assert known.engine == "memory" and known.result
        assert known.result.rows == (("Bergheim",),)
        assert (await ask(chat, "the hut book")).engine == "memory" and chat.cicerone is first

        await database.load(huts("altitude"))
        async with asyncio.timeout(SECONDS):
            while not (demoted := await in_quarantine(book, HIGHEST)):
                await asyncio.sleep(0.1)
        assert "height" in demoted[0].why and not await in_quarantine(book, ALL)
        assert chat.cicerone is first  # nobody has asked meanwhile

        after = await ask(chat, "the lofty hut")
        assert after.engine != "memory" and chat.cicerone is not first
        assert (await ask(chat, "the hut book")).engine == "memory"
        async with asyncio.timeout(SECONDS):
            while (await ask(chat, "Which huts are there?")).engine != "memory":
                await asyncio.sleep(0.1)
        found = await ask(chat, "Which hut has the highest altitude?")
        assert found.result and found.result.rows[0][0] == "Bergheim"
    finally:
        await chat.close()
