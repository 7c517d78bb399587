"""What Microsoft has not signed, and what is no activity, is refused before anything is read."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from starlette.applications import Starlette

from bot.page.teams import teams_routes
from bot.page.teams_token import NotSigned, Signatures
from tests.e2e.teams_api import APP, Teams, signed, teams_api

_SAID: dict[str, Any] = {
    "type": "message",
    "text": "Which films are there?",
    "channelId": "msteams",
    "from": {"id": "29:ada"},
    "conversation": {"id": "c"},
    "channelData": {"tenant": {"id": "tenant-1"}},
}
_OTHER = rsa.generate_private_key(public_exponent=65537, key_size=2048)


class _Adapter:
    """A stand-in for the Bot Framework's: notes what it is given."""

    def __init__(self) -> None:
        self.taken: list[Any] = []

    async def process_activity_with_identity(self, activity: Any, identity: Any, turn: Any) -> None:
        self.taken.append(activity)


@pytest.fixture
def teams() -> Iterator[Teams]:
    with teams_api() as teams:
        yield teams


@pytest.fixture
def adapter() -> _Adapter:
    return _Adapter()


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch, teams: Teams, adapter: _Adapter) -> httpx.AsyncClient:
    monkeypatch.setenv("TEAMS_APP_ID", APP)
    monkeypatch.setenv("TEAMS_APP_PASSWORD", "secret")
    monkeypatch.setenv("TEAMS_APP_TENANT_ID", "tenant-1")
    routes = teams_routes(adapter, Signatures(APP, f"{teams.url}metadata"))
    transport = httpx.ASGITransport(Starlette(routes=routes))
    return httpx.AsyncClient(transport=transport, base_url="http://bot")


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def test_what_is_signed_is_taken(
    client: httpx.AsyncClient, teams: Teams, adapter: _Adapter
) -> None:
    said = _SAID | {"serviceUrl": teams.url}
    reply = await client.post("/teams/events", json=said, headers=_bearer(signed(teams.url)))
    assert reply.status_code == 202
    assert [one.text for one in adapter.taken] == [_SAID["text"]]


async def test_what_is_not_signed_so_is_refused(
    client: httpx.AsyncClient, teams: Teams, adapter: _Adapter
) -> None:
    past = int(time.time()) - 3600
    tokens = [
        "x",
        "a.b.c",
        signed(teams.url, _OTHER),
        signed("https://elsewhere.example/"),
        signed(teams.url, aud="another"),
        signed(teams.url, iss="https://evil.example"),
        signed(teams.url, exp=past),
        jwt.encode({"aud": APP}, "secret" * 8, algorithm="HS256", headers={"kid": "key-1"}),
        jwt.encode({"aud": APP}, _OTHER, algorithm="RS256", headers={"kid": "unknown"}),
    ]
    headers = [{}, {"Authorization": "Basic YTpi"}, *map(_bearer, tokens)]
    for header in headers:
        said = _SAID | {"serviceUrl": teams.url}
        reply = await client.post("/teams/events", json=said, headers=header)
        assert (reply.status_code, reply.text) == (401, "This was not sent by Teams."), header
    assert not adapter.taken


async def test_another_channel_is_not_taken_for_teams(
    client: httpx.AsyncClient, teams: Teams, adapter: _Adapter
) -> None:
    said = _SAID | {"serviceUrl": teams.url, "channelId": "webchat"}
    reply = await client.post("/teams/events", json=said, headers=_bearer(signed(teams.url)))
    assert reply.status_code == 401
    assert not adapter.taken


async def test_what_is_no_activity_is_refused(client: httpx.AsyncClient, teams: Teams) -> None:
    header = _bearer(signed(teams.url))
    for body in (b"hi", b"[]", b'"x"', json.dumps({"serviceUrl": teams.url}).encode()):
        reply = await client.post("/teams/events", content=body, headers=header)
        assert reply.status_code in (400, 401)
    reply = await client.post("/teams/events", content=b"x" * 300_000, headers=header)
    assert (reply.status_code, reply.text) == (413, "This is too long for a message.")


async def test_keys_that_cannot_be_had_let_nothing_in(teams: Teams) -> None:
    with pytest.raises(NotSigned, match="could not be read"):
        told = {"channelId": "msteams", "serviceUrl": teams.url}
        await Signatures(APP, "http://127.0.0.1:9/").claims(f"Bearer {signed(teams.url)}", told)


def test_there_is_no_address_without_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEAMS_APP_ID", raising=False)
    assert teams_routes() == []
