"""Which graph a request is about: the page names it, or the conversation that goes on is of it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType
from urllib.parse import parse_qs, urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

# The widget's snippet and our own scripts say `graph`, Chainlit says `chat_profile`.
_OURS, _CHAINLITS = "graph", "chat_profile"
_THREAD = "thread"
_SOCKET = "/ws/socket.io"
_LONGEST = 2_000
_requested: ContextVar[Mapping[str, str]] = ContextVar(
    "graph_requested", default=MappingProxyType({})
)


class GraphAsked:
    """ASGI middleware: remembers the graph that a request names while it is served."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or connection."""
        if scope["type"] != "http" or _SOCKET in scope["path"]:
            await self._app(scope, receive, send)
            return
        given = parse_qs(scope["query_string"].decode("latin-1")[:_LONGEST], errors="replace")
        named = {key: given[key][0] for key in (_OURS, _CHAINLITS) if key in given}
        named |= _thread_shown(scope) if _CHAINLITS not in named else {}
        token = _requested.set(named)
        try:
            await self._app(scope, receive, send)
        finally:
            _requested.reset(token)


def graph_asked() -> str:
    """Name (or title) of the graph that is asked now; "" for that of the settings.

    Chainlit is not imported for it: what has not imported it serves no conversation.
    """
    requested = _requested.get()
    if named := requested.get(_OURS) or requested.get(_CHAINLITS):
        return named
    if "chainlit.context" not in sys.modules:
        return ""
    from chainlit.context import ChainlitContextException, get_context

    try:
        return get_context().session.chat_profile or ""
    except ChainlitContextException:
        return ""


def thread_shown() -> str:
    """The conversation on the page that asks, where it has not chosen a graph yet; "" for none."""
    return _requested.get().get(_THREAD, "")


def _thread_shown(scope: Scope) -> dict[str, str]:
    try:
        page = urlsplit(dict(scope["headers"]).get(b"referer", b"").decode("latin-1")).path
    except ValueError:
        return {}
    before, _, thread = page.rpartition("/thread/")
    return {_THREAD: thread} if thread and not before else {}


def graph_in_address() -> str:
    """The graph that a request says is to be asked, whatever else there is; "" for none."""
    return _requested.get().get(_OURS, "")
