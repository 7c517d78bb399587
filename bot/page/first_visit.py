"""Whoever needs no form is signed in with the page itself.

Chainlit's page first asks who it is, is told "nobody", signs in, and loads itself anew: two errors
in the browser's console, and the page twice.
"""

from __future__ import annotations

from chainlit.server import header_auth
from fastapi import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from memory.asker import person_of

_COOKIE = b"set-cookie"
# Tells the page's script that signing out would only sign in again; it holds nothing of anybody.
_NO_FORM = b"cicerone_no_form=1; Path=/; Max-Age=31536000; SameSite=Lax"
_NOBODY = 401


class FirstVisit:
    """ASGI middleware: a page that is opened by nobody yet comes with their sign-in.

    One that is shown to nobody who has not signed in is opened once more with it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if not _opens_page(scope) or person_of(scope) is not None:
            await self._app(scope, receive, send)
            return

        again: Response | None = None

        async def send_signed_in(message: Message) -> None:
            nonlocal again
            if message["type"] == "http.response.start" and _is_page(message):
                cookies = await _cookies(Request(scope))
                if cookies and message["status"] == _NOBODY:
                    url = Request(scope).url
                    place = f"{url.path}?{url.query}" if url.query else url.path
                    again = RedirectResponse(place, status_code=303)
                    again.raw_headers += cookies
                else:
                    message["headers"] = [*message["headers"], *cookies]
            if again is None:
                await send(message)

        await self._app(scope, receive, send_signed_in)
        if again is not None:
            await again(scope, receive, send)


def _opens_page(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    return "text/html" in Request(scope).headers.get("accept", "")


def _is_page(message: Message) -> bool:
    kinds = [value for name, value in message["headers"] if name.lower() == b"content-type"]
    html = any(kind.startswith(b"text/html") for kind in kinds)
    return html and message["status"] in (200, _NOBODY)


async def _cookies(request: Request) -> list[tuple[bytes, bytes]]:
    """The cookies of a sign-in; none for whom these headers do not sign in."""
    try:
        signed_in = await header_auth(request)
    except HTTPException:
        return []
    cookies = [one for one in signed_in.raw_headers if one[0].lower() == _COOKIE]
    return [*cookies, (_COOKIE, _NO_FORM)] if cookies else []
