"""An endpoint that misbehaves, over a real socket: what is asked again, and what is said."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from structlog.testing import capture_logs

from bot.errors import (
    ModelError,
    ModelRefused,
    ModelUnreachable,
    PromptTooLong,
    ReplyUnusable,
    UnknownModel,
)
from bot.events import Rows
from bot.models.openai_model import OpenAIModel
from bot.ports import (
    PastTurn,
    Patience,
    SummariseRequest,
    UnderstandRequest,
    WriteRequest,
    patience,
)
from memory import outages
from memory.schema import Join, Label, Property, Relationship, Schema
from tests.certificates import self_signed
from tests.scripted_model import DONE, Script, event, scripted_model, token

KEY = "sk-hush-hush-hush"
READ = "MATCH (s:Ship) RETURN s.name"
NAME = {"name": Property("name", ("STRING",), ("Vega",))}
SCHEMA = Schema(
    {"Ship": Label("Ship", 3, NAME), "Port": Label("Port", 2, NAME)},
    {"CALLS_AT": Relationship("CALLS_AT", 4, (Join("Ship", "Port", 4),))},
)
ASKED = WriteRequest("Which ships are there?", SCHEMA, examples=(("Any ports?", "RETURN 42"),))
ROWS = SummariseRequest("Which?", READ, Rows(("name",), (("Vega",),) * 8, 8, False))


def model(url: str, first: float = 15.0, total: float = 30.0) -> OpenAIModel:
    return OpenAIModel(
        name="scripted", api_key=KEY, base_url=url, first_token_seconds=first, total_seconds=total
    )


def played(answer: Callable[[httpx.Request], Any], **given: Any) -> OpenAIModel:
    """A model whose endpoint is a function; at OpenAI's own address where none is given."""
    given = {"base_url": "http://models.example/v1", **given}
    return OpenAIModel(
        name="played", api_key=KEY, first_token_seconds=15, total_seconds=30,
        transport=httpx.MockTransport(answer), **given,
    )  # fmt: skip


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_model() as running:
        yield running.on("", text=READ)


async def written(script: Script) -> str:
    """The statement written, with nothing left open by the client."""
    asked = model(script.url)
    try:
        return (await asked.write(ASKED))[0]
    finally:
        await asked.close()


async def failed(script: Script) -> ModelError:
    with pytest.raises(ModelError) as caught:
        await written(script)
    told = f"{caught.value} {caught.value.remedy}"
    assert KEY not in told and "\n" not in told and str(caught.value).endswith(".")
    assert caught.value.__cause__ is None
    return caught.value


PASSING: dict[str, dict[str, Any]] = {
    "a pause of a second": {"status": 429, "headers": {"Retry-After": "1"}},
    "a pause in milliseconds": {"status": 429, "headers": {"retry-after-ms": "50"}},
    "internal error": {"status": 500},
    "bad gateway": {"status": 502, "raw": b"<h1>Bad gateway</h1>", "content_type": "text/html"},
    "overloaded": {"status": 503},
    "gateway time-out": {"status": 504},
    "connection reset before a byte": {"reset": "before"},
    "dropped in the middle": {"wire": (token("MATCH (s:Sh"),), "reset": "after"},
    "ends in the middle": {"wire": (token("MATCH (s:Sh"),)},
    "half an event": {"wire": (token("MATCH (s"), b'data: {"choices": [{"del')},
    "an event that is no JSON": {"wire": (token("MATCH (s"), b"data: {oops}\n\n", DONE)},
    "a line that is no event": {"wire": (token("MATCH (s"), b"oops\n\n", token("p)", "stop"))},
    "no choices": {"no_choices": True},
    "no content": {"message": {"role": "assistant", "content": None}},
    "white space": {"text": " \n "},
    "at its limit": {"text": "MATCH (s:Ship) RET", "finish_reason": "length"},
    "an error in a stream": {"wire": (event({"error": {"message": "oh", "code": 500}}),)},
}


