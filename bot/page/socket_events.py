"""What a browser may send over its socket, checked before Chainlit does anything for it.

Chainlit believes what it is sent: a session's name becomes a folder's, a message's type and author
are the sender's choice, and whatever does not fit ends in a traceback.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import structlog
from chainlit import ErrorMessage
from chainlit.config import config
from chainlit.context import init_ws_context
from chainlit.server import sio
from chainlit.session import WebsocketSession
from chainlit.socket import process_message
from chainlit.utils import utc_now

from bot.page.choice import chosen_in_widget
from bot.page.limits import limits, who_asks
from bot.page.sessions import has_ended
from bot.turn import LONGEST_MESSAGE
from memory.asker import claims_of
from memory.catalogue import say

# So many packets may wait for a browser that does not read them.
_UNREAD = 2_000
# Events of what is not switched on; Chainlit answers them all the same.
_OFF = ("message_favorite", "window_message", "audio_start", "audio_chunk", "audio_end")
_SETTINGS = frozenset({"engine", "flow"})
_CLIENTS = ("webapp", "copilot")
_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_log = structlog.get_logger(__name__)
_turns: set[asyncio.Task[None]] = set()


def check_events() -> None:
    """Put our checks before the handlers of Chainlit's socket."""
    sio.eio.create_queue = _Outbox
    handlers: dict[str, Callable[..., Awaitable[Any]]] = sio.handlers["/"]
    off = _OFF if config.features.edit_message else (*_OFF, "edit_message")
    for event in off:
        handlers.pop(event, None)
    connect = _connecting(handlers.pop("connect"))
    for event, handler in list(handlers.items()):
        handlers[event] = _checked(event, handler)
    handlers["connect"] = connect
    for event in ("chat_settings_change", "chat_settings_edit"):
        handlers[event] = _checked(event, _ours_alone(handlers[event]))
    handlers["client_message"] = _checked("client_message", _message)
    handlers["too_long"] = _checked("too_long", _too_long)
    if "edit_message" in handlers:
        handlers["edit_message"] = _checked("edit_message", _limited(handlers["edit_message"]))


async def end_turns(seconds: float) -> None:
    """End the questions under way, each of which says so where it was asked."""
    limits().close()
    for task in _turns:
        task.cancel()
    if _turns:
        await asyncio.wait(_turns, timeout=seconds)


async def tell(session: WebsocketSession, told: str) -> None:
    """Show a sentence in a conversation that is not kept: what it answers was not let in."""
    context = init_ws_context(session)
    await context.emitter.send_step(ErrorMessage(content=told).to_dict())


class _Outbox(asyncio.Queue[Any]):
    """What waits to be sent over one socket; who does not read it is let go, and may come back."""

    async def put(self, item: Any) -> None:
        """Put a packet, or None for the end."""
        if item is not None and self.qsize() >= _UNREAD:
            while not self.empty():
                self.get_nowait()
                self.task_done()
            item = None
        await super().put(item)


def _checked(event: str, handler: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def handle(sid: str, *given: Any) -> Any:
        if WebsocketSession.get(sid) is None and event != "disconnect":
            _log.warning("an event of a session that is not there", event_name=event)
            return None
        try:
            # Chainlit takes no reason for the end of a connection.
            return await handler(sid, *(() if event == "disconnect" else given))
        except Exception as error:
            why = f"{type(error).__name__}: {error}"[:200]
            _log.warning("an event that makes no sense", event_name=event[:40], why=why)
            return None

    return handle


def _connecting(handler: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def connect(sid: str, environ: dict[str, Any], auth: Any = None) -> Any:
        try:
            if not _is_session(auth):
                raise ValueError("its session cannot be read")
            return await handler(sid, environ, await chosen_in_widget(auth))
        except ConnectionRefusedError:
            raise
        except Exception as error:
            _log.warning("a connection that makes no sense", why=str(error)[:200])
            raise ConnectionRefusedError(
                say("This connection makes no sense; reload the page.")
            ) from None

    return connect


def _is_session(auth: Any) -> bool:
    """Whether what a connection says of itself can be used: names of folders and rows, no paths."""
    if not isinstance(auth, dict) or auth.get("clientType") not in _CLIENTS:
        return False
    names = [auth.get("sessionId"), auth.get("threadId") or "none"]
    texts = [auth.get("userEnv") or "", auth.get("chatProfile") or ""]
    return all(isinstance(one, str) and _NAME.fullmatch(one) for one in names) and all(
        isinstance(one, str) and len(one) < 10_000 for one in texts
    )


async def _message(sid: str, payload: Any, *_: Any) -> None:
    session = WebsocketSession.require(sid)
    given = payload["message"]
    identifier, text = str(UUID(given["id"], version=4)), given["output"]
    if identifier != given["id"] or not isinstance(text, str):
        raise ValueError("this is no message")
    if not await _may_ask(session, text):
        return
    message = {
        "id": identifier,
        "type": "user_message",
        "name": session.user.display_name or session.user.identifier if session.user else "You",
        "output": text,
        "createdAt": utc_now(),
    }
    cleaned: Any = {"message": message, "fileReferences": None}
    task = asyncio.create_task(process_message(session, cleaned))
    session.current_task = task
    _turns.add(task)
    task.add_done_callback(_turns.discard)


async def _too_long(sid: str, *_: Any) -> None:
    """Stands for what was too long to be read."""
    session = WebsocketSession.require(sid)
    if (told := limits().refusal(who_asks(session))) is None:
        told = say(
            "That message is longer than {most} characters; shorten it.", most=LONGEST_MESSAGE
        )
    await tell(session, told)


def _ours_alone(handler: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def handle(sid: str, settings: Any, *_: Any) -> None:
        """Chainlit keeps whatever it is sent with the conversation."""
        await handler(sid, {name: str(settings[name])[:20] for name in _SETTINGS & {*settings}})

    return handle


def _limited(handler: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    async def handle(sid: str, payload: Any, *_: Any) -> None:
        session = WebsocketSession.require(sid)
        if await _may_ask(session, payload["message"]["output"]):
            await handler(sid, payload)

    return handle


async def _may_ask(session: WebsocketSession, text: str) -> bool:
    """Whether a message is let in; who sent it is told why not."""
    claims = claims_of(session.token)
    if claims is None or await has_ended(claims, session.token or ""):
        await tell(session, say("You are signed out; sign in again to go on."))
        await sio.disconnect(session.socket_id)
        return False
    if (told := limits().refusal(who_asks(session))) is None and len(text) > LONGEST_MESSAGE:
        told = say(
            "That message is longer than {most} characters; shorten it.", most=LONGEST_MESSAGE
        )
    if told is not None:
        await tell(session, told)
    return told is None
