"""Whoever needs no form is signed in with the page itself.

Chainlit's page first asks who it is, is told "nobody", signs in, and loads itself anew: two errors
in the browser's console, and the page twice.
"""

from __future__ import annotations

from chainlit.server import header_auth
from fastapi import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memory.asker import person_of

_COOKIE = b"set-cookie"


class FirstVisit:
    """ASGI middleware: a page that is opened by nobody yet comes with their sign-in."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if not _opens_page(scope) or person_of(scope) is not None:
            await self._app(scope, receive, send)
            return

        async def send_signed_in(message: Message) -> None:
            if message["type"] == "http.response.start" and _is_page(message):
                message["headers"] = [*message["headers"], *await _cookies(Request(scope))]
            await send(message)

        await self._app(scope, receive, send_signed_in)


def _opens_page(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    return "text/html" in Request(scope).headers.get("accept", "")


def _is_page(message: Message) -> bool:
    kinds = [value for name, value in message["headers"] if name.lower() == b"content-type"]
    return message["status"] == 200 and any(kind.startswith(b"text/html") for kind in kinds)


async def _cookies(request: Request) -> list[tuple[bytes, bytes]]:
    """The cookies of a sign-in; none for whom these headers do not sign in."""
    try:
        signed_in = await header_auth(request)
    except HTTPException:
        return []
    return [one for one in signed_in.raw_headers if one[0].lower() == _COOKIE]