@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING)
async def test_what_passes_is_asked_again(script: Script, fault: dict[str, Any]) -> None:
    script.on("Which ships", times=1, **fault)
    assert await written(script) == READ
    assert len(script.requests) == 2


OUTAGES: dict[str, dict[str, Any]] = {
    "refuses the key": {"status": 401},
    "fails": {"status": 500},
    "takes no more": {"status": 429},
    "out of credit": {"status": 402},
}


@pytest.mark.parametrize("fault", OUTAGES.values(), ids=OUTAGES)
async def test_an_outage_is_one_line_when_it_begins_and_one_when_it_ends(
    script: Script, fault: dict[str, Any]
) -> None:
    part = f"the model scripted at {script.url.split('/')[2]}"
    with capture_logs() as lines:
        script.on("Which ships", times=20, **fault)
        told = [str(await failed(script)) for _ in range(2)]
        assert [one.why for one in outages.now() if one.part == part] == told[-1:]
        script.replies.clear()
        assert await written(script.on("", text=READ)) == READ
    said = [line for line in lines if str(line["event"]).startswith("outage")]
    assert [line["event"] for line in said] == ["outage begins", "outage ends"]
    assert {line["part"] for line in said} == {part} and KEY not in str(lines)
    assert said[0]["why"] == told[0] and said[1]["failed"] == 2


async def test_a_refusal_of_one_question_is_no_outage(script: Script) -> None:
    with capture_logs() as lines:
        script.on("Which ships", message={"role": "assistant", "content": None, "refusal": "No."})
        await failed(script)
    assert not lines


async def test_a_pause_is_kept_and_told(script: Script) -> None:
    script.on("Which ships", times=2, status=429, headers={"Retry-After": "1"})
    told: list[str] = []

    async def tell(text: str) -> None:
        told.append(text)

    loop = asyncio.get_running_loop()
    began = loop.time()
    patience.set(Patience(began + 30, tell))
    assert await written(script) == READ
    assert len(script.requests) == 3 and loop.time() - began >= 2
    assert len(told) == 2 and "asked for 1 s of pause" in told[0]
    # A third pause is one too many.
    script.on("Which ships", status=429, headers={"Retry-After": "1"})
    assert isinstance(await failed(script), ModelUnreachable)
    assert len(script.requests) == 6


async def test_a_server_error_costs_nobody_more_than_a_delay_and_not_all_the_same_one() -> None:
    loop, sent_away, pauses = asyncio.get_running_loop(), list[float](), list[float]()
    told: list[str] = []

    async def tell(text: str) -> None:
        told.append(text)

    async def answer(request: httpx.Request) -> httpx.Response:
        if len(sent_away) == len(pauses):
            sent_away.append(loop.time())
            return httpx.Response(503)
        pauses.append(loop.time() - sent_away[-1])
        return httpx.Response(200, content=token(READ, "stop") + DONE)

    patience.set(Patience(loop.time() + 60, tell))
    for _ in range(7):
        assert (await played(answer).write(ASKED))[0] == READ
    # Whoever was sent away together does not come back together.
    assert len(pauses) == 7 and not told
    assert min(pauses) >= 0.2 and max(pauses[1:]) - min(pauses[1:]) > 0.06


async def test_a_longer_reply_is_asked_for_with_a_higher_limit(script: Script) -> None:
    script.on("Which ships", times=1, text="MATCH (s", finish_reason="length")
    await written(script)
    first, second = (request["max_tokens"] for request in script.requests)
    assert second > first


