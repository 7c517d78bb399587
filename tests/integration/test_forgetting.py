"""Forgetting a person, on both databases: a look into every table, the files and the indexes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from chainlit.element import Text
from chainlit.types import Feedback
from chainlit.user import PersistedUser, User
from sqlalchemy import select

from bot.commands.forget import forget_person
from bot.conversations import Lasting
from bot.errors import Forgotten, UsageError
from bot.settings import load_settings
from memory.conversation import Exchange
from memory.ended_sessions import EndedSessions
from memory.examples import Examples, examples_collection
from memory.files import Files
from memory.forgotten import begun
from memory.index import Match, Search, Where
from memory.index_edge import EdgeIndex
from memory.lesson_book import LessonBook
from memory.lesson_search import LessonSearch, lessons_collection
from memory.own_pairs import OwnPairs
from memory.sign_in_tries import SignInTries
from memory.store import Store
from memory.tables import metadata
from memory.term_book import TermBook, own_terms
from memory.terms import Term
from memory.threads import Threads
from tests.integration.chats import a_step, chat, known, talk
from tests.integration.test_examples import LetterEmbedder, lesson

# Whatever has one of these in it is hers.
ADA, HERS = "ada-of-1815", "Marienbad"
# Tables in which nobody's name or words are, and why.
NOBODYS = {"spending": "sums", "versions": "counts", "ended_sessions": "random names"}


class Kept:
    """All that is kept of people."""

    def __init__(self, store: Store, files: Files, threads: Threads) -> None:
        self.store, self.files, self.threads = store, files, threads
        self.book, self.terms = LessonBook(store, "films"), TermBook(store, "films")
        self.examples: Examples
        self.lessons: LessonSearch
        self.indexes: list[EdgeIndex] = []

    async def open(self, folder: Path) -> None:
        embedder = LetterEmbedder()
        pairs = await EdgeIndex.open(folder / "pairs", examples_collection(embedder))
        lessons = await EdgeIndex.open(folder / "lessons", lessons_collection(embedder))
        self.indexes = [pairs, lessons]
        self.examples = Examples(self.store, pairs, embedder)
        self.lessons = LessonSearch(self.book, lessons, embedder)

    async def tables_with(self, *signs: str) -> set[str]:
        """The tables that have one of these in any row, whatever the column."""
        found = set()
        async with self.store.read() as connection:
            for table in metadata.sorted_tables:
                rows = (await connection.execute(select(table))).all()
                if any(sign in repr(row) for row in rows for sign in signs):
                    found.add(table.name)
        return found

    async def indexed(self, sign: str) -> int:
        """How many entries of the indexes have it in their text or belong to it."""
        pairs, lessons = self.indexes
        owned = await pairs.count(Where(all=(Match("owner", (sign,)),)))
        hits = await lessons.search([Search(10, text=sign)])
        return owned + len(hits[0])


@pytest_asyncio.fixture
async def kept(store: Store, files: Files, threads: Threads, tmp_path: Path) -> AsyncIterator[Kept]:
    found = Kept(store, files, threads)
    await found.open(tmp_path / "indexes")
    yield found
    for index in found.indexes:
        await index.close()


async def live(kept: Kept, name: str, sign: str) -> PersistedUser:
    """A person does everything that leaves something behind."""
    user = await kept.threads.create_user(User(name))
    assert user is not None
    thread = f"thread-of-{name}"
    question = f"films like {sign}"
    _, answer = await talk(kept.threads, user, thread, question, f"{sign} 2")
    with chat(user, thread):
        await kept.threads.create_element(
            Text(thread_id=thread, for_id=answer, name=f"{sign}.txt", content=sign)
        )
        await kept.threads.upsert_feedback(Feedback(forId=answer, value=1, comment=sign))
    await kept.store.add_exchange(thread, name, Exchange(question, question, "answerable"))
    cypher = f"MATCH (f:Film) WHERE f.title = '{sign}' RETURN f"
    given = (cypher, {"title": sign}, "now", "offline")
    await kept.examples.keep(name, "films", question, *given)
    await kept.examples.keep(name, "pole", f"which {sign}?", *given, source="chosen")
    await kept.examples.keep(name, "films", f"all {sign}", *given, source="pinned")
    await kept.examples.keep(name, "films", f"no {sign}", *given, liked=False)
    await kept.book.learn(lesson(f"films of {sign}", cypher), name, sign, liked=True)
    await kept.terms.teach(name, f"{sign} thing", "Film")
    await SignInTries(kept.store, 5, 900).failed("203.0.113.9", name)
    return user


async def test_everything_about_a_person_is_forgotten_in_every_store(
    kept: Kept, tmp_path: Path
) -> None:
    await live(kept, ADA, HERS)
    await live(kept, "eve", "Casablanca")
    # Of what she decided on and helped to confirm, the thing stays and her name goes.
    shared = await kept.book.learn(lesson("films by Ada"), ADA, "q", liked=True)
    await kept.book.learn(lesson("films by Ada"), "eve", "q", liked=True)
    await kept.book.approve(shared.id, "operator", "Yes.", ADA)
    await kept.terms.approve([Term("films", "flick", "Film")], ADA)
    await kept.examples.refresh()
    await kept.lessons.refresh()
    minds = Lasting(kept.store)
    assert await minds.exchanges(f"thread-of-{ADA}")

    tables = {table.name for table in metadata.sorted_tables} - NOBODYS.keys()
    assert await kept.tables_with(ADA, HERS) == tables
    assert await kept.indexed(ADA) == 3
    assert list((tmp_path / "files" / f"thread-of-{ADA}").rglob("*.txt"))
    before = await kept.tables_with("eve", "Casablanca")

    await kept.threads.delete_user(ADA)
    minds.forget(ADA)
    await kept.examples.refresh()
    await kept.lessons.refresh()

    assert await kept.tables_with(ADA, HERS) == set()
    assert await kept.indexed(ADA) == 0
    assert not (tmp_path / "files" / f"thread-of-{ADA}").exists()
    assert await minds.exchanges(f"thread-of-{ADA}") == []
    assert await kept.tables_with("eve", "Casablanca") == before
    assert await kept.indexed("eve") == 3
    left = await kept.book.lesson(shared.id)
    assert left is not None and (left.status, left.decided_by) == ("approved", "somebody")


async def test_what_was_begun_before_is_not_kept_at_another_replica(kept: Kept) -> None:
    """Its chat is open there, and a question under way; the store is all that both know."""
    ada, there = await live(kept, ADA, HERS), Threads(kept.store, kept.files)
    signed_in = time.time()
    await asyncio.sleep(0.01)
    await kept.threads.delete_user(ADA)
    for thread in (f"thread-of-{ADA}", "another"):
        with chat(ada, thread):
            await there.update_thread(thread, name=HERS, user_id=ada.id)
            await there.create_step(a_step(thread, output=HERS))
            await there.create_element(Text(thread_id=thread, for_id="x", content=HERS))
    token = begun.set((ADA, signed_in))
    try:
        minds = Lasting(kept.store)
        said = Exchange(HERS, HERS, "answerable")
        given = ("films", f"films like {HERS}", "RETURN 1", {}, "now", "offline")
        for write in (
            minds.add_exchange("another", ADA, said),
            kept.examples.keep(ADA, *given),
            kept.book.learn(lesson(f"films of {HERS}", "RETURN 1"), ADA, HERS, liked=True),
            kept.terms.teach(ADA, f"{HERS} thing", "Film"),
        ):
            with pytest.raises(Forgotten, match="forgotten meanwhile"):
                await write
        assert await kept.tables_with(ADA, HERS) == set()
        assert await minds.exchanges("another") == []
    finally:
        begun.reset(token)
    sessions = EndedSessions(kept.store)
    assert await sessions.has_ended("any", ADA, signed_in)
    assert not await sessions.has_ended("any", "eve", signed_in)

    # Who signs in anew is as welcome as before.
    again = await known(there, ADA)
    assert not await sessions.has_ended("new", ADA, time.time())
    await talk(there, again, "new", HERS)
    await kept.terms.teach(ADA, f"{HERS} thing", "Film")
    assert await kept.tables_with(HERS) == {"threads", "steps", "terms"}


async def test_what_was_forgotten_is_not_on_the_disk(tmp_path: Path) -> None:
    """SQLite leaves what it deletes in the file, unless it is told to write over it."""
    home = tmp_path / "home"
    store = await Store.open(home)
    files = Files(tmp_path / "files", store)
    kept = Kept(store, files, Threads(store, files))
    await kept.open(tmp_path / "indexes")
    await live(kept, ADA, HERS)
    await kept.threads.delete_user(ADA)
    await kept.examples.refresh()
    await kept.lessons.refresh()
    for index in kept.indexes:
        await index.close()
    await store.close()
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert written
    assert [str(path) for path in written if HERS.encode() in path.read_bytes()] == []


async def test_one_pair_is_seen_pinned_and_forgotten(kept: Kept) -> None:
    own = OwnPairs(kept.store, kept.examples.removed)
    await live(kept, ADA, HERS)
    await live(kept, "eve", "Casablanca")
    pairs = {one.question: one for one in await own.all(ADA)}
    sources = {question: (one.source, one.status) for question, one in pairs.items()}
    assert sources == {
        f"films like {HERS}": ("liked", "liked"),
        f"which {HERS}?": ("chosen", "liked"),
        f"all {HERS}": ("pinned", "liked"),
        f"no {HERS}": ("liked", "disliked"),
    }
    assert all(one.created.startswith("20") for one in pairs.values())
    assert [one.question for one in await own.pinned(ADA, "films")] == [f"all {HERS}"]
    assert await own.pinned(ADA, "pole") == []
    liked = pairs[f"films like {HERS}"]
    # Nobody else's, whoever knows its identifier.
    assert await own.pair("eve", liked.id) is None
    assert await own.forget("eve", liked.id) is None
    # One that was liked before it was pinned is liked still when it is unpinned.
    again = (liked.cypher, liked.parameters, "now", "memory")
    await kept.examples.keep(ADA, "films", liked.question, *again, source="pinned")
    assert len(await own.pinned(ADA, "films")) == 2
    await own.unpin(ADA, liked.id)
    await own.unpin(ADA, pairs[f"all {HERS}"].id)
    assert await own.pinned(ADA, "films") == []
    assert {one.question for one in await own.all(ADA)} == pairs.keys() - {f"all {HERS}"}
    # A pinned answer that is disliked afterwards is not offered again.
    await kept.examples.keep(ADA, "films", "pinned first", *again, source="pinned")
    await kept.examples.keep(ADA, "films", "pinned first", *again, liked=False)
    assert await own.pinned(ADA, "films") == []
    await kept.examples.refresh()
    assert await kept.indexed(ADA) == 2
    await own.forget(ADA, liked.id)
    assert await own.pair(ADA, liked.id) is None
    assert await kept.indexed(ADA) == 1


async def test_words_are_told_by_graph_with_their_dates(kept: Kept) -> None:
    await live(kept, ADA, HERS)
    await TermBook(kept.store, "pole").teach(ADA, "cop", "Officer")
    words = await own_terms(kept.store, ADA)
    told = [(one.graph, one.term, one.meaning) for one in words]
    assert told == [("films", f"{HERS} thing", "Film"), ("pole", "cop", "Officer")]
    assert all(one.created.startswith("20") for one in words)
    assert await own_terms(kept.store, "eve") == []


async def test_an_operator_forgets_a_person_by_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = load_settings(home=tmp_path / "home")
    store = await Store.open(settings.folder)
    files = Files(settings.folder / "files", store)
    kept = Kept(store, files, Threads(store, files))
    await kept.open(tmp_path / "indexes")
    await live(kept, ADA, HERS)
    assert await forget_person(settings, ADA) == 0
    assert "is forgotten" in capsys.readouterr().out
    assert await kept.tables_with(ADA, HERS) == set()
    with pytest.raises(UsageError, match="Nothing is kept"):
        await forget_person(settings, ADA)
    for index in kept.indexes:
        await index.close()
    await store.close()
