"""What stands open, tried from outside over HTTP and sockets, behind a proxy and without."""

from __future__ import annotations

import asyncio
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from socketio.exceptions import ConnectionError as Refused

from memory.people import hash_password
from tests.e2e.served import Served, serving
from tests.e2e.socket_client import talking
from tests.e2e.test_command_line import cicerone

FORWARDED = {
    "Host": "chat.example",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
}
PAGE = {"Accept": "text/html,*/*;q=0.8"}
ADA = {"username": "ada", "password": "one"}


@pytest.fixture(scope="module")
def people(home: Path) -> Path:
    path = home / "doors-people"
    path.write_text(f"ada:{hash_password('one')}\nbo:{hash_password('two')}\n")
    return path


@pytest.fixture(scope="module")
def proxied(home: Path, app: Served, people: Path) -> Iterator[Served]:
    """Behind a proxy on this machine that ends TLS."""
    env = {
        "CICERONE_AUTH": f"password:{people}",
        "CICERONE_TRUSTED_PROXIES": "127.0.0.1",
        "CICERONE_ALLOWED_HOSTS": "chat.example",
        "CICERONE_SIGN_IN_TRIES": "4",
    }
    with serving(home, **env) as served:
        yield served


async def test_behind_a_proxy_it_answers_to_its_names_and_cookies_are_secure(
    proxied: Served,
) -> None:
    async with httpx.AsyncClient(base_url=proxied.address) as http:
        over_tls = await http.post("/login", data=ADA, headers=FORWARDED)
        assert over_tls.status_code == 200
        assert "; Secure" in over_tls.headers["set-cookie"]
        assert "; HttpOnly" in over_tls.headers["set-cookie"]
        own = {**FORWARDED, "Origin": "https://chat.example"}
        assert (await http.post("/login", data=ADA, headers=own)).status_code == 200
        other = await http.get("/", headers={**FORWARDED, "Host": "evil.example"})
        assert other.status_code == 403
        assert "CICERONE_ALLOWED_HOSTS" in other.text
        form = await http.get("/", headers=FORWARDED | PAGE)
        assert form.is_success and "set-cookie" not in form.headers


async def test_who_is_no_trusted_proxy_tells_nothing(home: Path, app: Served, people: Path) -> None:
    env = {"CICERONE_AUTH": "header:X-User", "CICERONE_TRUSTED_PROXIES": "192.0.2.1"}
    with serving(home, **env) as served:
        async with httpx.AsyncClient(base_url=served.address) as http:
            claimed = {"X-User": "ada", "X-Forwarded-Proto": "https"}
            refused = await http.post("/auth/header", headers=claimed)
            assert refused.status_code == 401
            assert "set-cookie" not in refused.headers
            page = await http.get("/", headers=claimed | PAGE)
            assert page.is_success and "set-cookie" not in page.headers


async def test_the_local_person_is_signed_in_with_the_page_and_nothing_else(app: Served) -> None:
    async with httpx.AsyncClient(base_url=app.address) as http:
        passed_on = await http.get("/", headers={**PAGE, "X-Forwarded-For": "203.0.113.9"})
        assert "set-cookie" not in passed_on.headers
        for path in ("/project/translations", "/public/cicerone.css", "/user"):
            assert "set-cookie" not in (await http.get(path, headers=PAGE)).headers, path
        assert "set-cookie" not in (await http.get("/")).headers  # no browser opens it
        page = await http.get("/thread/x", headers=PAGE)
        assert "; HttpOnly" in page.headers["set-cookie"]
        assert (await http.get("/user")).json()["identifier"] == "local"
        assert "set-cookie" not in (await http.get("/", headers=PAGE)).headers


async def test_a_proxy_does_not_let_everybody_in_as_the_local_person(home: Path) -> None:
    with (
        pytest.raises(AssertionError, match="set CICERONE_AUTH"),
        serving(home, CICERONE_ALLOWED_HOSTS="chat.example"),
    ):
        pass


async def test_what_nobody_switched_on_is_shut(app: Served) -> None:
    async with httpx.AsyncClient(base_url=app.address) as http:
        await http.post("/auth/header")
        for path in ("/docs", "/redoc", "/openapi.json", "/docs/oauth2-redirect"):
            assert (await http.get(path)).status_code == 404, path
        thread = {"threadId": "x", "isShared": True}
        assert (await http.put("/project/thread/share", json=thread)).status_code == 404
        assert (await http.get("/project/share/x")).status_code == 404


def _is_open(path: Path) -> bool:
    """Whether others may do anything with it; the database, which is ending, takes files away."""
    with suppress(FileNotFoundError):
        mode = stat.S_IMODE(path.lstat().st_mode)
        return not path.name.startswith("app-") and bool(mode & 0o077)
    return False