QUOTA = {"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}
UNKNOWN = {"error": {"message": "The model scripted does not exist", "code": "model_not_found"}}
POLICY = {"error": {"message": "The prompt was filtered", "code": "content_filter"}}
REGION = {"error": {"code": "unsupported_country_region_territory", "message": "no"}}
FINAL: dict[str, tuple[dict[str, Any], type[ModelError], str]] = {
    "an hour's pause": (
        {"status": 429, "headers": {"Retry-After": "3600"}}, ModelUnreachable, "in 60 minutes"),
    "no word of how long": ({"status": 429}, ModelUnreachable, "in a minute"),
    "out of credit": ({"status": 429, "error": QUOTA}, ModelRefused,
        "is out of credit"),
    "wrong key": ({"status": 401, "text": f"no such key: {KEY}"}, ModelRefused, "refused the key"),
    "forbidden": ({"status": 403}, ModelRefused, "refused the key"),
    "region": ({"status": 403, "error": REGION}, ModelRefused, "region"),
    "unknown model": ({"status": 404, "error": UNKNOWN}, UnknownModel, "no model named scripted"),
    "another server": (
        {"status": 404, "raw": b"<h1>Not found</h1>"}, ModelRefused, "no OpenAI-compatible"),
    "another API": (
        {"status": 404, "error": {"detail": "Not Found"}}, ModelRefused, "no OpenAI-compatible"),
    "wording": ({"status": 400, "error": POLICY}, ReplyUnusable, "wording"),
    "wording, forbidden": ({"status": 403, "error": POLICY}, ReplyUnusable, "wording"),
    "a web page": (
        {"raw": b"<html>Sign in</html>", "content_type": "text/html"}, ModelRefused, "no OpenAI"),
    "other JSON": (
        {"raw": b'{"hello": 1}', "content_type": "application/json"}, ModelRefused, "no OpenAI"),
    "the filter's end": ({"text": READ, "finish_reason": "content_filter"}, ReplyUnusable, "decl"),
    "a refusal": (
        {"message": {"role": "assistant", "refusal": "I must not."}}, ReplyUnusable, "declined"),
    "half a million letters": ({"wire": (token("x" * 500_000),)}, ReplyUnusable, "would not end"),
    "without end": ({"endless": token("MATCH " * 40)}, ReplyUnusable, "would not end"),
    "a line without end": ({"endless": b"data: " + b"x" * 65536}, ReplyUnusable, "would not end"),
}  # fmt: skip


@pytest.mark.parametrize(("fault", "error", "words"), FINAL.values(), ids=FINAL)
async def test_what_stays_is_said_at_once(
    script: Script, fault: dict[str, Any], error: type[ModelError], words: str
) -> None:
    script.on("Which ships", **fault)
    told = await failed(script)
    assert type(told) is error and words in str(told)
    assert len(script.requests) == 1
    # Nor does an endless reply go on without us.
    async with asyncio.timeout(5):
        while script.busy:
            await asyncio.sleep(0.02)


async def test_at_openai_the_page_for_paying_is_named() -> None:
    asked = played(lambda _: httpx.Response(429, json=QUOTA), base_url=None)
    with pytest.raises(ModelRefused) as told:
        await asked.write(ASKED)
    assert re.search(r"platform\.openai\.com/settings/.*billing", told.value.remedy)


TWICE: dict[str, tuple[dict[str, Any], str]] = {
    "no choices": ({"no_choices": True}, "nothing"),
    "nothing": ({"text": ""}, "nothing"),
    "prose": ({"text": "I would love to help."}, "did not reply with a query"),
    "other JSON": ({"text": '{"answer": 42}'}, "did not reply with a query"),
    "half of JSON": ({"text": '{"cypher": "MATCH (s'}, "did not reply with a query"),
    "two that differ": ({"text": "```\nRETURN 1\n```\nor\n```\nRETURN 2\n```"}, "did not reply"),
    "cut off": ({"text": "MATCH (n", "finish_reason": "length"}, "cut off"),
    "dropped": ({"wire": (token("MATCH (n) RET"),)}, "broke off"),
    "reset": ({"reset": "before"}, "broke"),
}


@pytest.mark.parametrize(("fault", "words"), TWICE.values(), ids=TWICE)
async def test_what_does_not_pass_is_asked_again_once(
    script: Script, fault: dict[str, Any], words: str
) -> None:
    script.on("Which ships", **fault)
    assert words in str(await failed(script))
    assert len(script.requests) == 2


STRANGE = {
    "thoughts": "<think>MATCH (x)? No.\n```\nRETURN 0\n```</think>\nMATCH (s:Ship) RETURN s.name",
    "a fence and prose": f"Here you go:\n```cypher\n{READ};\n```\nThis lists all ships.",
    "the same twice": f"```\n{READ}\n```\nIn short:\n```cypher\n{READ};\n```",
    "JSON": '{"cypher": "MATCH (s:Ship) RETURN s.name"}',
    "invisible characters": "\u200bMATCH\x00 (s:Ship)\u202e RETURN s.name\ufeff",
}


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
async def test_one_statement_is_taken_out(script: Script, text: str) -> None:
    script.on("Which ships", text=text)
    assert await written(script) == READ
    assert len(script.requests) == 1


async def test_a_call_of_a_tool_is_read(script: Script) -> None:
    call = {"function": {"name": "run", "arguments": '{"query": "MATCH (s:Ship) RETURN s.name"}'}}
    script.on("Which ships", message={"role": "assistant", "tool_calls": [call]})
    assert await written(script) == READ


async def test_broken_bytes_and_halves_of_characters_become_text(script: Script) -> None:
    broken = token("RETURN 'a\ud800b'").replace(b"RETURN", b"RETURN '\xff',")
    script.on("Which ships", wire=(broken, token("", "stop")))
    (await written(script)).encode()


async def test_a_question_of_broken_characters_is_asked(script: Script) -> None:
    asked = model(script.url)
    await asked.write(WriteRequest("Which ships \ud800 are \x00 there?", SCHEMA))
    await asked.close()


async def test_a_stream_needs_no_done_where_it_said_that_it_ends(script: Script) -> None:
    script.on("Which ships", wire=(token(READ), token("", "stop")))
    assert await written(script) == READ
    assert len(script.requests) == 1


@pytest.mark.parametrize(
    ("parameter", "words"),
    [
        ("temperature", "Unsupported value: 'temperature' does not support 0"),
        ("stream_options", "stream_options: Extra inputs are not permitted"),
        ("max_tokens", "Use 'max_completion_tokens' instead of 'max_tokens'"),
        ("stream", "Streaming is not supported by this model"),
    ],
)
async def test_an_unknown_parameter_is_left_out_from_then_on(
    script: Script, parameter: str, words: str
) -> None:
    script.on("Which ships", status=400, text=words, times=1)
    asked = model(script.url)
    for _ in range(2):
        assert (await asked.write(ASKED))[0] == READ
    assert [parameter in request for request in script.requests] == [True, False, False]
    await asked.close()


async def test_without_structured_output_the_prompt_asks_for_json(script: Script) -> None:
    script.on("You prepare", text='{"standalone": "All ships?", "verdict": "answerable"}')
    script.on("You prepare", status=400, text="response_format is not supported", times=1)
    asked = model(script.url)
    for _ in range(2):
        found, _usage = await asked.understand(UnderstandRequest("ships?", (), SCHEMA))
        assert found.standalone == "All ships?"
    assert ["response_format" in request for request in script.requests] == [True, False, False]
    await asked.close()


async def test_a_prompt_that_is_too_long_is_shortened_once(script: Script) -> None:
    body = {"error": {"message": "maximum context length", "code": "context_length_exceeded"}}
    script.on("Which ships", status=400, error=body, times=1)
    assert await written(script) == READ
    long, short = script.prompts
    assert len(short) < len(long) and "Ship" in short and "RETURN 42" not in short
    assert "Vega" in long and "Vega" not in short
    script.on("Which ships", status=400, error=body)
    told = await failed(script)
    assert isinstance(told, PromptTooLong) and "CICERONE_SCHEMA_TOKENS" in told.remedy
    assert len(script.prompts) == 4


async def test_a_conversation_that_is_too_long_is_shortened_to_its_last_turn(
    script: Script,
) -> None:
    script.on("You prepare", text='{"standalone": "All ships?", "verdict": "answerable"}')
    script.on("You prepare", status=400, text="maximum context length", times=1)
    asked = model(script.url)
    past = [PastTurn(f"Which ships call at port {n}?", ("name",), n) for n in range(3)]
    found, _usage = await asked.understand(UnderstandRequest("and those?", past, SCHEMA))
    long, short = script.prompts
    assert found.standalone == "All ships?"
    assert [f"port {n}?" in long for n in range(3)] == [True, True, True]
    assert [f"port {n}?" in short for n in range(3)] == [False, False, True]
    await asked.close()


async def test_an_endpoint_that_keeps_failing_is_left_alone_for_a_while(script: Script) -> None:
    script.on("Which ships", status=503)
    asked = model(script.url)
    for words in ("503", "a moment ago"):
        with pytest.raises(ModelUnreachable, match=words):
            await asked.write(ASKED)
    assert len(script.requests) == 3
    await asked.close()


async def test_a_connection_that_is_not_safe_stays_unused(tmp_path: Path) -> None:
    with scripted_model(tls=self_signed(tmp_path)) as script:
        told = await failed(script)
    assert "certificate" in str(told) and "SSL_CERT_FILE" in told.remedy
    assert not script.requests


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://127.0.0.1:9/v1", "127.0.0.1:9 "),
        ("http://me:hush@127.0.0.1:9/v1?k=hush", "127.0.0.1:9 "),
        ("http://nowhere.invalid/v1", "nowhere.invalid"),
    ],
)
async def test_nothing_listens(url: str, host: str) -> None:
    asked = model(url)
    async with asyncio.timeout(6):
        with pytest.raises(ModelUnreachable, match=re.escape(host)) as caught:
            await asked.write(ASKED)
    assert "hush" not in str(caught.value)
    await asked.close()


