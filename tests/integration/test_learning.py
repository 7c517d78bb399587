"""What is learnt over the sample graph: from a failed draft to an answer without a model."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.commands import learnt
from bot.errors import UsageError
from bot.events import Event, Notice, Outcome
from bot.offline.parser import Parser
from bot.page.feedback import rate
from bot.parts import Message
from bot.settings import Settings, load_settings
from bot.steps.replay import Bench
from bot.upkeep import Upkeep
from memory.embedding import StaticEmbedder
from memory.examples import Examples, examples_collection
from memory.index_edge import EdgeIndex
from memory.lesson_book import LessonBook
from memory.lessons import Lesson
from memory.schema import LinkedValue
from tests.scripted_model import Script, scripted_model

WRITE, SUMMARY = "You write one read-only Cypher", "You answer a question from the rows"
CORRECT = "A statement that did not work"
BY = "MATCH (:Person {{name: '{}'}})-[:DIRECTED]->(f:Film) RETURN f.title AS title ORDER BY title"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def script() -> Iterator[Script]:
    with scripted_model() as running:
        yield running


def settings(home: Path, **options: object) -> Settings:
    return load_settings(home=home, graph="films", **options)


@pytest_asyncio.fixture(scope="module")
async def cicerone(home: Path, script: Script) -> AsyncIterator[Cicerone]:
    # Upkeep is asked for where it is tested: by itself it comes at a time of its own.
    options = settings(home, openai_base_url=script.url)
    async with open_cicerone(options, upkeep=None) as opened:
        yield opened


@pytest_asyncio.fixture
async def book(cicerone: Cicerone) -> AsyncIterator[LessonBook]:
    """The lessons, of which there are none at the start of a test."""
    assert cicerone.store is not None
    found = LessonBook(cicerone.store, "films")
    await found.forget([lesson.id for lesson in await found.lessons()])
    yield found


async def ask(
    cicerone: Cicerone, text: str, user: str, engine: str = "auto", thread: str = ""
) -> Outcome:
    async def listen(event: Event) -> None:
        """Nothing."""

    message = Message(text, thread or str(uuid.uuid4()), user, engine)
    return await cicerone.ask(message, listen)


async def titles(cicerone: Cicerone, name: str) -> set[str]:
    rows = (await cicerone.graph.run(BY.format(name))).rows
    return {row[0] for row in rows}


async def test_what_somebody_means_is_asked_once(cicerone: Cicerone) -> None:
    tied, thread = "People who acted in their own films", str(uuid.uuid4())
    asked = await ask(cicerone, tied, "ada", "offline", thread)
    assert asked.verdict == "ambiguous" and len(asked.choices) == 2
    for choice in asked.choices:
        count = len((await ask(cicerone, choice.question, "bob", "offline")).result.rows)
        assert choice.label == f"{choice.question} ({count} rows)"
    meant = asked.choices[1].question
    picked = await ask(cicerone, "the second one", "ada", "offline", thread)
    assert picked.standalone == meant and picked.result
    again = await ask(cicerone, tied, "ada", "offline")
    assert again.result == picked.result and again.engine == "memory"
    # Nobody else is answered by what one person means.
    assert (await ask(cicerone, tied, "bob", "offline")).verdict == "ambiguous"


async def test_from_a_failed_draft_to_an_answer_without_a_model(
    cicerone: Cicerone, script: Script, book: LessonBook
) -> None:
    asked = "Which films did Clint Eastwood direct?"
    script.on(WRITE, text="MATCH (f:Film RETURN f.title")
    script.on(CORRECT, text=BY.format("Clint Eastwood"))
    script.on(SUMMARY, text="Some films.")
    healed = await ask(cicerone, asked, "ada", "llm")
    assert healed.error is None and healed.result and healed.result.rows
    (lesson,) = await book.lessons("quarantine")
    assert lesson.form == "which films did {} direct" and lesson.draft.startswith("MATCH (f:Film ")
    assert lesson.question == asked and lesson.problem and lesson.columns == ("title",)
    assert list(lesson.parameters.values()) == ["Clint Eastwood"]
    assert "Clint" not in lesson.cypher and f"${lesson.slots[0].parameter}" in lesson.cypher
    assert (lesson.fingerprint, lesson.engine) == (cicerone.schema.fingerprint, "llm")

    # Nobody else is served by it, not even who asked and did not say that it is right.
    assert (await ask(cicerone, asked, "ada")).engine == "offline"
    await cicerone.like("bob", await ask(cicerone, asked, "bob", "llm"), True)
    (approved,) = await book.lessons("approved")
    assert approved.id == lesson.id and "ada" not in repr(approved)

    calls = len(script.requests)
    for name in ("Clint Eastwood", "Christopher Nolan"):
        known = await ask(cicerone, f"which films did {name} direct", "eve")
        assert known.engine == "memory" and known.usage.calls == 0 and known.result
        assert {row[0] for row in known.result.rows} == await titles(cicerone, name)
    assert len(script.requests) == calls

    await ask(cicerone, "How many films did Christopher Nolan direct?", "eve", "llm")
    prompt = next(p for p in reversed(script.prompts) if WRITE in p)
    # Somebody made up stands in the example for whom they asked about.
    assert "Question: Which films did " in prompt and f"Question: {asked}" not in prompt
    assert f'- "{asked}": not MATCH (f:Film RETURN f.title, because ' in prompt
    assert not {"ada", "bob"} & set(prompt.split())

    await cicerone.like("eve", known, False)
    (withdrawn,) = await book.lessons()
    assert withdrawn.status == "quarantine" and "disliked" in withdrawn.why
    assert (await ask(cicerone, asked, "eve")).engine == "offline"
    assert (await ask(cicerone, asked, "bob")).engine == "memory"  # bob's own like


async def test_a_like_serves_its_owner_at_once_and_others_after_a_second_one(
    cicerone: Cicerone, book: LessonBook
) -> None:
    question = "How many films did Greta Gerwig direct?"
    await cicerone.like("ada", await ask(cicerone, question, "ada"), True)
    assert (await ask(cicerone, question, "ada")).engine == "memory"
    assert (await ask(cicerone, question, "zoe")).engine == "offline"
    other = question.replace("Greta Gerwig", "Christopher Nolan")
    await cicerone.like("zoe", await ask(cicerone, other, "zoe"), True)
    known = await ask(cicerone, question.replace("Greta Gerwig", "Clint Eastwood"), "eve")
    assert known.engine == "memory" and known.result
    assert known.result.rows[0][0] == len(await titles(cicerone, "Clint Eastwood"))


async def test_an_approved_pair_that_fails_later_is_demoted(
    cicerone: Cicerone, book: LessonBook
) -> None:
    gone = "MATCH (f:Film) RETURN nosuchfunction(f.title) AS title"
    given = {"status": "approved", "witness": "operator"}
    await book.replace([lesson(gone, **given)])
    # Learnt of another schema, it is not even tried.
    assert (await ask(cicerone, "the newest film", "eve")).engine == "offline"
    assert [one.status for one in await book.lessons()] == ["approved"]
    now = replace(lesson(gone, **given), fingerprint=cicerone.schema.fingerprint)
    await book.replace([now])
    answered = await ask(cicerone, "the newest film", "eve")
    assert answered.engine == "offline" and answered.result and answered.error is None
    (demoted,) = await book.lessons()
    assert demoted.status == "quarantine" and "nosuchfunction" in demoted.why


def lesson(cypher: str, **fields: object) -> Lesson:
    question = "the newest film"
    return Lesson("films", question, question, cypher, fingerprint="older", **fields)  # type: ignore[arg-type]


class Links:
    async def lookup(self, question: str) -> list[LinkedValue]:
        return []


async def test_a_changed_schema_tries_everything_again(
    cicerone: Cicerone, book: LessonBook, tmp_path: Path
) -> None:
    good = "MATCH (f:Film) RETURN f.title AS title ORDER BY f.year DESC LIMIT 1"
    given = {"status": "approved", "witness": "operator", "columns": ("title",)}
    gone = lesson(good.replace("f.title", "f.name"), **given)
    renamed = lesson(good.replace("AS title", "AS film"), **given)
    await book.replace([lesson(good, **given), gone, renamed])
    store, embedder = cicerone.store, StaticEmbedder()
    assert store is not None
    index = await EdgeIndex.open(tmp_path, examples_collection(embedder))
    examples = Examples(store, index, embedder)
    for cypher in (good, gone.cypher):
        await examples.keep("ada", "films", cypher, cypher, {}, "older", "llm")
    bench = Bench(cicerone.graph, cicerone.schema, Links(), Parser(cicerone.schema))
    await Upkeep(book, examples, bench).all()
    found = {one.cypher: one for one in await book.lessons()}
    now = cicerone.schema.fingerprint
    assert (found[good].status, found[good].fingerprint) == ("approved", now)
    assert found[gone.cypher].status == found[renamed.cypher].status == "quarantine"
    assert "no longer title" in found[renamed.cypher].why and "no name" in found[gone.cypher].why
    assert await examples.exact("ada", "films", good, now)
    assert not await examples.exact("ada", "films", gone.cypher, now)
    await examples.close()


async def test_the_commands_beside_an_open_chat(
    cicerone: Cicerone, book: LessonBook, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened, file = settings(cicerone.settings.home), tmp_path / "lessons.toml"
    file.write_text(
        '[[lesson]]\nquestion = "what did Clint Eastwood make?"\n'
        f'cypher = "{BY.format("Clint Eastwood")}"\n'
        '[[lesson]]\nquestion = "count the films"\ncypher = "MATCH (f:Film) RETURN count(f) AS n"\n'
    )
    assert await learnt.import_lessons(opened, file) == 0
    assert await learnt.replay_lessons(opened, []) == 0
    made, count = await book.lessons()
    assert count.status == "approved" and count.witness == "replay"
    assert await learnt.approve_lessons(opened, [made.id[:6]]) == 0
    known = await ask(cicerone, "What did Christopher Nolan make?", "eve")
    assert known.engine == "memory" and known.result and "Inception" in str(known.result.rows)

    out = tmp_path / "out.toml"
    assert await learnt.export_lessons(opened, out, None) == 0
    assert await learnt.forget_lessons(opened, [made.id, count.id]) == 0
    assert await learnt.import_lessons(opened, out) == 0
    again = await book.lessons("approved")
    assert {one.id for one in again} == {made.id, count.id}
    assert await learnt.list_lessons(opened, "approved") == 0
    listed = capsys.readouterr().out
    assert made.id in listed and "what did Clint Eastwood make?" in listed

    file.write_text(
        file.read_text() + '[[lesson]]\nquestion = "x"\ncypher = "MATCH (n) DELETE n"\n'
    )
    await book.forget([made.id])
    with pytest.raises(UsageError, match="has 1 mistake"):
        await learnt.import_lessons(opened, file)
    assert "line 7: This would change the graph" in capsys.readouterr().err
    assert len(await book.lessons()) == 1
    for command, words in (
        (learnt.export_lessons(opened, out, None), "is there already"),
        (learnt.import_lessons(opened, tmp_path / "none.toml"), "cannot be read"),
        (learnt.approve_lessons(opened, [count.id, "ffff"]), "no lesson ffff"),
    ):
        with pytest.raises(UsageError, match=words):
            await command


@pytest.mark.parametrize("ran", [True, False], ids=["an answer", "an error"])
async def test_only_a_like_of_what_ran_is_remembered(
    cicerone: Cicerone, script: Script, book: LessonBook, ran: bool
) -> None:
    asked = f"Which films are {'longer' if ran else 'shorter'} than every film of Clint Eastwood?"
    value = "f.runtime" if ran else "abs(f.title)"
    draft = f"MATCH (f:Film) WHERE f.runtime > 200 RETURN {value} AS n"
    script.on(SUMMARY, asked, text="Some do.")
    script.on(WRITE, asked, text=draft).on(CORRECT, asked, text=draft)
    answer, told = str(uuid.uuid4()), list[str]()

    async def listen(event: Event) -> None:
        if isinstance(event, Notice):
            told.append(event.text)

    message = Message(asked, str(uuid.uuid4()), "gil", "llm", answer_id=answer)
    first = await cicerone.ask(message, listen)
    assert (first.error is None) is ran and first.cypher == draft
    assert cicerone.store is not None
    found = await cicerone.store.answered(answer)
    assert found is not None and await rate(cicerone, found, True) == ""
    again = await cicerone.ask(Message(asked, str(uuid.uuid4()), "gil"), listen)
    assert again.engine == ("memory" if ran else "llm") and told == []
