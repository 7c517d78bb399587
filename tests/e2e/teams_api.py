"""A stand-in for Teams: sends activities to the app, and takes what the app sends and uploads."""

from __future__ import annotations

import asyncio
import itertools
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from bot.page.teams_token import ISSUER

APP = "app"
TENANT = "tenant-1"
_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
_KEY_NAME = "key-1"
BOT = {"id": "28:bot", "name": "Cicerone"}


@dataclass
class Teams:
    """What the app did, and people who write to it."""

    url: str = ""
    activities: list[dict[str, Any]] = field(default_factory=list)
    uploads: list[tuple[bytes, str]] = field(default_factory=list)
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    async def say(
        self, app: str, text: str | None, person: str = "ada", **told: Any
    ) -> httpx.Response:
        """Write to the bot in a personal chat of this person; `told` goes into the activity."""
        return await self.send(app, {"type": "message", "text": text, **told}, person)

    async def send(self, app: str, activity: dict[str, Any], person: str = "ada") -> httpx.Response:
        """Send an activity as the Bot Framework does."""
        told = {
            "id": f"m{next(self._numbers)}",
            "channelId": "msteams",
            "serviceUrl": self.url,
            "from": {"id": f"29:{person}", "name": "Alex Smith", "aadObjectId": person},
            "recipient": BOT,
            "conversation": {"id": f"chat-{person}", "conversationType": "personal"},
            "channelData": {"tenant": {"id": TENANT}},
        }
        headers = {"Authorization": f"Bearer {signed(self.url)}"}
        async with httpx.AsyncClient(timeout=30) as client:
            return await client.post(f"{app}/teams/events", json=told | activity, headers=headers)

    async def replies(self, before: int, text: str, seconds: float = 30) -> list[str]:
        """The texts sent after the first `before`, once one of them has `text`."""
        await self._until(lambda: any(text in reply for reply in self.texts(before)), seconds, text)
        return self.texts(before)

    async def card(self, before: int, kind: str, seconds: float = 30) -> dict[str, Any]:
        """The next attachment after the first `before` activities whose type ends so."""
        await self._until(lambda: bool(self._cards(before, kind)), seconds, kind)
        return self._cards(before, kind)[0]

    def texts(self, before: int) -> list[str]:
        """All texts sent after the first `before` activities."""
        return [str(one.get("text") or "") for one in self.activities[before:]]

    def _cards(self, before: int, kind: str) -> list[dict[str, Any]]:
        sent = (card for one in self.activities[before:] for card in one.get("attachments") or [])
        return [card for card in sent if card["contentType"].endswith(kind)]

    async def _until(self, so: Any, seconds: float, what: str) -> None:
        deadline = time.monotonic() + seconds
        while not so():
            assert time.monotonic() < deadline, f"Nothing had {what!r}: {self.activities}"
            await asyncio.sleep(0.1)


def signed(service: str, key: Any = _KEY, **claims: Any) -> str:
    """A token as the Bot Framework makes them, for this address of its service."""
    told = {"iss": ISSUER, "aud": APP, "exp": int(time.time()) + 600, "serviceurl": service}
    return jwt.encode(told | claims, key, algorithm="RS256", headers={"kid": _KEY_NAME})


def public_keys() -> dict[str, Any]:
    """The key that `signed` signs with, as Microsoft tells theirs."""
    told = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(_KEY.public_key()))
    return {"keys": [told | {"kid": _KEY_NAME, "endorsements": ["msteams"]}]}


@contextmanager
def teams_api() -> Iterator[Teams]:
    """A mock of the Bot Connector, of Microsoft's keys and of where files go, on loopback."""
    teams = Teams()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            keys = {"jwks_uri": f"{teams.url}keys"}
            self._reply(public_keys() if self.path == "/keys" else keys)

        def do_POST(self) -> None:
            teams.activities.append(json.loads(self._body()))
            self._reply({"id": f"a{len(teams.activities)}"})

        def do_PUT(self) -> None:
            teams.uploads.append((self._body(), self.headers["Content-Range"]))
            self._reply({})

        def _body(self) -> bytes:
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))

        def _reply(self, told: dict[str, Any]) -> None:
            body = json.dumps(told).encode()
            self.send_response(201)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    teams.url = f"http://127.0.0.1:{server.server_address[1]}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield teams
    finally:
        server.shutdown()
