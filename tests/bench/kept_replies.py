"""An address before a model's that keeps its replies by prompt, so that a long run can go on.

It stands on loopback; nothing of the program changes but `OPENAI_BASE_URL`. What was asked before
is not asked again, one question is passed on at a time, so many at most, and one that takes too
long counts as a reply without an end.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx

from bot.models.reply_cache import CACHED, CachingTransport, ReplyCache
from tests.scripted_model import DONE, event

_USAGE = re.compile(r'"(prompt|completion)_tokens":\s*(\d+)')


@dataclass
class Spent:
    """What replies took, those that were kept as long as when they were made.

    `asked` are those that the model gave now, `kept` came from the folder, `endless` took too long,
    and `limited` says that more would have been asked than may be.
    """

    url: str = ""
    asked: int = 0
    kept: int = 0
    endless: int = 0
    limited: bool = False
    prompt_tokens: int = 0
    completion_tokens: int = 0
    seconds: float = 0.0


class _Endpoint(httpx.BaseTransport):
    """The model itself: whole replies, of so many seconds, and no more than `limit` of them."""

    def __init__(self, spent: Spent, limit: int | None, seconds: float) -> None:
        self._spent, self._limit, self._seconds = spent, limit, seconds
        # A new connection each: one that waits between two replies may be closed meanwhile.
        limits = httpx.Limits(max_keepalive_connections=0)
        self._client = httpx.Client(timeout=httpx.Timeout(seconds, connect=10), limits=limits)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if not request.url.path.endswith("/chat/completions"):
            sent = self._client.send(request)
            return _whole(sent.status_code, sent.content)
        if self._limit is not None and self._spent.asked >= self._limit:
            self._spent.limited = True
            told = {"error": {"message": "the limit of this run is reached"}}
            return _whole(403, json.dumps(told).encode())
        self._spent.asked += 1
        ends, body = time.monotonic() + self._seconds, b""
        try:
            with self._client.stream(request.method, request.url, content=request.read(),
                                     headers=_passed(request.headers)) as reply:  # fmt: skip
                for piece in reply.iter_raw():
                    body += piece
                    if time.monotonic() > ends:
                        raise httpx.ReadTimeout("too long")
                kind = reply.headers.get("content-type", "application/json")
                return _whole(reply.status_code, body, kind)
        except httpx.ReadTimeout:
            self._spent.endless += 1
            return _without_end(json.loads(request.read()))


@contextmanager
def kept_replies(
    upstream: str, folder: Path, *, limit: int | None, seconds: float
) -> Iterator[Spent]:
    """The address, in `url` of what is spent there.

    Args:
        upstream: The address of the model, as OPENAI_BASE_URL has it.
        folder: Where replies are kept.
        limit: So many questions are passed on to the model at most; None for any number.
        seconds: So long one reply may take.
    """
    spent, lock = Spent(), threading.Lock()
    client = httpx.Client(
        transport=CachingTransport(ReplyCache(folder), _Endpoint(spent, limit, seconds)),
        timeout=None,
    )

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            self._pass_on("GET", b"")

        def do_POST(self) -> None:
            self._pass_on("POST", self.rfile.read(int(self.headers["Content-Length"])))

        def _pass_on(self, method: str, body: bytes) -> None:
            url = f"{upstream.rstrip('/')}{self.path.removeprefix('/v1')}"
            headers = _passed(httpx.Headers(dict(self.headers.items())))
            with lock:
                before = time.perf_counter()
                reply = client.request(method, url, content=body, headers=headers)
                _count(spent, reply, time.perf_counter() - before)
            with suppress(OSError):
                self.send_response(reply.status_code)
                self.send_header("Content-Type", reply.headers.get("content-type", ""))
                self.send_header("Content-Length", str(len(reply.content)))
                self.end_headers()
                self.wfile.write(reply.content)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    spent.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield spent
    finally:
        server.shutdown()
        server.server_close()
        client.close()


def _passed(headers: httpx.Headers) -> dict[str, str]:
    return {name: headers[name] for name in ("authorization", "content-type") if name in headers}


def _count(spent: Spent, reply: httpx.Response, seconds: float) -> None:
    kept = reply.headers.get(CACHED)
    spent.kept += kept is not None
    spent.seconds += float(kept) if kept is not None else seconds
    found = dict(_USAGE.findall(reply.text))  # the last ones are those of the whole
    spent.prompt_tokens += int(found.get("prompt", 0))
    spent.completion_tokens += int(found.get("completion", 0))


def _without_end(body: dict[str, Any]) -> httpx.Response:
    """A reply that broke off before its first word."""
    head = {"id": "x", "created": 0, "model": body.get("model", "")}
    choice: dict[str, Any] = {"index": 0, "finish_reason": "length"}
    if not body.get("stream"):
        choice["message"] = {"role": "assistant", "content": ""}
        told = {**head, "object": "chat.completion", "choices": [choice]}
        return _whole(200, json.dumps(told).encode())
    choice["delta"] = {"content": ""}
    chunk = {**head, "object": "chat.completion.chunk", "choices": [choice]}
    return _whole(200, event(chunk) + DONE, "text/event-stream")


def _whole(status: int, body: bytes, kind: str = "application/json") -> httpx.Response:
    """A response that nobody has read yet."""
    return httpx.Response(status, stream=httpx.ByteStream(body), headers={"content-type": kind})
