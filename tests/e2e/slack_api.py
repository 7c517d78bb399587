"""A stand-in for Slack: takes what the app sends to its API, and sends signed events."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import itertools
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"


@dataclass
class Slack:
    """What the app did, and a person who writes to it."""

    url: str = ""
    posts: list[dict[str, Any]] = field(default_factory=list)
    files: list[bytes] = field(default_factory=list)
    _moments: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    async def say(self, app: str, text: str, thread: str | None = None) -> httpx.Response:
        """Write to the bot directly; without `thread` a new one begins."""
        moment = f"{time.time():.3f}{next(self._moments):03d}"
        event = {
            "type": "message",
            "channel_type": "im",
            "channel": "D1",
            "user": "U1",
            "text": text,
            "ts": moment,
        } | ({"thread_ts": thread} if thread else {})
        self.last_moment = moment
        return await self.send(app, {"type": "event_callback", "team_id": "T1", "event": event})

    async def click(self, app: str, post: dict[str, Any], button: str) -> httpx.Response:
        """Click a button under what the app posted."""
        [buttons] = [one["elements"] for one in post["blocks"] if one["type"] == "actions"]
        [value] = [one["value"] for one in buttons if one["action_id"] == button]
        action = {"type": "button", "action_id": button, "block_id": "b", "value": value}
        moment = {"thread_ts": post["thread_ts"], "ts": post["thread_ts"]}
        clicked = {
            "type": "block_actions",
            "team": {"id": "T1"},
            "user": {"id": "U1"},
            "channel": {"id": "D1"},
            "container": {"message_ts": post["thread_ts"]},
            "message": {"text": post["text"], "blocks": post["blocks"], **moment},
            "actions": [action],
        }
        return await self._signed(app, urlencode({"payload": json.dumps(clicked)}))

    async def send(self, app: str, payload: dict[str, Any], secret: str = SECRET) -> httpx.Response:
        """Send an event, signed as Slack signs."""
        return await self._signed(app, json.dumps(payload), secret)

    async def _signed(self, app: str, body: str, secret: str = SECRET) -> httpx.Response:
        form = "application/x-www-form-urlencoded"
        moment = str(int(time.time()))
        signed = hmac.new(secret.encode(), f"v0:{moment}:{body}".encode(), hashlib.sha256)
        headers = {
            "Content-Type": "application/json" if body.startswith("{") else form,
            "X-Slack-Request-Timestamp": moment,
            "X-Slack-Signature": f"v0={signed.hexdigest()}",
        }
        async with httpx.AsyncClient() as client:
            return await client.post(f"{app}/slack/events", content=body, headers=headers)

    async def replies(self, before: int, text: str, seconds: float = 30) -> list[str]:
        """The texts posted after the first `before`, once one of them has `text`."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            texts = [str(post["text"]) for post in self.posts[before:]]
            if any(text in reply for reply in texts):
                return texts
            await asyncio.sleep(0.1)
        raise AssertionError(f"No reply had {text!r}: {self.posts[before:]}")

    async def file(self, before: int, seconds: float = 30) -> bytes:
        """The next file after the first `before`: it comes behind the words."""
        deadline = time.monotonic() + seconds
        while len(self.files) <= before and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
        return self.files[before]

    async def file_with(self, sign: bytes, before: int, seconds: float = 30) -> bytes:
        """The file with a sign after the first `before`; others may come between."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if held := [one for one in self.files[before:] if sign in one]:
                return held[0]
            await asyncio.sleep(0.1)
        raise AssertionError(f"No file had {sign!r}: {[one[:40] for one in self.files[before:]]}")

    def answer(self, method: str, sent: dict[str, Any], raw: bytes) -> dict[str, Any]:
        """What Slack's API would say."""
        match method:
            case "chat.postMessage":
                self.posts.append(sent)
                return {"ok": True, "ts": f"{time.time():.6f}", "channel": "D1"}
            case "users.info":
                return {"ok": True, "user": {"profile": {"email": "ada@example.org"}}}
            case "files.getUploadURLExternal":
                return {"ok": True, "upload_url": f"{self.url}upload", "file_id": "F1"}
            case "upload":
                self.files.append(raw)
            case "auth.test":
                return {"ok": True, "user_id": "UBOT", "bot_id": "B1", "team_id": "T1", "url": ""}
        return {"ok": True, "files": [{"id": "F1"}]}


@contextmanager
def slack_api() -> Iterator[Slack]:
    """A mock of Slack's API on loopback."""
    slack = Slack()

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            kind = self.headers.get("Content-Type", "")
            sent = json.loads(raw) if "json" in kind else {}
            if "urlencoded" in kind:
                sent = dict(parse_qsl(raw.decode()))
            reply = slack.answer(urlsplit(self.path).path.strip("/"), sent, raw)
            body = json.dumps(reply).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    slack.url = f"http://127.0.0.1:{server.server_address[1]}/"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield slack
    finally:
        server.shutdown()
