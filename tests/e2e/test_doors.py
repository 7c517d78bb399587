"""What stands open, tried from outside over HTTP and sockets, behind a proxy and without."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from memory.people import hash_password
from tests.e2e.served import Served, serving

FORWARDED = {
    "Host": "chat.example",
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
}
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


async def test_who_is_no_trusted_proxy_tells_nothing(home: Path, app: Served, people: Path) -> None:
    env = {"CICERONE_AUTH": "header:X-User", "CICERONE_TRUSTED_PROXIES": "192.0.2.1"}
    with serving(home, **env) as served:
        async with httpx.AsyncClient(base_url=served.address) as http:
            claimed = {"X-User": "ada", "X-Forwarded-Proto": "https"}
            refused = await http.post("/auth/header", headers=claimed)
            assert refused.status_code == 401
            assert "set-cookie" not in refused.headers


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
    opened = [
        path
        for path in (home, *home.rglob("*"))
        if not path.name.startswith("app-") and stat.S_IMODE(path.lstat().st_mode) & 0o077
    ]
    assert not opened
