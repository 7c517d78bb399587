"""Done is said when it is kept: all that a turn wrote is on disk by then, or told not to be.

Chainlit shows and writes at the same time, and awaits no write of its own.
"""

from __future__ import annotations

import asyncio
import time
from typing import cast

import structlog
from chainlit import ErrorMessage
from chainlit.context import get_context
from chainlit.data import get_data_layer
from chainlit.emitter import ChainlitEmitter

from bot.errors import StoreError
from bot.events import Outcome
from bot.page.choice import keep_graph
from bot.steps.keep import not_kept
from memory.catalogue import say
from memory.threads import Threads

_log = structlog.get_logger(__name__)


def say_done_when_kept() -> None:
    """Let the page's last event of a task wait for what the task wrote.

    It comes after the one that gives a new thread its address, too: who loads the page anew then
    is in that thread.
    """
    say_done, begin = ChainlitEmitter.task_end, ChainlitEmitter.init_thread
    beginning: dict[str, asyncio.Event] = {}

    async def init_thread(self: ChainlitEmitter, interaction: str) -> None:
        begun = beginning[self.session.id] = asyncio.Event()
        try:
            await keep_graph()
            await begin(self, interaction)
        finally:
            begun.set()
            beginning.pop(self.session.id, None)

    async def task_end(self: ChainlitEmitter) -> None:
        if begun := beginning.get(self.session.id):
            await begun.wait()
        await _settled(self.session.thread_id)
        await say_done(self)  # type: ignore[no-untyped-call]

    ChainlitEmitter.init_thread = init_thread  # type: ignore[method-assign]
    ChainlitEmitter.task_end = task_end  # type: ignore[method-assign]


async def tell_what_is_not_kept(outcome: Outcome, answer_id: str) -> None:
    """Wait until the answer that was shown is on disk; where it is not, say so, but once."""
    began = time.perf_counter()
    problem = await _settled(get_context().session.thread_id)
    took = round((time.perf_counter() - began) * 1000, 1)
    _log.debug("answer kept", answer=answer_id, ms=took)
    if problem is not None and outcome.kept:
        await ErrorMessage(content=not_kept(problem)).send()


async def keep_settings() -> None:
    """Keep what the person has set for the conversation; where it cannot be kept, say so."""
    session = get_context().session
    owner = getattr(session.user, "id", None)
    chosen = {"chat_settings": dict(session.chat_settings)}
    try:
        await kept_threads().update_thread(session.thread_id, user_id=owner, metadata=chosen)
    except StoreError as error:
        told = say("Your settings hold for now, but could not be kept: {problem}", problem=error)
        await get_context().emitter.send_toast(told, "error")


async def _settled(thread_id: str) -> StoreError | None:
    return await kept_threads().kept(thread_id)


def kept_threads() -> Threads:
    """Chainlit's data layer, which knows what is being written."""
    return cast(Threads, get_data_layer())
