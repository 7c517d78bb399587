"""Chainlit's own addresses, with our data layer behind them: nobody reaches another's thread."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest
import pytest_asyncio
from chainlit.auth.jwt import create_jwt
from chainlit.server import app
from chainlit.types import Feedback
from chainlit.user import PersistedUser, User

from memory.asker import SignedIn, asker
from memory.threads import Threads
from tests.integration.chats import talk


@pytest_asyncio.fixture
async def web(
    threads: Threads, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[httpx.AsyncClient]:
    """Chainlit's web application over `threads`; login is required."""
    monkeypatch.setenv("CHAINLIT_CUSTOM_AUTH", "1")
    monkeypatch.setenv("CHAINLIT_AUTH_SECRET", "a secret of the tests that is long enough")
    monkeypatch.setattr("chainlit.data._data_layer", threads)
    monkeypatch.setattr("chainlit.data._data_layer_initialized", True)
    transport = httpx.ASGITransport(SignedIn(app), raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        yield client


def as_(name: str) -> dict[str, str]:
    """The cookie of a signed-in person."""
    return {"cookie": f"access_token={create_jwt(User(name))}"}


async def test_feedback_is_the_owners(
    web: httpx.AsyncClient, threads: Threads, ada: PersistedUser, eve: PersistedUser
) -> None:
    _, answer = await talk(threads, ada, "t1", "who?", "Léon")
    body = {"feedback": {"forId": answer, "value": 1}, "sessionId": "x"}
    refused = await web.put("/feedback", json=body, headers=as_("eve"))
    assert refused.status_code == 500  # Chainlit makes 500 of every refusal here
    assert "Thread not found" in refused.text
    given = await web.put("/feedback", json=body, headers=as_("ada"))
    assert given.status_code == 200
    identifier = given.json()["feedbackId"]
    taken = {"feedbackId": identifier}
    refused = await web.request("DELETE", "/feedback", json=taken, headers=as_("eve"))
    assert refused.status_code == 404
    thread = await threads.get_thread("t1")
    assert thread is not None
    assert thread["steps"][1]["feedback"]["id"] == identifier
    done = await web.request("DELETE", "/feedback", json=taken, headers=as_("ada"))
    assert done.status_code == 200
    assert (await web.put("/feedback", json=body)).status_code == 401


async def test_threads_are_the_owners(
    web: httpx.AsyncClient,
    threads: Threads,
    ada: PersistedUser,
    eve: PersistedUser,
) -> None:
    await talk(threads, ada, "t1", "who?", "Léon")
    page = {"pagination": {"first": 20}, "filter": {"userId": ada.id, "search": "LÉON"}}
    for name, expected in (("ada", ["t1"]), ("eve", [])):
        listed = await web.post("/project/threads", json=page, headers=as_(name))
        assert [thread["id"] for thread in listed.json()["data"]] == expected
    for method, path, body in (
        ("GET", "/project/thread/t1", None),
        ("PUT", "/project/thread", {"threadId": "t1", "name": "hers"}),
        ("PUT", "/project/thread/share", {"threadId": "t1", "isShared": True}),
        ("DELETE", "/project/thread", {"threadId": "t1"}),
    ):
        refused = await web.request(method, path, json=body, headers=as_("eve"))
        assert refused.status_code in (401, 404), path
    nowhere = await web.get("/project/thread/nowhere", headers=as_("eve"))
    assert nowhere.status_code == 404
    assert (await web.get("/project/share/t1", headers=as_("eve"))).status_code == 404
    share = {"threadId": "t1", "isShared": True}
    assert (await web.put("/project/thread/share", json=share, headers=as_("ada"))).is_success
    # Chainlit's own address shows nothing; `bot.page.sharing` stands before it.
    assert not (await web.get("/project/share/t1", headers=as_("eve"))).is_success
    assert (await web.get("/project/thread/t1", headers=as_("ada"))).json()["name"] == "who?"


async def test_rating_twice_is_one_rating(
    web: httpx.AsyncClient, threads: Threads, ada: PersistedUser
) -> None:
    _, answer = await talk(threads, ada, "t1", "who?", "Léon")
    body = {"feedback": {"forId": answer, "value": 1, "threadId": "elsewhere"}, "sessionId": "x"}
    first = await web.put("/feedback", json=body, headers=as_("ada"))
    second = await web.put("/feedback", json=body, headers=as_("ada"))
    assert first.json() == second.json()
    await threads.upsert_feedback(Feedback(forId=answer, value=0))


@pytest.mark.parametrize("token", ["", "x", "a.b.c"])
async def test_a_bad_token_is_nobody(token: str) -> None:
    found = []

    async def inner(scope: object, receive: object, send: object) -> None:
        found.append(asker())

    scope = {
        "type": "http",
        "path": "/feedback",
        "headers": [(b"cookie", f"access_token={token}".encode())],
    }
    await SignedIn(inner)(scope, None, None)  # type: ignore[arg-type]
    assert found == [None]
