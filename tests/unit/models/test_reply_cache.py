"""The reply cache over the scripted endpoint: hits, samples, streams, failures, both clients."""

from __future__ import annotations

import asyncio
import stat
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import openai
import pytest

from bot.models.reply_cache import CACHED, AsyncCachingTransport, ReplyCache, counting
from tests.scripted_model import Script, scripted_model

PROMPT = [{"role": "user", "content": "Who directed Alien?"}]


@pytest.fixture
def script() -> Iterator[Script]:
    with scripted_model() as script:
        script.on("Alien", text="Ridley Scott did", delay=0.05)
        yield script


def post(client: httpx.Client, script: Script, **more: object) -> httpx.Response:
    body = {"model": "m", "messages": PROMPT, **more}
    return client.post(f"{script.url}/chat/completions", json=body)


def test_a_second_time_the_endpoint_is_not_asked(script: Script, tmp_path: Path) -> None:
    with ReplyCache(tmp_path).client() as client, counting() as counted:
        first, second = post(client, script), post(client, script)
    assert first.json() == second.json() and len(script.prompts) == 1
    assert CACHED not in first.headers and float(second.headers[CACHED]) >= 0.05
    assert (counted.replies, counted.cached) == (2, 1) and counted.saved_seconds >= 0.05


def test_another_prompt_model_or_sample_is_another_reply(script: Script, tmp_path: Path) -> None:
    with ReplyCache(tmp_path).client() as client:
        post(client, script)
        post(client, script, temperature=0.5)
        with counting(sample=1):
            post(client, script, temperature=0.5)
        with counting(sample=1):
            assert CACHED in post(client, script, temperature=0.5).headers
    assert len(script.prompts) == 3


def test_failures_are_not_kept(script: Script, tmp_path: Path) -> None:
    script.on("Alien", text="busy", status=503)
    with ReplyCache(tmp_path).client() as client:
        assert post(client, script).status_code == 503
        script.on("Alien", raw=b'{"error": "an error with the status 200"}')
        post(client, script)
        script.on("Alien", raw=b"no json")
        post(client, script)
        script.on("Alien", text="fine")
        assert post(client, script).json()["choices"][0]["message"]["content"] == "fine"
    assert len(script.prompts) == 4


def test_other_addresses_pass_through(script: Script, tmp_path: Path) -> None:
    with ReplyCache(tmp_path).client() as client:
        assert client.get(f"{script.url}/models").json()["data"]
    assert not list(tmp_path.iterdir())


async def test_streams_are_kept_whole(script: Script, tmp_path: Path) -> None:
    async def ask() -> list[str]:
        http = ReplyCache(tmp_path).async_client()
        async with openai.AsyncOpenAI(api_key="k", base_url=script.url, http_client=http) as client:
            stream = await client.chat.completions.create(
                model="m",
                messages=PROMPT,  # type: ignore[arg-type]
                stream=True,
                stream_options={"include_usage": True},
            )
            return [str(chunk) async for chunk in stream]

    first, second = await ask(), await ask()
    assert first == second and len(script.prompts) == 1


@pytest.mark.parametrize("breaks", [True, False])
async def test_a_stream_left_in_the_middle_is_kept_if_its_rest_comes(
    tmp_path: Path, breaks: bool
) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        yield b'data: {"choices": []}\n\n'
        if breaks:
            raise httpx.ReadError("the line is cut")
        yield b"data: [DONE]\n\n"

    def stream(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=pieces())

    transport = AsyncCachingTransport(ReplyCache(tmp_path), httpx.MockTransport(stream))
    async with httpx.AsyncClient(transport=transport) as client:
        async with client.stream("POST", "http://m/v1/chat/completions", json={}) as response:
            async for _ in response.aiter_raw():
                break
        assert bool(list(tmp_path.rglob("*.json"))) is not breaks


async def test_threads_count_too(script: Script, tmp_path: Path) -> None:
    with ReplyCache(tmp_path).client() as client, counting() as counted:
        await asyncio.to_thread(post, client, script)
        await asyncio.to_thread(post, client, script)
    assert (counted.replies, counted.cached) == (2, 1)


def test_a_broken_file_is_asked_anew_and_files_are_private(script: Script, tmp_path: Path) -> None:
    with ReplyCache(tmp_path).client() as client:
        post(client, script)
        [file] = tmp_path.rglob("*.json")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        file.write_text("{", "utf-8")
        assert CACHED not in post(client, script).headers
