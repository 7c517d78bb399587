"""What is chosen of a model: who writes, how it is asked, who judges, what it may cost."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.events import Event, Notice, Outcome
from bot.parts import Message
from bot.settings import load_settings
from tests.scripted_model import Script, scripted_model

WRITE, CORRECT, SUMMARY = "You write one read-only", "did not work", "You answer a question"
UNDERSTAND, JUDGE = "You prepare a message", "You check whether"
REWRITE, SORT, ROUTE = "You rewrite a message", "You sort questions", "You tell where"
ASKED, COUNT = "Wie viele Filme gibt es?", "How many films are there?"
UNREAD = "How many films ooze zeitgeist?"
COUNTED = "MATCH (f:Film) RETURN count(f) AS films"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_model() as running:
        running.on(SUMMARY, text="There are 241 films.").on(WRITE, text=COUNTED)
        yield running.on(UNDERSTAND, text=understood(COUNT))


def understood(standalone: str) -> str:
    return json.dumps({"standalone": standalone, "verdict": "answerable", "language": "German"})


@asynccontextmanager
async def opened(home: Path, script: Script, **options: object) -> AsyncIterator[Cicerone]:
    given = load_settings(home=home, graph="films", openai_base_url=script.url, **options)
    async with open_cicerone(given, conversations=InProcess()) as cicerone:
        yield cicerone


async def ask(
    cicerone: Cicerone, text: str, engine: str = "llm", thread: str | None = None
) -> tuple[Outcome, str]:
    told: list[str] = []

    async def listen(event: Event) -> None:
        if isinstance(event, Notice):
            told.append(event.text)

    message = Message(text, thread or str(uuid.uuid4()), "ada", engine=engine)
    return await cicerone.ask(message, listen), " ".join(told)


def kinds(script: Script) -> list[str]:
    """What the prompts asked for, in order."""
    known = (CORRECT, WRITE, SUMMARY, UNDERSTAND, JUDGE, REWRITE, SORT, ROUTE)
    return [next(kind for kind in known if kind in prompt) for prompt in script.prompts]


async def test_only_the_query_is_sent_to_the_model_that_writes(home: Path, script: Script) -> None:
    script.on(CORRECT, text=COUNTED)
    with scripted_model() as writer:
        writer.on("Cypher output:", text="MATCH (f:Film) RETURN nosuch(f)")
        name = "text2cypher-gemma-2-9b"
        async with opened(home, script, write_model=name, write_base_url=writer.url) as both:
            outcome, _ = await ask(both, ASKED)
        assert len(writer.prompts) == 1 and writer.requests[0]["model"] == name
        # Its prompt is of a form of its own.
        assert writer.prompts[0].rstrip().endswith(f"Question: {COUNT}\nCypher output:")
    assert outcome.engine == "llm" and outcome.result and outcome.result.rows == ((241,),)
    # A draft that fails goes to the one that chats.
    assert kinds(script) == [UNDERSTAND, CORRECT, SUMMARY]


async def test_what_is_open_can_be_asked_one_at_a_time(home: Path, script: Script) -> None:
    script.on(REWRITE, text=json.dumps({"standalone": COUNT, "language": "German"}))
    script.on(SORT, text='{"verdict": "answerable"}')
    script.on(ROUTE, text='{"route": "graph", "about": ""}')
    async with opened(home, script, understand="apart") as cicerone:
        outcome, _ = await ask(cicerone, ASKED)
    assert outcome.standalone == COUNT and outcome.usage.calls == 5
    assert kinds(script) == [REWRITE, SORT, ROUTE, WRITE, SUMMARY]
    assert all("response_format" in request for request in script.requests[:3])


@pytest.mark.parametrize("how", ["together", "apart"])
async def test_of_a_follow_up_in_english_its_language_and_route_are_not_asked(
    home: Path, script: Script, how: str
) -> None:
    later = "MATCH (f:Film) WHERE f.year > 2000 RETURN count(f) AS films"
    script.on(WRITE, text="MATCH (f:Film) RETURN f.title AS title").on(WRITE, "2000?", text=later)
    # What nobody asked for changes nothing.
    told = {"standalone": "How many films came out after 2000?", "verdict": "answerable"}
    script.on(UNDERSTAND, text=json.dumps({**told, "language": "German", "route": "text"}))
    script.on(REWRITE, text=json.dumps({**told, "language": "German"}))
    script.on(SORT, text=json.dumps({**told, "route": "text"}))
    async with opened(home, script, understand=how) as cicerone:
        thread = str(uuid.uuid4())
        first, _ = await ask(cicerone, "Name the films", thread=thread)
        assert first.engine == "llm" and kinds(script) == [WRITE, SUMMARY]
        follows, _ = await ask(cicerone, "which of those came out after 2000?", thread=thread)
    asked = [one["response_format"] for one in script.requests if "response_format" in one]
    fields = [field for one in asked for field in one["json_schema"]["schema"]["required"]]
    assert fields == ["standalone", "sets", "verdict"]
    ways = [UNDERSTAND] if how == "together" else [REWRITE, SORT]
    assert kinds(script)[2:] == [*ways, WRITE, SUMMARY]
    assert "Name the films" in script.prompts[2]
    assert (follows.verdict, follows.route) == ("answerable", "graph")
    assert follows.standalone == told["standalone"]
    assert "Answer in English" in script.prompts[-1]


@pytest.mark.parametrize(
    ("judge", "answers", "after"),
    [
        ("rules", True, [CORRECT]),
        ("model", True, [JUDGE]),
        ("model", False, [JUDGE, CORRECT]),
    ],
)
async def test_a_doubt_of_words_alone_can_be_left_to_the_model(
    home: Path, script: Script, judge: str, answers: bool, after: list[str]
) -> None:
    script.on(UNDERSTAND, text=json.dumps({"standalone": UNREAD, "verdict": "answerable"}))
    script.on(CORRECT, text=COUNTED)
    script.on(JUDGE, text=json.dumps({"answers": answers, "missing": "what oozes"}))
    async with opened(home, script, judge=judge) as cicerone:
        outcome, _ = await ask(cicerone, UNREAD)
    # Whoever judges, what nothing in the query stands for is named.
    assert "Nothing in this graph stands for “ooze”" in (outcome.answer or "")
    assert kinds(script)[kinds(script).index(WRITE) + 1 :] == after
    if not answers:
        assert "what oozes" in next(prompt for prompt in script.prompts if CORRECT in prompt)


async def test_the_model_has_no_more_time_than_is_set(home: Path, script: Script) -> None:
    script.on(WRITE, delay=20.0)
    async with opened(home, script, first_token_seconds=0.5) as cicerone:
        began = time.monotonic()
        outcome, _ = await ask(cicerone, COUNT)
    assert time.monotonic() - began < 15 and "too long" in (outcome.answer or "")
    assert outcome.engine == "offline" and outcome.result and outcome.result.rows == ((241,),)


async def test_budgets_end_the_calls_and_leave_the_rules(home: Path, script: Script) -> None:
    # A call of the stand-in takes 110 tokens.
    async with opened(home, script, turn_tokens=100) as cicerone:
        one, _ = await ask(cicerone, ASKED)
        assert one.engine == "offline" and "die 100 Tokens verbraucht" in (one.answer or "")
        script.on(UNDERSTAND, UNREAD, text=understood(UNREAD))
        unread, _ = await ask(cicerone, UNREAD)
        assert unread.error and "100 tokens that one may take" in unread.error
        auto, told = await ask(cicerone, ASKED, "auto")
        assert auto.engine == "offline" and auto.answer == "241." and "100 Tokens" in told
    spent = len(script.prompts)
    async with opened(home, script, day_tokens=100) as cicerone:
        none, _ = await ask(cicerone, UNREAD, "auto")
        assert none.error is None and "Today's 100 tokens are spent" in (none.answer or "")
    assert len(script.prompts) == spent
