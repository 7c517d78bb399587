"""Two replicas on one PostgreSQL, with homes of their own: whom one lets in, the other knows."""

from __future__ import annotations

import secrets
from pathlib import Path

import httpx

from memory.people import hash_password
from tests.e2e.served import serving
from tests.e2e.socket_client import talking
from tests.postgres import Postgres

ADA = {"username": "ada", "password": "one"}


async def test_replicas_share_sign_ins_sign_outs_and_lock_outs(
    postgres: Postgres, tmp_path: Path
) -> None:
    people = tmp_path / "people"
    people.write_text(f"ada:{hash_password('one')}\nbo:{hash_password('two')}\n")
    homes = (tmp_path / "one", tmp_path / "other")
    homes[1].mkdir()
    # One database process will do for both.
    (homes[1] / "graphs").symlink_to(homes[0] / "graphs")
    async with postgres.database() as url:
        env = {
            "DATABASE_URL": url,
            "CHAINLIT_AUTH_SECRET": secrets.token_urlsafe(48),
            "CICERONE_AUTH": f"password:{people}",
            "CICERONE_SIGN_IN_TRIES": "4",
        }
        with serving(homes[0], **env) as one, serving(homes[1], **env) as other:
            assert not (homes[0] / "auth-secret").exists()
            async with talking(one.address, login=("ada", "one")) as talk:
                await talk.ask("How many films are there?")
                talk.http.base_url = httpx.URL(other.address)
                assert (await talk.http.get("/user")).json()["identifier"] == "ada"
                mine = await talk.http.get(f"/project/thread/{talk.thread}")
                assert mine.status_code == 200
                assert (await talk.http.post("/logout")).status_code == 200
                await talk.send("How many films are there?")
                async with httpx.AsyncClient() as thief:
                    kept = {"Cookie": talk.cookie}
                    for replica in (one, other):
                        reply = await thief.get(f"{replica.address}/user", headers=kept)
                        assert reply.status_code == 401
                await talk.client.wait()  # the replica that it talks to lets it go
            async with httpx.AsyncClient(timeout=60) as http:
                wrong = {"username": "bo", "password": "guess"}
                for replica in (one, other, one, other):
                    await http.post(f"{replica.address}/login", data=wrong)
                right = {"username": "bo", "password": "two"}
                for replica in (one, other):
                    reply = await http.post(f"{replica.address}/login", data=right)
                    assert reply.status_code == 429
                    assert "try again in" in reply.json()["detail"]
                assert (await http.post(f"{one.address}/login", data=ADA)).status_code == 200