async def test_everything_in_the_home_is_its_owners_alone(tmp_path: Path, app: Served) -> None:
    """Also what an earlier version left open, and whatever the umask."""
    home = tmp_path / "home"
    (home / "index").mkdir(parents=True, mode=0o755)
    (home / "embedding.json").write_text("{}")
    before = os.umask(0)
    try:
        home.chmod(0o777)
        with serving(home):
            (home / "index").stat()
    finally:
        os.umask(before)
    opened = [path for path in (home, *home.rglob("*")) if _is_open(path)]
    assert not opened


def from_(address: str) -> dict[str, str]:
    return {**FORWARDED, "X-Forwarded-For": address}


async def test_wrong_passwords_lock_out_one_address_until_it_is_lifted(
    proxied: Served, home: Path
) -> None:
    wrong = {"username": "ada", "password": "guess"}
    async with httpx.AsyncClient(base_url=proxied.address, timeout=30) as http:
        for _ in range(4):
            tried = await http.post("/login", data=wrong, headers=from_("203.0.113.66"))
            assert tried.status_code == 401
        locked = await http.post("/login", data=ADA, headers=from_("203.0.113.66"))
        assert locked.status_code == 429
        assert locked.json()["detail"] == "Too many wrong passwords; try again in 15 minutes."
        assert int(locked.headers["retry-after"]) > 800
        assert (await http.post("/login", data=ADA, headers=from_("203.0.113.67"))).is_success
        listed = cicerone(home, "unlock")
        assert "ada from 203.0.113.66: 15 minutes to go" in listed.stdout
        lifted = cicerone(home, "unlock", "203.0.113.66")
        assert (lifted.returncode, lifted.stdout) == (0, "203.0.113.66 may sign in again.\n")
        assert (await http.post("/login", data=ADA, headers=from_("203.0.113.66"))).is_success
        again = cicerone(home, "unlock", "203.0.113.66")
        assert again.returncode == 2 and again.stderr.count("\n") == 1


async def test_a_flood_of_wrong_passwords_lets_no_more_than_its_tries_through(
    proxied: Served,
) -> None:
    """All at once, of one address: none slips past the count, and another address is let in."""
    wrong = {"username": "bo", "password": "guess"}
    async with httpx.AsyncClient(base_url=proxied.address, timeout=60) as http:
        guesses = [
            asyncio.create_task(http.post("/login", data=wrong, headers=from_("203.0.113.70")))
            for _ in range(60)
        ]
        honest = await http.post("/login", data=ADA, headers=from_("203.0.113.71"))
        assert honest.status_code == 200
        codes = [reply.status_code for reply in await asyncio.gather(*guesses)]
        assert codes.count(401) <= 4 and set(codes) == {401, 429}


async def test_signing_out_ends_the_token_and_its_sockets(proxied: Served) -> None:
    async with talking(proxied.address, login=("ada", "one")) as talk:
        cookie = talk.http.cookies["access_token"]
        kept = {"Cookie": f"access_token={cookie}"}
        bearer = {"Authorization": f"Bearer {cookie}"}
        async with httpx.AsyncClient(base_url=proxied.address) as thief:
            assert (await thief.get("/user", headers=kept)).status_code == 200
            made = await thief.post("/auth/jwt", headers=bearer)
            assert made.status_code == 200
            thief.cookies.clear()
            derived = {"Cookie": made.headers["set-cookie"].partition(";")[0]}
            assert (await talk.http.post("/logout")).status_code == 200
            for headers in (kept, bearer, derived):
                assert (await thief.get("/user", headers=headers)).status_code == 401
                assert (await thief.get("/greeting", headers=headers)).status_code == 401
            assert (await thief.post("/auth/jwt", headers=bearer)).status_code == 401
        async with asyncio.timeout(10):
            while talk.client.connected:
                await asyncio.sleep(0.05)
        talk.http.cookies.set("access_token", cookie)
        with pytest.raises(Refused):
            await reconnected(proxied.address, cookie)


async def reconnected(address: str, cookie: str) -> None:
    import socketio

    client = socketio.AsyncClient(reconnection=False)
    try:
        await client.connect(
            address,
            socketio_path="/ws/socket.io",
            transports=["websocket"],
            headers={"Cookie": f"access_token={cookie}"},
            auth={"sessionId": "another", "clientType": "webapp", "userEnv": "{}"},
        )
    finally:
        await client.disconnect()


async def test_signing_in_again_right_away_is_another_session(proxied: Served) -> None:
    async with httpx.AsyncClient(base_url=proxied.address, timeout=30) as http:
        await http.post("/login", data=ADA)
        await http.post("/logout")
        await http.post("/login", data=ADA)
        assert (await http.get("/user")).status_code == 200
