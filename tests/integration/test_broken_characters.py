"""A model that replies with broken characters, in whole turns that both databases keep."""

from __future__ import annotations

import csv
import io
import json
import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from chainlit.user import PersistedUser

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.events import Outcome
from bot.parts import Message
from bot.render.csv_file import csv_stream
from bot.render.web import Web
from bot.settings import load_settings
from memory.store import Store
from memory.threads import Threads
from tests.embedded import embedded_server
from tests.integration.chats import chat
from tests.scripted_model import DONE, Script, scripted_model

WRITE, SUMMARY = "You write one read-only", "You answer a question"
COUNT = "MATCH (f:Film) WHERE f.title <> '{}' RETURN count(f) AS films"
HALF = "\ud83d"


def told(text: str) -> bytes:
    """A streamed reply whose bytes are just these of `text`; where it has ÿ, no UTF-8."""
    start = b'{"choices":[{"index":0,"finish_reason":"stop","delta":{"content":"'
    return b"data: " + start + text.encode().replace("ÿ".encode(), b"\xff\xc3") + b'"}}]}\n\n'


def spelt(text: str) -> dict[str, Any]:
    """A reply in JSON, which may spell what no text can hold."""
    return {"text": text}


def raw(text: str) -> dict[str, Any]:
    """The same with bytes that are no UTF-8 in place of what JSON spells."""
    plain = text.replace(HALF, "ÿ").replace("\x00", "ÿ")
    return {"wire": (told(json.dumps(plain, ensure_ascii=False)[1:-1]), DONE)}


@pytest_asyncio.fixture(scope="module")
async def home(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Path]:
    """One for all, so that the database starts and the sample is loaded once."""
    folder = tmp_path_factory.mktemp("home")
    async with embedded_server(folder):
        yield folder


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_model() as running:
        yield running


@pytest.fixture(autouse=True)
def kept_by_chainlit(threads: Threads, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its steps go into the threads."""
    monkeypatch.setattr("chainlit.data._data_layer", threads)
    monkeypatch.setattr("chainlit.data._data_layer_initialized", True)


async def answered(
    cicerone: Cicerone, threads: Threads, person: PersistedUser, thread: str, text: str
) -> Outcome:
    """A turn as the page has it: shown, and kept by Chainlit's steps."""
    with chat(person, thread):
        await threads.update_thread(thread, name=text, user_id=person.id)
        run = str(uuid.uuid4())
        channel = Web(run, 100, has_model=True)
        message = Message(text, thread, "ada", engine="llm", answer_id=run)
        outcome = await cicerone.ask(message, channel)
        await channel.finish(outcome)
        assert await threads.kept(thread) is None
        return outcome


@pytest.mark.parametrize("sent", [spelt, raw])
async def test_broken_characters_are_kept_and_the_next_turn_goes_on(
    home: Path, store: Store, threads: Threads, ada: PersistedUser, script: Script, sent: Any
) -> None:
    broken = f"a{HALF}b\x00c"
    understood = {"standalone": f"Which films ooze {broken}?", "verdict": "answerable"}
    script.on("You prepare", **sent(json.dumps(understood, ensure_ascii=sent is spelt)))
    script.on(WRITE, **sent(COUNT.format(broken)))
    script.on(SUMMARY, **sent(f"There are 241 films {broken}."))
    settings = load_settings(home=home, graph="films", openai_base_url=script.url)
    thread = str(uuid.uuid4())
    async with open_cicerone(settings, store=store, upkeep=None) as cicerone:
        first = await answered(cicerone, threads, ada, thread, "Welche Filme triefen?")
        assert first.error is None and first.result and first.result.rows == ((241,),)
        assert "241" in (first.answer or "")

        (kept,) = await store.exchanges(thread)
        assert kept.cypher == first.cypher and "\x00" not in first.cypher + kept.standalone
        with chat(ada, thread):
            shown = await threads.get_thread(thread)
        assert shown is not None
        answer = [step for step in shown["steps"] if step["type"] == "assistant_message"]
        assert len(answer) == 1 and "241" in answer[0]["output"]
        json.dumps(shown, ensure_ascii=False).encode()

        second = await answered(cicerone, threads, ada, thread, "Und welche noch?")
        assert second.error is None and second.result
        assert [each.question for each in await store.exchanges(thread)] == [
            "Welche Filme triefen?",
            "Und welche noch?",
        ]
        prompt = next(prompt for prompt in reversed(script.prompts) if "You prepare" in prompt)
        assert kept.standalone in prompt


@pytest.mark.parametrize("sent", [spelt, raw])
async def test_rows_with_broken_characters_are_shown_and_exported(
    home: Path, store: Store, threads: Threads, ada: PersistedUser, script: Script, sent: Any
) -> None:
    broken = f"a{HALF}b\x00c\u202ed"
    understood = {"standalone": "Which films ooze?", "verdict": "answerable"}
    # The database itself makes characters of what a statement spells.
    made = "f.title + 'a\\u0000b\\ud83dc\\u202ed'"
    asked = f"MATCH (f:Film) WHERE f.year = 1999 RETURN {made} AS `title {broken}`"
    script.on("You prepare", text=json.dumps(understood)).on(WRITE, **sent(asked))
    script.on(SUMMARY, text="Some do.")
    settings = load_settings(home=home, graph="films", openai_base_url=script.url)
    thread = str(uuid.uuid4())
    async with open_cicerone(settings, store=store, upkeep=None) as cicerone:
        outcome = await answered(cicerone, threads, ada, thread, "Welche Filme triefen?")
        assert outcome.error is None and outcome.engine == "llm" and outcome.result
        with chat(ada, thread):
            shown = await threads.get_thread(thread)
        assert shown is not None and shown["elements"]
        (table,) = (element["props"]["table"] for element in shown["elements"])
        assert len(table["rows"]) == len(outcome.result.rows)

        (kept,) = await store.exchanges(thread)
        rows = cicerone.export(kept.cypher or "", kept.parameters, "ada")
        pieces = [piece async for piece in csv_stream(rows, kept.columns)]
    text = b"".join(pieces).decode("utf-8-sig")
    (head,), *lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert head.startswith("title a") and "\x00" not in text
    assert len(lines) == len(outcome.result.rows) > 1
    assert ["The Matrixab?c\u202ed"] in lines


async def test_an_error_in_broken_characters_is_told_and_kept(
    home: Path, store: Store, threads: Threads, ada: PersistedUser, script: Script
) -> None:
    body = b'{"error":{"message":"no \xff\xc3 \\ud83d \\u0000"}}'
    script.on("", status=400, raw=body, content_type="application/json")
    settings = load_settings(home=home, graph="films", openai_base_url=script.url)
    thread = str(uuid.uuid4())
    async with open_cicerone(settings, store=store, upkeep=None) as cicerone:
        failed = await answered(cicerone, threads, ada, thread, "Welche Filme triefen?")
        assert failed.error
        with chat(ada, thread):
            shown = await threads.get_thread(thread)
        assert shown is not None and any(step["isError"] for step in shown["steps"])
        json.dumps(shown, ensure_ascii=False).encode()
