"""What one may send: how much, how fast and in which form; over real sockets."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import socketio
from socketio.exceptions import ConnectionError as Refused

from tests.e2e.served import Served, serving
from tests.e2e.socket_client import Talk, talking

A_MINUTE = 6


@pytest.fixture(scope="module")
def strict(home: Path, app: Served) -> Iterator[Served]:
    """Few messages a minute, one question at a time."""
    env = {"CICERONE_MESSAGES_A_MINUTE": str(A_MINUTE), "CICERONE_QUESTIONS_AT_ONCE": "1"}
    with serving(home, **env, CICERONE_QUESTIONS_IN_ALL="1") as served:
        yield served


def errors(talk: Talk) -> list[str]:
    return [
        data["output"]
        for event, data in talk.events
        if event == "new_message" and data.get("isError")
    ]


async def until(true: Any, seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.05)


def answers(talk: Talk) -> list[str]:
    """What was answered, errors not among it."""
    return [
        data["output"]
        for event, data in talk.events
        if event in ("new_message", "update_message")
        and data["type"] == "assistant_message"
        and not data["isError"]
        and data["output"]
    ]


async def test_every_message_is_answered_or_told_that_it_is_too_many(strict: Served) -> None:
    async with talking(strict.address) as talk:
        for _ in range(A_MINUTE + 4):
            await talk.send("How many films are there?")
        await until(lambda: len(errors(talk)) == 4 and len(answers(talk)) == A_MINUTE)
        assert all("messages in a minute; go on in" in told for told in errors(talk))
        body = {"pagination": {"first": 20}, "filter": {}}
        assert (await talk.http.post("/project/threads", json=body)).is_success
        kept = (await talk.http.get(f"/project/thread/{talk.thread}")).json()
        assert sum(step["type"] == "user_message" for step in kept["steps"]) == A_MINUTE


async def test_who_waits_sees_the_place_in_line(strict: Served) -> None:
    async with talking(strict.address) as talk, talking(strict.address) as other:
        for _ in range(A_MINUTE):
            await talk.send("Which films did Tom Hanks act in?")
        await other.send("How many films are there?")
        await until(lambda: len(answers(talk)) == A_MINUTE and answers(other))
        shown = {data.get("name") for _, data in talk.events if isinstance(data, dict)}
        assert any(str(name).endswith(" in line.") for name in shown)


@pytest.mark.parametrize("length", [5_000, 300_000, 3_000_000])
async def test_a_message_that_is_too_long_is_told_so(app: Served, length: int) -> None:
    async with talking(app.address) as talk:
        await talk.send("x" * length)
        await until(lambda: errors(talk))
        assert errors(talk) == ["That message is longer than 4,000 characters; shorten it."]
        assert await talk.ask("How many films are there?")


@asynccontextmanager
async def connected(app: Served, **auth: Any) -> AsyncIterator[socketio.AsyncClient]:
    """A socket that says of itself what it likes."""
    async with httpx.AsyncClient(base_url=app.address) as http:
        await http.post("/auth/header")
        client = socketio.AsyncClient(reconnection=False)
        session = {"sessionId": str(uuid.uuid4()), "clientType": "webapp", "userEnv": "{}"}
        await client.connect(
            app.address,
            socketio_path="/ws/socket.io",
            transports=["websocket"],
            headers={"Cookie": f"access_token={http.cookies['access_token']}"},
            auth={**session, **auth},
        )
        try:
            yield client
        finally:
            await client.disconnect()


async def test_a_session_cannot_be_named_after_a_folder(app: Served, tmp_path: Path) -> None:
    """Chainlit removes the folder of a session's name when that ends."""
    victim = tmp_path / "victim"
    victim.mkdir()
    for name in (str(victim), "../../files", "a/b", ""):
        with pytest.raises(Refused):
            async with connected(app, sessionId=name) as client:
                await client.emit("clear_session")
                await asyncio.sleep(0.2)
    assert victim.is_dir()


NONSENSE: list[Any] = [None, 1, "x", [], {}, {"message": None}, {"message": {"id": 1}}, [[[]]]]


async def test_what_makes_no_sense_is_a_line_of_the_log(app: Served) -> None:
    at = len(app.output)
    for auth in (
        {"clientType": "slack"},
        {"sessionId": 7},
        {"threadId": {"$ne": 1}},
        {"userEnv": "{"},
        {"chatProfile": ["x"]},
    ):
        with pytest.raises(Refused):
            async with connected(app, **auth):
                pass
    async with connected(app) as client:
        for event in (
            *("client_message", "edit_message", "chat_settings_change", "chat_settings_edit"),
            *("message_favorite", "audio_chunk", "window_message", "stop", "nobody_knows"),
            *("connection_successful", "fetch_favorites", "too_long"),
        ):
            for given in NONSENSE:
                await client.emit(event, given)
        await asyncio.sleep(2)
    async with httpx.AsyncClient(base_url=app.address) as http:
        await http.post("/auth/header")
        for path in ("/project/action", "/project/file", "/set-session-cookie", "/feedback"):
            for method in ("POST", "PUT", "DELETE"):
                for body in ("{", "[]", json.dumps({"sessionId": "x", "action": {"name": "x"}})):
                    reply = await http.request(method, path, content=body)
                    assert reply.status_code < 500, (method, path, body)
        action = {"name": "overrule", "payload": {}, "label": "", "tooltip": "", "id": "x"}
        lost = await http.post("/project/action", json={"sessionId": "x", "action": action})
        assert lost.status_code == 400 and "reload the page" in lost.text
    async with talking(app.address) as talk:
        assert await talk.ask("How many films are there?")
    said = app.output[at:]
    assert "Traceback" not in said, said[-3000:]
    assert "an event that makes no sense" in said


async def test_frames_of_any_kind_end_in_no_traceback(app: Served) -> None:
    import websockets

    at = len(app.output)
    async with httpx.AsyncClient(base_url=app.address) as http:
        await http.post("/auth/header")
        cookie = f"access_token={http.cookies['access_token']}"
    address = app.address.replace("http", "ws") + "/ws/socket.io/?EIO=4&transport=websocket"
    for frame in ("", "9", "4", "42", "42[", "42{}", "42[1]", '451-["x"]', "4\x00", "40{", b"\x04"):
        async with websockets.connect(address, additional_headers={"Cookie": cookie}) as raw:
            session = {"sessionId": str(uuid.uuid4()), "clientType": "webapp"}
            await raw.send("40" + json.dumps(session))
            await raw.send(frame)
            await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    assert "Traceback" not in app.output[at:], app.output[at:][-3000:]
    async with talking(app.address) as talk:
        assert await talk.ask("How many films are there?")
