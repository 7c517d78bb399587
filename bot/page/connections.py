"""How many sockets an address may hold, how fast one may send, and how much at a time.

This comes before the socket's own library reads anything: what is over a limit costs next to
nothing, and what is too long to be read is told so instead of ending the connection.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from urllib.parse import parse_qs

import structlog
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.page.proxies import visitor
from memory.sign_in_tries import network

_SOCKET = "/ws/socket.io"
_MINUTE = 60.0
# A browser's socket sends a handful of frames at its start, and one for each message.
_FRAMES_A_SECOND, _FRAMES_AT_ONCE = 20.0, 60.0
_LONGEST_FRAME = 256 * 1024
# Socket.IO's events with attachments, of which the page has none.
_BINARY = ("45", "46")
TOO_LONG = '42["too_long"]'
_REMEMBERED = 10_000
_log = structlog.get_logger(__name__)


class Connections:
    """ASGI middleware in front of the socket."""

    def __init__(
        self, app: ASGIApp, most: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Let each address hold `most` sockets, and open as many a minute."""
        self._app, self._most, self._clock = app, most, clock
        self._open: Counter[str] = Counter()
        self._begun: dict[str, deque[float]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection."""
        if scope["type"] not in ("http", "websocket") or _SOCKET not in scope["path"]:
            await self._app(scope, receive, send)
            return
        address = network(visitor.get())
        is_new = b"sid" not in parse_qs(scope.get("query_string", b""))
        is_full = scope["type"] == "websocket" and self._open[address] >= self._most
        if is_full or (is_new and not self._may_begin(address)):
            await _refuse(scope, receive, send)
        elif scope["type"] == "http":
            body = await _read(receive)
            length = (b"content-length", str(len(body)).encode())
            headers = [one for one in scope["headers"] if one[0] != b"content-length"]
            replayed = _replayed(body, receive)
            await self._app({**scope, "headers": [*headers, length]}, replayed, send)
        else:
            self._open[address] += 1
            try:
                await self._app(scope, _Metered(receive, self._clock), send)
            finally:
                self._open[address] -= 1
                if not self._open[address]:
                    del self._open[address]

    def _may_begin(self, address: str) -> bool:
        now = self._clock()
        begun = self._begun.setdefault(address, deque())
        while begun and begun[0] <= now - _MINUTE:
            begun.popleft()
        if len(begun) >= self._most:
            return False
        begun.append(now)
        if len(self._begun) > _REMEMBERED:
            self._begun = {k: v for k, v in self._begun.items() if v and v[-1] > now - _MINUTE}
        return True


class _Metered:
    """What comes over one socket: not faster than anybody types, nothing longer than we read."""

    def __init__(self, receive: Receive, clock: Callable[[], float]) -> None:
        self._receive, self._clock = receive, clock
        self._left, self._at = _FRAMES_AT_ONCE, clock()

    async def __call__(self) -> Message:
        while True:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                return message
            await self._pace()
            text = message.get("text")
            if text is None or text.startswith(_BINARY):
                continue
            if len(text) <= _LONGEST_FRAME:
                return message
            if text.startswith("42"):
                return {"type": "websocket.receive", "text": TOO_LONG}

    async def _pace(self) -> None:
        now = self._clock()
        self._left = min(_FRAMES_AT_ONCE, self._left + (now - self._at) * _FRAMES_A_SECOND)
        self._at = now
        self._left -= 1
        if self._left < 0:
            # Who sends faster waits in their own line: the network holds it back.
            await asyncio.sleep(-self._left / _FRAMES_A_SECOND)


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    _log.warning("too many connections", address=visitor.get())
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1013, "reason": "Too many connections."})
        return
    told = "Too many connections from here; try again in a minute."
    await PlainTextResponse(told, status_code=429)(scope, receive, send)


async def _read(receive: Receive) -> bytes:
    """The body of a request; what is longer than we read stands for itself."""
    body, long = b"", False
    while True:
        message = await receive()
        body += b"" if long else message.get("body", b"")
        long = long or len(body) > _LONGEST_FRAME
        if message["type"] != "http.request" or not message.get("more_body"):
            return TOO_LONG.encode() if long else body


def _replayed(body: bytes, receive: Receive) -> Receive:
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def read() -> Message:
        return pending.pop() if pending else await receive()

    return read
