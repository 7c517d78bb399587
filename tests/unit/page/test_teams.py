"""What Microsoft has not signed, and what is no activity, is refused before anything is read."""

from __future__ import annotations

import httpx
import pytest
from botbuilder.core import BotFrameworkAdapter, BotFrameworkAdapterSettings
from starlette.applications import Starlette

from bot.page.teams import teams_routes

_SAID = {
    "type": "message",
    "text": "Which films are there?",
    "serviceUrl": "http://127.0.0.1:9/",
    "channelId": "msteams",
    "from": {"id": "29:ada"},
    "conversation": {"id": "c"},
}


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> httpx.AsyncClient:
    monkeypatch.setenv("TEAMS_APP_ID", "app")
    monkeypatch.setenv("TEAMS_APP_PASSWORD", "secret")
    adapter = BotFrameworkAdapter(BotFrameworkAdapterSettings("app", "secret"))
    app = Starlette(routes=teams_routes(adapter))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://bot")


async def test_what_is_not_signed_is_refused(client: httpx.AsyncClient) -> None:
    for header in ({}, {"Authorization": "Bearer"}, {"Authorization": "Basic YTpi"}):
        reply = await client.post("/teams/events", json=_SAID, headers=header)
        assert (reply.status_code, reply.text) == (401, "This was not sent by Teams.")


async def test_what_is_no_activity_is_refused(client: httpx.AsyncClient) -> None:
    for body in (b"", b"hi", b"[]", b"{}", b'"x"', b'{"type": "message"}'):
        reply = await client.post("/teams/events", content=body)
        assert (reply.status_code, reply.text) == (400, "This is no activity of the Bot Framework.")


def test_there_is_no_address_without_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEAMS_APP_ID", raising=False)
    assert teams_routes() == []
