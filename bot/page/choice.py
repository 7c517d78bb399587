"""The graph of a conversation: chosen where it begins, and the same whenever it goes on.

Chainlit's chat profiles are the menu; with one graph there is none. The widget has no menu, but the
graph of its snippet: Chainlit's own there lets go of the connection, and never has it again.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Generator, Sequence
from contextlib import suppress
from typing import Any, cast
from urllib.parse import quote
from uuid import uuid4

from chainlit import ChatProfile, Starter
from chainlit.context import get_context
from chainlit.data import get_data_layer
from chainlit.server import set_session_cookie
from chainlit.types import ThreadDict
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from bot.errors import CiceroneError, StoreError
from bot.graph.embedded.catalogue import GraphInfo
from bot.page.asked import graph_in_address, thread_shown
from bot.page.lifespan import opened
from bot.page.pins import PIN, pinned
from bot.render.markdown import escape
from memory.asker import person_of
from memory.catalogue import preferred, say, say_many, speak
from memory.threads import Threads

_WIDGET = "copilot"
# Whoever chooses a graph sees nothing else until this is there.
_STARTERS_SECONDS = 4.0
_SESSIONS, _THREADS = 10_000, 200
# The graph of a widget's snippet, by the session that its socket will be of.
_widgets: OrderedDict[str, str] = OrderedDict()


class Menu:
    """The graphs to choose between, for `config.code.set_chat_profiles`.

    Chainlit also asks for them where it cannot wait, and lets go of what it got: what is given is
    no coroutine, which would complain of that.
    """

    def __call__(self, user: Any = None, language: str | None = None) -> _Profiles:
        """The profiles, to be awaited."""
        del user
        return _Profiles(language or "")


class _Profiles(Awaitable[list[ChatProfile]]):
    def __init__(self, language: str) -> None:
        self._language = language

    def __await__(self) -> Generator[Any, None, list[ChatProfile]]:
        return _profiles(self._language).__await__()


async def _profiles(language: str) -> list[ChatProfile]:
    speak(preferred(language))
    there = opened.graphs.offers
    if len(there) == 1 or graph_in_address():
        return []
    # The page connects with the default: it need not connect again for what it shows.
    shown = await _graph_shown()
    default = next((offer for offer in there if offer.name == shown), there[0])
    return [
        ChatProfile(
            name=offer.name,
            display_name=offer.title,
            markdown_description=escape(offer.description or _size(offer.size) or offer.title),
            default=offer is default,
        )
        for offer in there
    ]


async def _graph_shown() -> str:
    """The name of the graph of the conversation that is on the page; "" where none is."""
    with suppress(StoreError):
        for kept in (await _threads().graphs([thread_shown()])).values():
            return _name(*kept)
    return ""


def _size(info: GraphInfo | None) -> str:
    if info is None:
        return ""
    nodes = say_many("{count} node", "{count} nodes", info.nodes)
    related = say_many("{count} relationship", "{count} relationships", info.relationships)
    return f"{nodes}, {related}"


async def starters(person: str) -> list[Starter]:
    """What a person pinned on the graph that is chosen, then questions that are proven on it."""
    try:
        graph = await opened.asked()
        first = graph is opened.graphs.of()
        async with asyncio.timeout(None if first else _STARTERS_SECONDS):
            await graph.open()
            async with graph.held() as cicerone:
                pins = await pinned(cicerone, person) if person else []
                choices = await cicerone.starters()
    except (CiceroneError, TimeoutError):
        return []
    own = [Starter(label=question, message=question, icon=PIN) for question in pins]
    rest = [one for one in choices if one.question not in pins]
    return own + [Starter(label=one.label, message=one.question) for one in rest]


async def prepare_graph() -> None:
    """Begin to open the graph of a conversation that begins."""
    try:
        (await opened.asked()).prepare()
    except CiceroneError:
        return  # it is told where a question is asked


async def keep_graph() -> None:
    """Keep with a conversation of which graph it is."""
    session = get_context().session
    name = session.chat_profile or opened.settings.graph_name
    owner = getattr(session.user, "id", None)
    try:
        await _threads().update_thread(session.thread_id, user_id=owner, metadata={"graph": name})
    except StoreError:
        return  # the message itself cannot be kept either, which is told


async def graph_of_thread(thread_id: str) -> str:
    """The name of the graph that a conversation is of; "" where it is not known."""
    found = await _threads().graphs([thread_id])
    return _name(*found.get(thread_id, ("", "")))


async def go_on(thread: ThreadDict) -> None:
    """Let a conversation go on with the graph that it is of.

    Args:
        thread: Shown by Chainlit after this.
    """
    session = get_context().session
    name = await graph_of_thread(thread["id"]) or session.chat_profile or ""
    chosen = len(opened.graphs.offers) > 1 and session.client_type != _WIDGET
    thread["metadata"] = {**(thread["metadata"] or {}), "chat_profile": name if chosen else None}
    session.chat_profile = name or None
    if name and name not in (offer.name for offer in opened.graphs.offers):
        speak(preferred(getattr(session, "language", "")))
        told = say(
            "This conversation is of the graph {name}, which is not here: it can only be read.",
            name=name,
        )
        await get_context().emitter.send_toast(told, "warning")


async def chosen_in_widget(auth: dict[str, Any]) -> dict[str, Any]:
    """What a widget says of its connection, with the graph of its snippet.

    It goes on with the last conversation there was on any page of its site: where that is of
    another graph, a new one begins.
    """
    if auth.get("clientType") != _WIDGET:
        return auth
    graph = _widgets.get(auth["sessionId"]) or opened.settings.graph_name
    auth = {**auth, "chatProfile": quote(graph)}
    with suppress(StoreError):
        last = await _threads().graphs([auth.get("threadId") or ""])
        if any(_name(*kept) not in ("", graph) for kept in last.values()):
            auth["threadId"] = str(uuid4())
    return auth


async def session_cookie(request: Request) -> Response:
    """Chainlit's own address, which a widget asks before it connects: here it says its graph."""
    reply = Response(status_code=200)
    try:
        given = await request.json()
        session = str(given["session_id"])
    except (ValueError, TypeError, KeyError):
        return PlainTextResponse("This names no session.", status_code=422)
    if name := graph_in_address():
        _widgets[session] = name
        while len(_widgets) > _SESSIONS:
            _widgets.popitem(last=False)
    told = await set_session_cookie(request, reply)
    return JSONResponse(told, headers={"set-cookie": reply.headers["set-cookie"]})


async def graphs_of_threads(request: Request) -> Response:
    """The titles of the graphs that some of a person's conversations are of, by conversation."""
    if person_of(request.scope) is None:
        return PlainTextResponse("Sign in first.", status_code=401)
    asked: Sequence[str] = request.query_params.getlist("id")[:_THREADS]
    titles = {offer.name: offer.title for offer in opened.graphs.offers}
    if len(titles) == 1:
        return JSONResponse({})
    try:
        found = await _threads().graphs(asked)
    except StoreError as error:
        return PlainTextResponse(str(error), status_code=503)
    names = {thread: _name(*kept) for thread, kept in found.items()}
    return JSONResponse({thread: titles.get(name, name) for thread, name in names.items()})


def choice_routes() -> list[Route]:
    """The addresses, before Chainlit's own."""
    return [
        Route("/set-session-cookie", session_cookie, methods=["POST"]),
        Route("/graphs-of-threads", graphs_of_threads),
    ]


def _name(kept: str, key: str) -> str:
    """The name of a graph by what was kept with a thread, else by the key of its answers."""
    return kept or (opened.graphs.name_of(key) or key.partition("@")[0] if key else "")


def _threads() -> Threads:
    return cast(Threads, get_data_layer())
