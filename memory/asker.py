"""Who is asking, as far as the data layer can know: Chainlit does not tell it.

Chainlit guards some of its addresses itself, feedback not at all; with this the data layer checks
every one. `SignedIn` must wrap the web application for that.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any

from chainlit.auth import get_token_from_cookies
from chainlit.auth.jwt import decode_jwt
from chainlit.context import ChainlitContextException, get_context
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

_requester: ContextVar[str | None] = ContextVar("requester", default=None)

# The socket's handlers have a session, which knows the person.
_SOCKET = "/ws/socket.io"


class SignedIn:
    """ASGI middleware: remembers the person of each HTTP request while it is served."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or _SOCKET in scope["path"]:
            await self._app(scope, receive, send)
            return
        with asking(person_of(scope)):
            await self._app(scope, receive, send)


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
    request = Request(scope)
    scheme, _, bearer = request.headers.get("authorization", "").partition(" ")
    token = get_token_from_cookies(request.cookies) or (bearer if scheme == "Bearer" else None)
    if not token:
        return None
    try:
        return str(decode_jwt(token).identifier)
    except Exception:  # whatever is wrong with a token, Chainlit's own check refuses it next
        return None


def asker() -> str | None:
    """Identifier of the person who is asking; None where it is the program itself.

    The threads of Slack and Teams belong to a channel, in which several people write.
    """
    if (identifier := _requester.get()) is not None:
        return identifier
    session = _session()
    if session is None or session.user is None:
        return None
    return str(session.user.identifier) if session.client_type in ("webapp", "copilot") else None


def thread_asked() -> str | None:
    """The thread of the chat session that is being served, if one is."""
    session = _session()
    return str(session.thread_id) if session is not None else None


def _session() -> Any:
    try:
        return get_context().session
    except ChainlitContextException:
        return None
