"""Signing out: the tokens of a sign-in open nothing any longer, here and at other replicas."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from contextlib import suppress

import structlog
from chainlit.server import sio
from chainlit.session import WebsocketSession, ws_sessions_id
from starlette.requests import Request
from starlette.responses import Response

from bot.errors import StoreError
from bot.page.lifespan import opened
from memory.asker import Claims, claims_of, token_of
from memory.ended_sessions import EndedSessions, session_of

_REMEMBERED = 10_000
_CLOSING_SECONDS = 2.0
_log = structlog.get_logger(__name__)
# What was ended here stays ended, whatever becomes of the store.
_ended_here: dict[str, None] = {}


async def has_ended(claims: Claims, token: str) -> bool:
    """Whether the sign-in that a token came of was ended.

    While the store is away a token that another replica ended is taken: it is signed, and not yet
    expired, and nobody could work else.
    """
    session = session_of(claims, token)
    if session in _ended_here:
        return True
    # Told in whole seconds, rounded down.
    since = float(claims.get("iat") or time.time()) + 1
    try:
        ended = EndedSessions(await opened.store())
        return await ended.has_ended(session, str(claims["identifier"]), since)
    except StoreError as error:
        _log.warning("it is not known which sign-ins were ended", why=str(error))
        return False


async def sign_out(request: Request, response: Response) -> dict[str, bool]:
    """End the sign-in of a request; Chainlit has taken its cookie back."""
    del response
    token = token_of(request.scope)
    claims = claims_of(token)
    if token is None or claims is None:
        return {"success": True}
    session = session_of(claims, token)
    _ended_here[session] = None
    if len(_ended_here) > _REMEMBERED:
        del _ended_here[next(iter(_ended_here))]
    try:
        await EndedSessions(await opened.store()).end(session, float(claims["exp"]))
    except StoreError as error:
        _log.error("other replicas do not know of a sign-out", why=str(error))
    await _close(one for one in ws_sessions_id.values() if _is_of(one, session))
    return {"success": True}


async def end_chats(person: str) -> None:
    """End what a person is asking in this process, and the chats that they ask it in."""
    chats = [one for one in ws_sessions_id.values() if one.user and one.user.identifier == person]
    turns = [chat.current_task for chat in chats if chat.current_task]
    for turn in turns:
        turn.cancel()
    if turns:
        await asyncio.wait(turns, timeout=_CLOSING_SECONDS)
    for chat in chats:
        chat.to_clear = True
    await _close(chats)


async def _close(chats: Iterable[WebsocketSession]) -> None:
    with suppress(TimeoutError):  # one that does not read what it is sent
        async with asyncio.timeout(_CLOSING_SECONDS):
            await asyncio.gather(*(sio.disconnect(chat.socket_id) for chat in chats))


def _is_of(chat: WebsocketSession, session: str) -> bool:
    claims = claims_of(chat.token)
    return claims is not None and session_of(claims, chat.token or "") == session
