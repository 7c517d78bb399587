"""Sockets of one address: how many, how fast, how long; without a server."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from bot.page.connections import TOO_LONG, Connections

PATH = "/ws/socket.io/?EIO=4&transport="


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Says what it was given: each frame, or the body."""
    if scope["type"] == "http":
        body = (await receive())["body"]
        assert dict(scope["headers"])[b"content-length"] == str(len(body)).encode()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": body})
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def client(most: int = 5, clock: Any = None) -> TestClient:
    clock = clock or (lambda: 0.0)
    return TestClient(Connections(echo, most, clock))


def test_a_frame_that_is_too_long_stands_for_itself() -> None:
    with client().websocket_connect(PATH + "websocket") as socket:
        for sent, came in (("42[1]", "42[1]"), ("42" + "x" * 300_000, TOO_LONG), ("2", "2")):
            socket.send_text(sent)
            assert socket.receive_text() == came
    posted = client().post(PATH + "polling", content=b"x" * 300_000)
    assert posted.text == TOO_LONG
    assert client().post(PATH + "polling", content=b"40").text == "40"


def test_attachments_are_not_kept() -> None:
    with client().websocket_connect(PATH + "websocket") as socket:
        socket.send_text('451000-["x",{"_placeholder":true,"num":0}]')
        socket.send_bytes(b"x")
        socket.send_text("4" + "x" * 300_000)
        socket.send_text("3")
        assert socket.receive_text() == "3"


def test_an_address_holds_so_many_and_opens_so_many_a_minute() -> None:
    now = 0.0
    visits = client(2, lambda: now)
    with visits.websocket_connect(PATH + "websocket"):
        now = 61.0
        with visits.websocket_connect(PATH + "websocket"):
            now = 122.0
            with pytest.raises(WebSocketDisconnect), visits.websocket_connect(PATH + "websocket"):
                pass
        now = 200.0
        for _ in range(2):
            assert visits.get(PATH + "polling").status_code == 200
        assert visits.get(PATH + "polling").status_code == 429
        assert visits.get(PATH + "polling&sid=x").status_code == 200