@pytest.mark.parametrize("url", ["localhost:11434/v1", "ftp://127.0.0.1/v1", "/v1"])
async def test_an_address_that_is_none(url: str) -> None:
    asked = model(url)
    with pytest.raises(ModelRefused, match="OpenAI-compatible"):
        await asked.write(ASKED)
    await asked.close()


@pytest.mark.parametrize("key", ["sk-hush\nsk-hush", "sk-hush\u201d"])
async def test_a_key_that_is_none(script: Script, key: str) -> None:
    asked = OpenAIModel(
        name="m", api_key=key, base_url=script.url, first_token_seconds=2, total_seconds=4
    )
    with pytest.raises(ModelRefused, match="characters that no key has") as caught:
        await asked.write(ASKED)
    assert "hush" not in str(caught.value)
    await asked.close()


async def test_a_host_that_takes_no_connection() -> None:
    with socket.socket() as deaf, socket.socket() as one, socket.socket() as two:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        for filler in (one, two):
            filler.setblocking(False)
            filler.connect_ex(deaf.getsockname())
        asked = model(f"http://127.0.0.1:{deaf.getsockname()[1]}/v1", first=0.5, total=1)
        async with asyncio.timeout(4):
            with pytest.raises(ModelUnreachable):
                await asked.write(ASKED)
        await asked.close()


