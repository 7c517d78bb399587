"""A home that an older version made opens, goes on, and loses nothing."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import asyncpg
import pytest
from chainlit.types import Pagination, ThreadFilter
from sqlalchemy import text

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.events import Event, Outcome
from bot.graph.graph_json import from_json
from bot.parts import Message
from bot.settings import load_settings
from bot.upkeep import Pace
from memory.files import Files
from memory.lesson_book import LessonBook
from memory.spending import Spending
from memory.store import Store
from memory.term_book import TermBook
from memory.threads import Threads
from tests.embedded import embedded_server
from tests.integration.databases import KINDS
from tests.postgres import Postgres

OLD = Path(__file__).parents[1] / "data" / "home_056da5d"
GOYA = "Which paintings did Francisco Goya paint?"
ORSAY = "How many paintings hang in Orsay?"
TABLES = {
    "users": "id",
    "threads": "id",
    "steps": "id",
    "elements": "id",
    "feedbacks": "id",
    "exchanges": "id",
    "examples": "id",
    "lessons": "id",
    "lesson_votes": "lesson || person || folded",
    "terms": "graph || folded || person",
    "spending": "day || model",
}


@pytest.fixture(params=KINDS)
async def address(
    request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres
) -> AsyncIterator[str]:
    """The address of the old rows."""
    shutil.copytree(OLD / "files", tmp_path / "files")
    if request.param == "sqlite":
        with closing(sqlite3.connect(tmp_path / "cicerone.db")) as file:
            file.executescript((OLD / "sqlite.sql").read_text())
        yield str(tmp_path / "cicerone.db")
        return
    async with postgres.database() as url:
        connection = await asyncpg.connect(url)
        await connection.execute((OLD / "postgresql.sql").read_text())
        await connection.close()
        yield url


@asynccontextmanager
async def opened(home: Path, address: str) -> AsyncIterator[tuple[Cicerone, Store]]:
    """Today's application over the old home."""
    graph = from_json(json.loads((OLD / "museum.json").read_text()))
    url = {"database_url": address} if "://" in address else {}
    settings = load_settings(home=home, graph="museum", engine="offline", **url)
    async with embedded_server(home, memory_mb=256) as server:
        await server.load(graph, "museum")
        store = await Store.open(address)
        try:
            # Pairs of another schema are looked at first: a newer version may read more of one.
            pace = Pace(head_start=0.0)
            async with open_cicerone(settings, store=store, upkeep=pace) as cicerone:
                yield cicerone, store
        finally:
            await store.close()


async def asked(cicerone: Cicerone, question: str, thread: str, user: str) -> Outcome:
    async def listen(event: Event) -> None:
        del event

    return await cicerone.ask(Message(question, thread=thread, user=user), listen)


async def rows(store: Store) -> dict[str, set[str]]:
    """The identifiers of all rows."""
    async with store.read() as connection:
        return {
            table: set((await connection.execute(text(f"SELECT {key} FROM {table}"))).scalars())
            for table, key in TABLES.items()
        }


async def thread_of(store: Store, name: str) -> str:
    async with store.read() as connection:
        query = text("SELECT id FROM threads WHERE name = :name")
        return str((await connection.execute(query, {"name": name})).scalar_one())


async def test_every_row_is_there_and_read(address: str, tmp_path: Path) -> None:
    store = await Store.open(address)
    before = await rows(store)
    assert {table: len(found) for table, found in before.items()} == {
        "users": 2,
        "threads": 3,
        "steps": len(before["steps"]),
        "elements": 6,
        "feedbacks": 4,
        "exchanges": 7,
        "examples": 4,
        "lessons": 3,
        "lesson_votes": 4,
        "terms": 1,
        "spending": 1,
    }
    files = Files(tmp_path / "files", store)
    threads = Threads(store, files)
    ada = await threads.get_user("ada")
    assert ada is not None
    listed = await threads.list_threads(Pagination(first=20), ThreadFilter(userId=ada.id))
    assert [thread["name"] for thread in listed.data] == ["canvas means painting", GOYA]
    found = await threads.get_thread(await thread_of(store, GOYA))
    assert found is not None
    told = "\n".join(step["output"] for step in found["steps"])
    assert "The Parasol" in told and "Saturn" in told and "3 paintings" in told
    liked = [step["feedback"] for step in found["steps"] if step.get("feedback")]
    assert sorted((one["value"], one["comment"] or "") for one in liked) == [
        (1, ""),
        (1, "Just so."),
    ]
    assert len(found["elements"] or []) == 3
    lessons = await LessonBook(store, "museum").lessons()
    of = {one.question: one for one in lessons}
    assert set(of) == {GOYA, ORSAY, "Which museums are there in Paris?"}
    assert of[ORSAY].status == "approved"
    mended = of["Which museums are there in Paris?"]
    assert (mended.status, mended.problem) == ("quarantine", "There is no property town.")
    [word] = await TermBook(store, "museum").of("ada")
    assert (word.term, word.meaning) == ("canvas", "Painting")
    [spent] = await Spending(store).of_days(100_000)
    assert (spent.calls, spent.prompt_tokens, spent.completion_tokens) == (3, 4200, 180)
    if "://" not in address:  # the folder is that of the home on SQLite
        await _files_are_served(files, found["elements"] or [])
    await threads.close()


async def _files_are_served(files: Files, elements: Sequence[Any]) -> None:
    for element in elements:
        served = await files.served(unquote(element["url"].partition("/files/")[2]), "ada")
        assert served is not None and "table" in json.loads(served.path.read_text())


async def test_it_goes_on(address: str, tmp_path: Path) -> None:
    async with opened(tmp_path, address) as (cicerone, store):
        before = await rows(store)
        conversation = await thread_of(store, GOYA)
        kept = await store.exchanges(conversation)
        assert [one.query is not None for one in kept] == [True, True, True]

        # The tree of the last exchange, "How many paintings hang in Orsay?", is gone on with.
        follow = await asked(cicerone, "and in the Prado?", conversation, "ada")
        assert follow.result is not None and follow.result.rows == ((2,),)
        async with asyncio.timeout(20):
            while (pair := await asked(cicerone, GOYA, "new", "ada")).engine != "memory":
                await asyncio.sleep(0.1)
        assert pair.result is not None and pair.result.row_count == 2
        lesson = await asked(cicerone, "How many paintings hang in Prado?", "other", "eve")
        assert lesson.result is not None and lesson.result.rows == ((2,),)
        word = await asked(cicerone, "Which canvases hang in the Prado?", "new", "ada")
        assert word.result is not None and word.result.row_count == 2
        assert word.terms == ("canvas = Painting (you taught me)",)
        unknown = await asked(cicerone, "Which canvases hang in the Prado?", "other", "eve")
        # Whoever was not taught the word has it read for what it is like, if at all.
        assert not unknown.terms

        after = await rows(store)
        assert {table: before[table] - after[table] for table in TABLES} == {
            table: set() for table in TABLES
        }
        assert len(await store.exchanges(conversation)) == len(kept) + 1
