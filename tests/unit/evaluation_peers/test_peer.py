"""A peer's reply, with the library and the graph as fakes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest
from neo4j.exceptions import CypherSyntaxError

from bot.errors import StatementFailed, UsageError
from bot.evaluation.peers.metered import Meter
from bot.evaluation.peers.open_peer import open_peer
from bot.evaluation.peers.peer import Asked, Peer, Told
from bot.events import Usage
from bot.settings import load_settings
from tests.scripted_model import Script, scripted_model

TOLD = Told("bolt://graph:7687", None, "small", "model.test", 10.0)
REQUEST = httpx.Request("POST", "http://model.test")
NOWHERE = {"neo4j_uri": "bolt://127.0.0.1:1", "openai_base_url": "http://127.0.0.1:1"}


@dataclass
class FakeLibrary:
    asked: Asked
    closed: bool = False

    def ask(self, question: str) -> Asked:
        return self.asked

    def draft(self, reply: str) -> str:
        return reply.strip("`")

    def close(self) -> None:
        self.closed = True


class FakeGraph:
    """Three rows for every statement but `BAD`."""

    async def stream(
        self,
        cypher: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        max_rows: int | None = None,
        seconds: float | None = None,
    ) -> AsyncIterator[tuple[tuple[str, ...], tuple[Any, ...]]]:
        if cypher == "BAD":
            raise StatementFailed("The database refused the statement: BAD.")
        for number in range(min(3, max_rows or 3)):
            yield ("n",), (number,)


def status(kind: type[openai.APIStatusError], code: int) -> Exception:
    return kind("secret", response=httpx.Response(code, request=REQUEST), body=None)


async def nothing() -> None:
    pass


def peer(asked: Asked, max_rows: int = 100) -> tuple[Peer, FakeLibrary]:
    library = FakeLibrary(asked)
    made = Peer("langchain", library, Meter(), FakeGraph(), TOLD, max_rows, nothing)  # type: ignore[arg-type]
    return made, library


async def test_rows_come_through_our_client() -> None:
    made, library = peer(Asked("MATCH (n) RETURN n", answer="Three."))
    reply = await made.reply("How many?")
    assert (reply.columns, reply.rows) == (("n",), ((0,), (1,), (2,)))
    assert (reply.engine, reply.answer, reply.error) == ("langchain", "Three.", None)
    assert reply.ms > 0 and reply.steps == {"library": reply.ms}
    await made.close()
    assert library.closed


async def test_rows_are_capped() -> None:
    made, _ = peer(Asked("MATCH (n) RETURN n"), max_rows=2)
    assert (await made.reply("?")).rows == ((0,), (1,))


async def test_a_peer_that_ran_nothing_declined() -> None:
    made, _ = peer(Asked(None, answer="I don't know."))
    reply = await made.reply("?")
    assert (reply.cypher, reply.rows, reply.error) == (None, None, None)


async def test_our_client_may_fail_where_the_library_did_not() -> None:
    made, _ = peer(Asked("BAD"))
    reply = await made.reply("?")
    assert (reply.cypher, reply.rows) == ("BAD", None)
    assert reply.error == "The database refused the statement: BAD."


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (openai.APITimeoutError(REQUEST), "The model at model.test took too long to answer."),
        (openai.APIConnectionError(request=REQUEST), "No model answers at model.test."),
        (status(openai.InternalServerError, 503), "The model at model.test failed (503)."),
        (status(openai.NotFoundError, 404), "model.test has no model named small."),
        (ValueError("no such thing\nsecond line"), "langchain failed: no such thing"),
        (KeyError(), "langchain failed: KeyError"),
    ],
)
async def test_failures_are_told_in_one_sentence(error: Exception, sentence: str) -> None:
    made, _ = peer(Asked("MATCH (n)", error=error))
    reply = await made.reply("?")
    assert reply.error == sentence
    assert reply.rows is None


async def test_a_failure_is_found_under_what_the_library_made_of_it() -> None:
    inner = CypherSyntaxError._basic_hydrate(
        neo4j_code="Neo.ClientError.Statement.SyntaxError", message="Invalid input 'FOO'"
    )
    try:
        try:
            raise inner
        except CypherSyntaxError:
            raise RuntimeError("it went wrong") from inner
    except RuntimeError as error:
        made, _ = peer(Asked("FOO", error=error))
    reply = await made.reply("?")
    assert reply.error is not None and "Invalid input 'FOO'" in reply.error


def two_replies(script: Script) -> None:
    script.on("first", text="ONE").on("second", text="TWO")


def test_the_meter_counts_calls_and_tokens(tmp_path: Path) -> None:
    meter = Meter()
    with scripted_model(two_replies) as script:
        for cache in (None, tmp_path, tmp_path):
            meter.start()
            with meter.client(5.0, cache) as http:
                client = openai.OpenAI(base_url=script.url, api_key="none", http_client=http)
                for word in ("first", "second"):
                    client.chat.completions.create(
                        model="m", messages=[{"role": "user", "content": word}]
                    )
            assert meter.usage == Usage(2, 200, 20)
            assert meter.first_text == "ONE"
        assert len(script.prompts) == 4, "the last two replies were kept"


def test_what_is_no_completion_is_not_counted() -> None:
    meter = Meter()
    asked = {"messages": [{"role": "user", "content": "nothing that is scripted"}]}
    with scripted_model() as script, meter.client(5.0, None) as http:
        http.get(f"{script.url}/models")
        assert http.post(f"{script.url}/chat/completions", json=asked).status_code == 500
    assert (meter.usage, meter.first_text) == (Usage(), None)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("vanna", {}, "There is no peer vanna; there is langchain and graphrag."),
        ("langchain", {"graph": "films"}, "set NEO4J_URI"),
        ("graphrag", {"neo4j_uri": "bolt://127.0.0.1:1"}, "needs a language model"),
        ("graphrag", NOWHERE | {"hide": "Secret"}, "CICERONE_HIDE"),
    ],
)
async def test_what_is_missing_is_named(name: str, options: dict[str, Any], words: str) -> None:
    with pytest.raises(UsageError) as raised:
        await open_peer(name, load_settings(**options))
    assert words in str(raised.value)
