"""Who is asking, as far as the data layer can know: Chainlit does not tell it.

Chainlit guards some of its addresses itself, feedback not at all; with this the data layer checks
every one. `SignedIn` must wrap the web application for that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from typing import Any, TypeAlias

import jwt
from chainlit.auth import get_token_from_cookies
from chainlit.auth.jwt import get_jwt_secret
from chainlit.context import ChainlitContextException, get_context
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_requester: ContextVar[str | None] = ContextVar("requester", default=None)

# The socket's handlers have a session, which knows the person.
_SOCKET = "/ws/socket.io"
# Where a thread belongs to one person.
_THEIR_OWN = ("webapp", "copilot")
# Files of the page, which are nobody's.
_FOR_ALL = ("/assets/", "/public/", "/copilot/", "/avatars/", "/health", "/ready", "/favicon")
_CARRIERS = (b"cookie", b"authorization")

Claims: TypeAlias = Mapping[str, Any]
Ended: TypeAlias = Callable[[Claims, str], Awaitable[bool]]


class SignedIn:
    """ASGI middleware: remembers the person of each HTTP request while it is served.

    What an ended sign-in left behind is taken off a request, and nobody else reaches the socket.
    """

    def __init__(self, app: ASGIApp, has_ended: Ended | None = None) -> None:
        """`has_ended` tells of claims and their token whether that sign-in was ended."""
        self._app = app
        self._has_ended = has_ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection."""
        if scope["type"] not in ("http", "websocket") or scope["path"].startswith(_FOR_ALL):
            await self._app(scope, receive, send)
            return
        token = token_of(scope)
        claims = claims_of(token)
        if token and claims and self._has_ended and await self._has_ended(claims, token):
            kept = [one for one in scope["headers"] if one[0].lower() not in _CARRIERS]
            scope, claims = {**scope, "headers": kept}, None
        if _SOCKET not in scope["path"]:
            with asking(str(claims["identifier"]) if claims else None):
                await self._app(scope, receive, send)
        elif claims:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4401, "reason": "Sign in first."})
        else:
            await PlainTextResponse("Sign in first.", status_code=401)(scope, receive, send)


class asking:
    """Within this block, the data layer answers to `identifier` (None: to the program itself)."""

    def __init__(self, identifier: str | None) -> None:
        self._identifier = identifier

    def __enter__(self) -> None:
        self._token = _requester.set(self._identifier)

    def __exit__(self, *_: object) -> None:
        _requester.reset(self._token)


def person_of(scope: Scope) -> str | None:
    """Identifier of the person whose login cookie or bearer token a request carries, or None."""
    claims = claims_of(token_of(scope))
    return str(claims["identifier"]) if claims else None


def token_of(scope: Scope) -> str | None:
    """The login cookie or bearer token of a request."""
    request = HTTPConnection(scope)
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    return get_token_from_cookies(request.cookies) or (bearer if scheme == "Bearer" else None)


def claims_of(token: str | None) -> Claims | None:
    """What a token says, or None where it may not be believed."""
    try:
        claims = jwt.decode(token or "", get_jwt_secret() or "", algorithms=["HS256"])
    except jwt.PyJWTError:
        return None
    return claims if isinstance(claims.get("identifier"), str) and "exp" in claims else None


def asker() -> str | None:
    """Identifier of the person who is asking; None where it is the program itself.

    The threads of Slack and Teams belong to a channel, in which several people write.
    """
    if (identifier := _requester.get()) is not None:
        return identifier
    session = _session()
    if session is None or session.user is None:
        return None
    return str(session.user.identifier) if session.client_type in _THEIR_OWN else None


def over_http() -> bool:
    """Whether somebody signed in waits for the reply to a request of their own."""
    return _requester.get() is not None


def owner_asking() -> str | None:
    """`users.id` of the person whose chat session it is; None in a channel, and elsewhere."""
    session = _session()
    if session is None or session.client_type not in _THEIR_OWN:
        return None
    return getattr(session.user, "id", None)


def thread_asked() -> str | None:
    """The thread of the chat session that is being served, if one is."""
    session = _session()
    return str(session.thread_id) if session is not None else None


def _session() -> Any:
    try:
        return get_context().session
    except ChainlitContextException:
        return None
