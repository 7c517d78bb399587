"""Liked answers and lessons, on both databases: SQL is the truth, the index follows it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Sequence
from datetime import date
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio
from chainlit.types import Feedback
from chainlit.user import PersistedUser
from numpy.typing import NDArray

from bot.shelf import Shelf
from memory.conversation import Exchange
from memory.embedding import StaticEmbedder
from memory.errors import StoreError, UsageError
from memory.examples import Example, Examples, examples_collection
from memory.index import Entry, Progress
from memory.index_edge import EdgeIndex
from memory.lesson_book import LessonBook
from memory.lesson_search import LessonSearch, lessons_collection
from memory.lessons import Lesson, Slot
from memory.question_form import question_form
from memory.schema import Schema
from memory.store import Store
from memory.threads import Threads
from tests.integration.chats import talk
from tests.unit.memory.test_embedding_away import Flaky


class LetterEmbedder:
    """Counts letters: enough to have vectors that differ."""

    name = "letters"
    size = 26
    reads = False
    unlike = 0.0

    async def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        counts = [[text.lower().count(chr(97 + n)) for n in range(26)] for text in texts]
        rows = np.array(counts, dtype=np.float32).reshape(len(texts), 26)
        unit: NDArray[np.float32] = rows / np.maximum(np.linalg.norm(rows, axis=1)[:, None], 1)
        return unit


class Watched(EdgeIndex):
    """Counts rebuilds, and fails on demand."""

    rebuilds = 0
    broken = False

    async def rebuild(
        self, entries: AsyncIterable[Entry], stamp: str, progress: Progress | None = None
    ) -> None:
        self.rebuilds += 1
        await super().rebuild(entries, stamp, progress)

    async def stamp(self) -> str | None:
        if self.broken:
            raise StoreError("The index is broken.")
        return await super().stamp()


async def opened(folder: Path) -> Watched:
    index = await Watched.open(folder, examples_collection(LetterEmbedder()))
    assert isinstance(index, Watched)
    return index


@pytest_asyncio.fixture
async def index(tmp_path: Path) -> AsyncIterator[Watched]:
    found = await opened(tmp_path / "index")
    yield found
    await found.close()


@pytest_asyncio.fixture
async def examples(store: Store, index: Watched) -> Examples:
    return Examples(store, index, LetterEmbedder())


async def like(
    examples: Examples,
    question: str,
    user: str = "ada",
    graph: str = "films",
    fingerprint: str = "now",
    cypher: str = "MATCH (f:Film) RETURN f.title",
    engine: str = "offline",
) -> Example:
    parameters = {"after": date(2000, 1, 1), "names": ["Léon"]}
    liked = await examples.keep(user, graph, question, cypher, parameters, fingerprint, engine)
    assert liked is not None
    return liked


async def near(examples: Examples, question: str, user: str = "ada", k: int = 3) -> list[str]:
    return [e.question for e in await examples.nearest(user, "films", question, "now", k)]


async def test_a_liked_answer_is_found_again(examples: Examples) -> None:
    liked = await like(examples, "Which films did Tom Hanks act in?")
    found = await examples.exact("ada", "films", "which films did tom  hanks act in", "now")
    assert found == liked
    assert found.parameters == {"after": date(2000, 1, 1), "names": ["Léon"]}
    assert (found.owner, found.status, found.engine) == ("ada", "liked", "offline")
    assert await near(examples, "In which films did Meg Ryan act?") == [liked.question]


async def test_a_disliked_answer_is_known_again_and_serves_nobody(examples: Examples) -> None:
    question, cypher = "Which films did Tom Hanks act in?", "MATCH (f:Film) RETURN f.title"
    await like(examples, question)
    assert await examples.disliked("ada", "films", question) is None
    await examples.keep("ada", "films", question, cypher, {}, "now", "offline", liked=False)
    known = await examples.disliked("ada", "films", "which films did tom  hanks act in")
    assert known is not None and known.cypher == cypher
    assert await examples.disliked("bob", "films", question) is None
    assert await examples.exact("ada", "films", question, "now") is None
    assert await near(examples, question) == []
    await like(examples, question)
    assert await examples.disliked("ada", "films", question) is None
    assert await near(examples, question) == [question]


@pytest.mark.parametrize(
    "other",
    [
        "films rated < 8.5",
        "films rated > 85",
        "films rated > 8.6",
        "films rated > -8.5",
        "films not rated > 8.5",
        "films rated > 8.5 %",
        "",
    ],
)
async def test_another_question_is_not_the_same_one(examples: Examples, other: str) -> None:
    await like(examples, "Films rated > 8.5?")
    assert await examples.exact("ada", "films", other, "now") is None
    assert await examples.exact("ada", "films", "films rated > 8.5.", "now") is not None


async def test_it_serves_only_who_liked_it_on_that_graph_and_schema(examples: Examples) -> None:
    await like(examples, "how many films?")
    question = "how many films?"
    assert await examples.exact("eve", "films", question, "now") is None
    assert await examples.exact("ada", "pole", question, "now") is None
    assert await examples.exact("ada", "films", question, "then") is None
    assert await examples.nearest("eve", "films", question, "now") == []
    assert await examples.nearest("ada", "pole", question, "now") == []


async def test_pairs_of_an_older_schema_come_last(examples: Examples) -> None:
    await like(examples, "how many films?", fingerprint="then")
    await like(examples, "how many people are there in all?", fingerprint="now")
    assert await near(examples, "how many films?") == [
        "how many people are there in all?",
        "how many films?",
    ]


async def test_the_nearest_come_first_and_no_more_than_asked(examples: Examples) -> None:
    for subject in ("actors", "directors", "genres", "countries", "studios", "writers"):
        await like(examples, f"How many {subject} are there?")
    await like(examples, "Which films are the longest?")
    found = await near(examples, "what are the longest films", k=2)
    assert len(found) == 2
    assert found[0] == "Which films are the longest?"


async def test_a_second_like_replaces_the_first(examples: Examples) -> None:
    first = await like(examples, "how many films?", engine="llm")
    second = await like(examples, "How many films", cypher="MATCH (f:Film) RETURN count(f)")
    assert second.id == first.id
    assert second.cypher == "MATCH (f:Film) RETURN count(f)"
    assert second.engine == "offline"
    third = await like(examples, "how many films?", engine="memory")
    assert third.engine == "offline"
    assert await near(examples, "films") == ["how many films?"]


async def test_an_unliked_answer_is_gone(examples: Examples, index: Watched) -> None:
    await like(examples, "how many films?")
    await like(examples, "how many films?", user="eve")
    await examples.keep(
        "ada", "films", "How many films", "RETURN 1", {}, "now", "offline", liked=False
    )
    assert await examples.exact("ada", "films", "how many films?", "now") is None
    assert await near(examples, "how many films?") == []
    assert await near(examples, "how many films?", user="eve") == ["how many films?"]


async def test_a_pair_that_failed_serves_its_owner_no_longer_until_it_is_liked_again(
    examples: Examples, index: Watched
) -> None:
    asked = "Which films did Tom Hanks act in?"
    liked, of_bob = await like(examples, asked), await like(examples, asked, "bob")
    shelf = Shelf("films", Schema({}, {}), None, examples)
    await near(examples, asked)
    rebuilds = index.rebuilds
    await shelf.failed("ada", f"{asked}?", liked, "It failed.")
    assert await examples.exact("ada", "films", asked, "now") is None
    assert (
        await near(examples, asked) == [] and await examples.disliked("ada", "films", asked) is None
    )
    assert await examples.exact("bob", "films", asked, "now") == of_bob
    assert await near(examples, asked, "bob") == [asked] and index.rebuilds == rebuilds
    assert await like(examples, asked) == await examples.exact("ada", "films", asked, "now")
    assert await near(examples, asked) == [asked]


async def test_a_question_without_words_is_not_kept(examples: Examples) -> None:
    assert await examples.keep("ada", "films", " ?! ", "RETURN 1", {}, "now", "llm") is None


async def test_the_index_follows_without_a_rebuild(examples: Examples, index: Watched) -> None:
    await like(examples, "how many films?")
    await near(examples, "films")
    assert index.rebuilds == 1
    for number in range(5):
        await like(examples, f"films of {2000 + number}?")
    await examples.keep(
        "ada", "films", "films of 2003?", "RETURN 1", {}, "now", "offline", liked=False
    )
    assert "films of 2004?" in await near(examples, "films of 2004", k=9)
    assert "films of 2003?" not in await near(examples, "films of 2003", k=9)
    assert index.rebuilds == 1


async def test_an_index_that_is_behind_is_rebuilt(
    store: Store, examples: Examples, index: Watched, tmp_path: Path
) -> None:
    await like(examples, "how many films?")
    await near(examples, "films")
    elsewhere = await opened(tmp_path / "of another process")
    other = Examples(store, elsewhere, LetterEmbedder())
    await like(other, "how many people?")
    await other.close()
    assert set(await near(examples, "how many")) == {"how many films?", "how many people?"}
    assert index.rebuilds == 2


async def test_a_lost_index_is_rebuilt(store: Store, examples: Examples, tmp_path: Path) -> None:
    for number in range(503):
        await like(examples, f"films of the year {number}?")
    fresh = await opened(tmp_path / "new folder")
    found = await near(Examples(store, fresh, LetterEmbedder()), "films of the year 502")
    assert await fresh.count() >= 503
    assert len(found) == 3
    await fresh.close()


async def test_another_embedder_means_another_index(
    store: Store, examples: Examples, index: Watched
) -> None:
    await like(examples, "how many films?")
    await near(examples, "films")
    embedder = LetterEmbedder()
    embedder.name = "other letters"
    await near(Examples(store, index, embedder), "films")
    assert index.rebuilds == 2


async def test_a_broken_index_costs_the_nearest_only(examples: Examples, index: Watched) -> None:
    index.broken = True
    await like(examples, "how many films?")
    assert await near(examples, "films") == []
    assert await examples.exact("ada", "films", "how many films?", "now") is not None
    index.broken = False
    assert await near(examples, "films") == ["how many films?"]


async def test_likes_at_once_are_all_found(examples: Examples) -> None:
    await asyncio.gather(*(like(examples, f"films of {2000 + n}?") for n in range(30)))
    assert len(await near(examples, "films of 2012?", k=60)) == 30


async def test_a_thumb_taken_back_takes_the_example_back(
    examples: Examples, threads: Threads, store: Store, ada: PersistedUser
) -> None:
    _, answer = await talk(threads, ada, "t1", "how many?", "241")
    exchange = Exchange(
        "how many?", "How many films are there?", "answerable", "MATCH (n) RETURN n"
    )
    await store.add_exchange("t1", "ada", exchange, message=answer, graph="films")
    await like(examples, exchange.standalone)
    await like(examples, "who else?")
    given = await threads.upsert_feedback(Feedback(forId=answer, value=1))
    assert await threads.delete_feedback(given)
    assert await examples.exact("ada", "films", exchange.standalone, "now") is None
    assert await near(examples, "films") == ["who else?"]


async def test_a_person_who_leaves_leaves_no_example(
    examples: Examples, threads: Threads, index: Watched, ada: PersistedUser
) -> None:
    await like(examples, "how many films?")
    await like(examples, "how many films?", user="eve")
    await near(examples, "films")
    await threads.delete_user("ada")
    assert await near(examples, "films", user="eve") == ["how many films?"]
    assert await index.count() <= 2  # eve's, and the index's own marker
    assert await examples.exact("ada", "films", "how many films?", "now") is None


async def test_meaning_counts_beside_words(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    embedder = StaticEmbedder()
    index = await EdgeIndex.open(tmp_path / "index", examples_collection(embedder))
    examples = Examples(store, index, embedder)
    for question in ("Which movies did he direct?", "Where was she born?", "How tall is it?"):
        await like(examples, question)
    assert (await near(examples, "films made by that director"))[0] == "Which movies did he direct?"
    await examples.close()
    await store.close()


async def test_pairs_are_found_by_words_while_no_vectors_can_be_made(
    store: Store, tmp_path: Path
) -> None:
    embedder, book = Flaky(), LessonBook(store, "films")
    index = await EdgeIndex.open(tmp_path / "index", examples_collection(embedder))
    lessons = await EdgeIndex.open(tmp_path / "lessons", lessons_collection(embedder))
    examples, search = Examples(store, index, embedder), LessonSearch(book, lessons, embedder)
    form = question_form("every film by Bo", ["Bo"])
    await book.replace([lesson("film by Ada"), lesson("how tall is it?")])
    for one in await book.lessons():
        await book.approve(one.id, "operator", "")
    for away in (True, False):
        embedder.away = away
        await like(examples, f"Which movies did he direct{', too' * away}?")
        await like(examples, f"Where was she born{', too' * away}?")
        assert (await near(examples, "movies to direct"))[0].startswith(
            "Which movies did he direct"
        )
        assert [one.question for one in await search.nearest(form, 1)] == ["film by Ada"]
        # Where no vectors can be made none are written, and the index knows that it is behind.
        assert bool(embedder.made) is not away
    assert "Where was she born, too?" in embedder.made
    await examples.close()
    await search.close()


BY = "MATCH (p:Person {name: $name})-[:DIRECTED]->(f:Film) RETURN f.title"


def lesson(question: str = "films by Ada", cypher: str = BY, **fields: object) -> Lesson:
    form = question.replace("Ada", "{}")
    slots = (Slot("name", "value", "name", ("Person",)),)
    given = {"parameters": {"name": "Ada"}, "slots": slots, "columns": ("title",), **fields}
    return Lesson("films", question, form, cypher, fingerprint="now", engine="llm", **given)  # type: ignore[arg-type]


@pytest_asyncio.fixture
async def book(store: Store) -> LessonBook:
    return LessonBook(store, "films")


async def served(book: LessonBook) -> list[Lesson]:
    return await book.by_form(["films by {}"], "now")


async def test_a_lesson_waits_for_a_second_person(book: LessonBook) -> None:
    kept = await book.learn(lesson(draft="RETURN 1", problem="No."), "ada", "q", liked=False)
    assert (kept.status, kept.draft) == ("quarantine", "RETURN 1")
    assert (await book.learn(lesson(), "ada", "q", liked=True)).status == "quarantine"
    assert (await book.learn(lesson(), "bob", "q", liked=False)).status == "approved"
    (found,) = await served(book)
    assert found == lesson(
        draft="RETURN 1", problem="No.", status="approved", witness="people", why=found.why
    )
    assert await book.by_form(["films by {}"], "then") == []
    assert await LessonBook(book._store, "pole").lessons() == []


async def test_two_who_only_asked_confirm_nothing(book: LessonBook) -> None:
    for person in ("ada", "bob"):
        await book.learn(lesson(), person, "q", liked=False)
    assert await served(book) == []


async def test_a_dislike_withdraws_and_needs_more_than_the_old_likes(book: LessonBook) -> None:
    for person in ("ada", "bob"):
        await book.learn(lesson(), person, "q", liked=True)
    await book.dislike("eve", "another value", "", BY)
    assert await served(book) == []
    await book.learn(lesson(), "zoe", "q", liked=True)
    assert not await book.approve(lesson().id, "replay", "It held.")
    assert await served(book) == []
    assert await book.approve(lesson().id, "operator", "Read and right.")
    assert len(await served(book)) == 1
    await book.dislike("eve", "q", lesson().id, "")
    assert await served(book) == []


async def test_what_failed_needs_a_fresh_like(book: LessonBook) -> None:
    for person in ("ada", "bob"):
        await book.learn(lesson(), person, "q", liked=True)
    await book.demote(lesson().id, "It failed.")
    assert [one.why for one in await book.lessons("quarantine")] == ["It failed."]
    await book.learn(lesson(), "ada", "q", liked=False)
    assert await served(book) == []
    await book.learn(lesson(), "ada", "q", liked=True)
    assert len(await served(book)) == 1


async def test_a_like_taken_back_counts_no_more(
    book: LessonBook, threads: Threads, store: Store, ada: PersistedUser
) -> None:
    _, answer = await talk(threads, ada, "t1", "by Ada?", "3")
    exchange = Exchange("by Ada?", "films by Ada", "answerable", "MATCH (n) RETURN n")
    await store.add_exchange("t1", "ada", exchange, message=answer, graph="films")
    for person in ("ada", "bob"):
        await book.learn(lesson(), person, "films by ada", liked=True)
    given = await threads.upsert_feedback(Feedback(forId=answer, value=1))
    assert len(await served(book)) == 1 and await threads.delete_feedback(given)
    assert await served(book) == [] and len(await book.lessons()) == 1


async def test_who_leaves_is_in_no_lesson(
    book: LessonBook, threads: Threads, ada: PersistedUser
) -> None:
    await book.learn(lesson("my own"), "ada", "q", liked=True)
    await book.learn(lesson(), "ada", "q", liked=False)
    await book.approve(lesson().id, "replay", "It held.")
    await threads.delete_user("ada")
    assert [one.question for one in await book.lessons()] == ["films by Ada"]
    assert (await book.learn(lesson(), "bob", "q", liked=True)).status == "approved"


async def test_lessons_are_named_by_their_first_digits(book: LessonBook) -> None:
    await book.replace([lesson(), *(lesson(f"films number {n} by Ada") for n in range(20))])
    assert (await book.named(lesson().id[:7].upper())).question == "films by Ada"
    for prefix, words in (("zz", "no lesson zz"), ("", "blank"), ("%", "no lesson %")):
        with pytest.raises(UsageError, match=words):
            await book.named(prefix)
    digits = [one.id[0] for one in await book.lessons()]
    twice = next(digit for digit in digits if digits.count(digit) > 1)
    with pytest.raises(UsageError, match="more of its digits"):
        await book.named(twice)
    await book.forget([lesson().id])
    assert len(await book.lessons()) == 20


async def test_approved_lessons_are_found_by_form(book: LessonBook, tmp_path: Path) -> None:
    embedder = StaticEmbedder()
    index = await EdgeIndex.open(tmp_path / "lessons", lessons_collection(embedder))
    search = LessonSearch(book, index, embedder)
    form = question_form("movies made by Bo", ["Bo"])
    assert await search.nearest(form, 3) == []
    await book.replace([lesson(), lesson("how many people are there?")])
    assert await search.nearest(form, 3) == []
    for one in await book.lessons():
        await book.approve(one.id, "operator", "")
    assert [one.question for one in await search.nearest(form, 1)] == ["films by Ada"]
    await book.demote(lesson().id, "It failed.")
    assert [one.question for one in await search.nearest(form, 3)] == ["how many people are there?"]
    await search.close()