async def test_who_is_not_connected_in_time_is_called_once_more() -> None:
    calls: list[float] = []

    def answer(request: httpx.Request) -> httpx.Response:
        calls.append(request.extensions["timeout"]["connect"])
        raise httpx.ConnectTimeout("late", request=request)

    with pytest.raises(ModelUnreachable, match=r"models\.example does not answer"):
        await played(answer).write(ASKED)
    assert calls == [5.0, 5.0]


SLOW: dict[str, dict[str, Any]] = {
    "no first byte": {"delay": 3.0},
    "no first token": {"wire": (b": wait\n\n", 3.0, token(READ, "stop"))},
    "one token at a time": {"wire": (token("MATCH"), *(0.5, token(" (s)")) * 8)},
}


@pytest.mark.parametrize("fault", SLOW.values(), ids=SLOW)
async def test_a_slow_reply_ends_with_its_time(script: Script, fault: dict[str, Any]) -> None:
    script.on("Which ships", **fault)
    asked = model(script.url, first=0.6, total=1.2)
    async with asyncio.timeout(2.4):
        with pytest.raises(ModelUnreachable, match="too long"):
            await asked.write(ASKED)
    await asked.close()


async def test_a_model_that_was_late_once_is_asked_again(script: Script) -> None:
    """Its first reply waits for it to be loaded; no failure is counted against it."""
    script.on("Which ships", text=READ).on("Which ships", times=1, delay=3.0)
    asked = model(script.url, first=0.8, total=4)
    for _ in range(4):
        assert (await asked.write(ASKED))[0]
    assert len(script.requests) == 5
    await asked.close()


