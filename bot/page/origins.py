"""Only our own origin and the allowed ones reach the app, on HTTP and on the websocket.

Chainlit's `allow_origins` does not cover the websocket, and CORS only hides answers; here a foreign
request is refused before it is served. On loopback the name asked for must be loopback too: else a
foreign site could point its own name at this machine (DNS rebinding) and be signed in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.errors import UsageError
from memory.people import is_loopback

_HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


class OriginGuard:
    """ASGI middleware that refuses requests of foreign origins with 403."""

    def __init__(
        self,
        app: ASGIApp,
        allowed: Iterable[str] = (),
        loopback: bool = True,
        hosts: Iterable[str] = (),
    ) -> None:
        """Guard `app`.

        Args:
            app: The application.
            allowed: Origins that may use it beside its own.
            loopback: Whether it listens on loopback only.
            hosts: The names it answers to beside those of this computer; none for any, but on
                loopback.
        """
        self._app = app
        self._allowed = frozenset(allowed)
        self._loopback = loopback
        self._named = bool(hosts := frozenset(hosts))
        self._hosts = hosts | {urlsplit(origin).hostname or "" for origin in self._allowed}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        reason = self._refusal(Headers(scope=scope))
        if reason is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": reason})
        else:
            await PlainTextResponse(reason, status_code=403)(scope, receive, send)

    def _refusal(self, headers: Headers) -> str | None:
        host = headers.get("host", "")
        if (self._loopback or self._named) and not self._served_here(host):
            if self._named:
                return (
                    "Cicerone does not answer to this name; CICERONE_ALLOWED_HOSTS lists its own."
                )
            return (
                "Cicerone answers on this computer only; open http://localhost instead. The names "
                "of a proxy in front of it belong into CICERONE_ALLOWED_HOSTS."
            )
        origin = headers.get("origin")
        if origin is None or same_origin(origin, host) or origin.lower() in self._allowed:
            return None
        return "This site may not use Cicerone; CICERONE_ALLOWED_ORIGINS lists those that may."

    def _served_here(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        return is_loopback(name) or name in self._hosts


def allowed_hosts(names: str) -> tuple[str, ...]:
    """The names of CICERONE_ALLOWED_HOSTS.

    >>> allowed_hosts("chat.example, Chat.Intranet:443 ,")
    ('chat.example', 'chat.intranet')

    Raises:
        UsageError: one of them is no name of a host.
    """
    found = []
    for name in filter(None, map(str.strip, names.split(","))):
        try:
            host = urlsplit(f"//{name}").hostname
        except ValueError:
            host = None
        if not host or not _HOST.fullmatch(name):
            raise UsageError(
                f"CICERONE_ALLOWED_HOSTS has {name!r}, which is no name of a host; write them like "
                "chat.example, separated by commas."
            )
        found.append(host)
    return tuple(found)


def same_origin(origin: str, host: str) -> bool:
    """Whether an Origin header names the host (and port) that was asked.

    >>> same_origin("http://localhost:8000", "localhost:8000")
    True
    >>> same_origin("https://a.example", "a.example:443"), same_origin("null", "a.example")
    (True, False)
    """
    try:
        asked = urlsplit(origin)
        here = urlsplit(f"//{host}")
        default = _DEFAULT_PORTS.get(asked.scheme)
        return bool(asked.hostname) and (asked.hostname, asked.port or default) == (
            here.hostname,
            here.port or default,
        )
    except ValueError:
        return False
