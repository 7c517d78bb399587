"""The page's addresses and socket, spoken to directly."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from socketio.exceptions import ConnectionError as Refused

from memory.people import hash_password
from tests.e2e.served import Served, end, serving
from tests.e2e.socket_client import talking
from tests.scripted_model import Script, scripted_model

HANKS = "Which films did Tom Hanks act in?"


async def test_steps_answer_and_rows_come_over_the_socket(app: Served) -> None:
    async with talking(app.address) as talk:
        events = await talk.ask(HANKS)
    steps = [event["name"] for event in events if event.get("type") == "tool"]
    assert any(name.startswith("How I got there · ") for name in steps)
    assert any(name.startswith("Ran the query · ") for name in steps)
    answer = [event for event in events if event.get("type") == "assistant_message"][-1]
    assert "films" in answer["output"]
    [element] = [event for event in events if event.get("type") == "custom"]
    assert ["Forrest Gump"] in [row[:1] for row in element["props"]["table"]["rows"]]


async def test_a_resumed_thread_is_understood_and_is_its_owners_alone(app: Served) -> None:
    async with talking(app.address) as talk:
        await talk.ask(HANKS)
        thread = talk.thread
    async with talking(app.address, threadId=thread) as resumed:
        events = await resumed.ask("and which of those came out after 2000?")
        answer = [event for event in events if event.get("type") == "assistant_message"][-1]
        assert answer["output"].startswith("> ")
        assert "Tom Hanks" in answer["output"]
        assert (await resumed.http.get(f"/project/thread/{thread}")).status_code == 200
    async with httpx.AsyncClient(base_url=app.address) as stranger:
        assert (await stranger.get(f"/project/thread/{thread}")).status_code == 401


async def test_a_foreign_origin_gets_neither_socket_nor_sign_in(app: Served) -> None:
    with pytest.raises(Refused):
        async with talking(app.address, origin="https://evil.example"):
            pass
    async with httpx.AsyncClient(base_url=app.address) as http:
        foreign = {"Origin": "https://evil.example"}
        assert (await http.post("/auth/header", headers=foreign)).status_code == 403
        rebound = {"Host": "evil.example"}
        assert (await http.post("/auth/header", headers=rebound)).status_code == 403
        forwarded = {"X-Forwarded-For": "203.0.113.9"}
        assert (await http.post("/auth/header", headers=forwarded)).status_code == 401


async def test_a_socket_needs_a_signed_in_person(app: Served) -> None:
    import socketio

    client = socketio.AsyncClient(reconnection=False)
    with pytest.raises(Refused):
        await client.connect(
            app.address,
            socketio_path="/ws/socket.io",
            transports=["websocket"],
            auth={"sessionId": "x", "clientType": "webapp", "userEnv": "{}"},
        )


async def test_ready_says_whether_the_graph_answers(app: Served) -> None:
    async with httpx.AsyncClient(base_url=app.address) as http:
        assert (await http.get("/health")).json() == {"status": "ok"}
        assert (await http.get("/ready")).json() == {
            "status": "ready",
            "indexing": {},
            "away": {},
        }


async def test_uploads_are_refused(app: Served) -> None:
    async with talking(app.address) as talk:
        reply = await talk.http.post(
            "/project/file", params={"session_id": "x"}, files={"file": ("a.txt", b"x")}
        )
        assert reply.status_code >= 400


async def test_a_taken_port_is_said_in_one_line(app: Served, home: Path) -> None:
    port = app.address.rsplit(":", 1)[1]
    with pytest.raises(AssertionError) as failure, serving(home, CICERONE_PORT=port):
        pass
    said = str(failure.value).strip().split("\n")[1:]
    assert len(said) == 1
    assert "is taken" in said[0]


async def test_an_open_address_without_sign_in_is_refused(home: Path) -> None:
    with (
        pytest.raises(AssertionError, match="CICERONE_AUTH"),
        serving(home, CICERONE_HOST="0.0.0.0"),
    ):
        pass


@pytest.fixture(scope="module")
def passwords(home: Path, app: Served) -> Iterator[Served]:
    people = home / "people"
    people.write_text(f"ada:{hash_password('one')}\nbo:{hash_password('two')}\n")
    with serving(home, CICERONE_AUTH=f"password:{people}") as served:
        yield served


async def test_people_sign_in_by_password_and_see_only_their_own(passwords: Served) -> None:
    with pytest.raises(httpx.HTTPStatusError):
        async with talking(passwords.address, login=("ada", "wrong")):
            pass
    async with talking(passwords.address, login=("ada", "one")) as ada:
        events = await ada.ask(HANKS)
        [element] = [event for event in events if event.get("type") == "custom"]
        download = element["props"]["table"]["download"]
        mine = await ada.http.get(download)
        assert mine.headers["content-type"].startswith("text/csv")
        thread = ada.thread
    async with talking(passwords.address, login=("bo", "two")) as bo:
        assert (await bo.http.get(download)).status_code == 404
        assert (await bo.http.get(f"/project/thread/{thread}")).status_code in (401, 404)
        body = {"pagination": {"first": 20}, "filter": {}}
        assert (await bo.http.post("/project/threads", json=body)).json()["data"] == []


@pytest.fixture(scope="module")
def slow_model() -> Iterator[Script]:
    """A model that writes a statement without end."""
    endless = "MATCH p = (a:Person)-[*1..4]-(b:Person) RETURN count(p) AS n"
    with scripted_model() as script:
        yield script.on(text=endless)


@pytest.fixture(scope="module")
def with_model(home: Path, app: Served, slow_model: Script) -> Iterator[Served]:
    env = {
        "OPENAI_BASE_URL": slow_model.url,
        "CICERONE_ENGINE": "llm",
        "CICERONE_STATEMENT_SECONDS": "40",
    }
    with serving(home, **env) as served:
        yield served


async def test_stop_ends_the_turn_and_its_statement(with_model: Served, home: Path) -> None:
    async with talking(with_model.address) as talk:
        await talk.send("How many films are there?")
        await _until_running(talk.events)
        await asyncio.sleep(1)
        await talk.stop()
        names = [d["name"] for event, d in talk.events if event == "update_message"]
        assert names[-1] == "Stopped" or "Stopped" in names
        ready = await talk.http.get("/ready")
        assert ready.status_code == 200


async def _until_running(events: list[tuple[str, object]], seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if any("Asking the database" in str(data) for _, data in events):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("The statement did not begin.")


async def test_it_ends_quietly_though_nobody_came(home: Path, app: Served) -> None:
    with serving(home) as unvisited:
        end(unvisited.process)
        told = unvisited.output
        assert told.startswith("The page is starting ...\nOpening the graph films: ")
        assert "answers at http://localhost" in told and "The graph films is open." in told
        assert {line.split()[0] for line in told.splitlines()} == {"The", "Opening", "Cicerone"}