async def test_the_turn_s_time_ends_it_too_and_waiting_is_told(script: Script) -> None:
    script.on("Which ships", delay=3.0)
    told: list[str] = []

    async def tell(text: str) -> None:
        told.append(text)

    asked = model(script.url, first=1.5, total=9)
    patience.set(Patience(asyncio.get_running_loop().time() + 1.0, tell))
    async with asyncio.timeout(2):
        with pytest.raises(ModelUnreachable):
            await asked.write(ASKED)
    assert len(told) == 1 and "Still waiting for 127.0.0.1" in told[0]
    await asked.close()


async def test_a_summary_that_breaks_off_keeps_what_came_and_is_not_asked_again(
    script: Script,
) -> None:
    script.on("You answer", wire=(token("Eight ships"), token(", all")), reset="after")
    asked, said = model(script.url), ""
    with pytest.raises(ModelError, match="broke"):
        async for piece in asked.summarise(ROWS):
            said += piece if isinstance(piece, str) else ""
    assert said.startswith("Eight ships") and len(script.requests) == 1
    await asked.close()


async def test_thoughts_are_no_part_of_a_summary(script: Script) -> None:
    script.on("You answer", text="<think> What now? </think> Eight ships.")
    asked = model(script.url)
    said = [piece async for piece in asked.summarise(ROWS) if isinstance(piece, str)]
    assert "".join(said).strip() == "Eight ships."
    await asked.close()


async def test_a_summary_too_long_for_the_model_is_made_of_fewer_rows(script: Script) -> None:
    script.on("You answer", text="Eight ships.")
    script.on("You answer", status=400, text="prompt is too long", times=1)
    asked = model(script.url)
    said = [piece async for piece in asked.summarise(ROWS) if isinstance(piece, str)]
    assert "".join(said).strip() == "Eight ships."
    assert script.prompts[1].count("Vega") < script.prompts[0].count("Vega")
    assert "8 rows in all" in script.prompts[1]
    await asked.close()


async def test_twenty_at_once_at_an_endpoint_that_serves_three(script: Script) -> None:
    script.at_once = 3
    asked = model(script.url, first=60, total=120)
    told: list[str] = []

    async def tell(text: str) -> None:
        told.append(text)

    for n in range(20):
        script.on(f"ship number {n}?", text=f"RETURN {n}", delay=0.05)

    async def one(n: int) -> str:
        patience.set(Patience(asyncio.get_running_loop().time() + 120, tell))
        return (await asked.write(WriteRequest(f"ship number {n}?", SCHEMA)))[0]

    found = await asyncio.gather(*(one(n) for n in range(20)))
    assert found == [f"RETURN {n}" for n in range(20)]
    assert "Waiting for the model: 14 questions are before yours." in told
    # Without a line all but three would be sent away, round after round.
    assert script.sent_away < 20
    await asked.close()
