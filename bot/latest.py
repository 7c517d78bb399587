"""The latest Cicerone: opened anew beside the one that is asked, which goes when nobody uses it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from contextvars import Context
from dataclasses import dataclass, field

import structlog

from bot.cicerone import Cicerone
from bot.errors import NotOpenYet
from memory.catalogue import say

# A small graph is open in a second or two; on a large one questions go on with the old parts.
_PATIENCE = 10.0
_AGAIN = 10.0
_GLANCE = 1.0
_log = structlog.get_logger(__name__)


@dataclass(eq=False, slots=True)
class _Held:
    cicerone: Cicerone
    stack: AsyncExitStack
    users: int = field(default=0)


class Latest:
    """Keeps one Cicerone open, and takes a new one when that is outdated.

    Args:
        opening: Opens one with all its parts.
        patience: So many seconds a turn waits for the new one.
        first: So many seconds it waits for the first one; without limit if None.
        again: So many seconds pass between two attempts, where one fails.
    """

    def __init__(
        self,
        opening: Callable[[], AbstractAsyncContextManager[Cicerone]],
        *,
        patience: float = _PATIENCE,
        first: float | None = None,
        again: float = _AGAIN,
    ) -> None:
        self._opening = opening
        self._patience, self._first, self._again = patience, first, again
        self._current: _Held | None = None
        self._opened: asyncio.Task[_Held] | None = None
        self._retired: set[_Held] = set()
        self._renewal: asyncio.Task[None] | None = None
        self._closing: set[asyncio.Task[None]] = set()
        self._not_before = 0.0

    @property
    def is_open(self) -> bool:
        """Whether one is open."""
        return self._current is not None

    @property
    def in_use(self) -> bool:
        """Whether one is held, or being opened."""
        held = [*self._retired, *filter(None, [self._current])]
        opening = self._opened is not None or self._renewal is not None
        return opening or any(one.users for one in held)

    @property
    def cicerone(self) -> Cicerone:
        """The one that is open."""
        return self._held().cicerone

    async def open(self) -> Cicerone:
        """Open it; where it is open, see whether it is outdated, and wait a little for a new one.

        Raises:
            NotOpenYet: the first one takes longer than one waits for it.
            CiceroneError: it cannot be opened the first time; later the log says so.
        """
        if self._current is None:
            await self._open_first()
        if self._renewal is None and self._due():
            # It outlives the turn that noticed, and is nobody's: no person, no conversation.
            self._renewal = asyncio.create_task(self._renew(), context=Context())
        if self._renewal is not None:
            # What is only behind answers meanwhile, and looks names up that it does not know.
            wrong = self.cicerone.outdated()
            await asyncio.wait([self._renewal], timeout=self._patience if wrong else _GLANCE)
        return self.cicerone

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Cicerone]:
        """The one that is open, kept open until the block ends."""
        held = self._held()
        held.users += 1
        try:
            yield held.cicerone
        finally:
            held.users -= 1
            self._let_go()

    async def close(self) -> None:
        """Close whatever is open, used or not."""
        ready: list[_Held | BaseException] = []
        if self._opened is not None:
            self._opened.cancel()
            # It may have come to its end with nobody left to take it.
            ready += await asyncio.gather(self._opened, return_exceptions=True)
            self._opened = None
        if self._renewal is not None:
            self._renewal.cancel()
            await asyncio.gather(self._renewal, return_exceptions=True)
        await asyncio.gather(*self._closing)
        left = [*self._retired, self._current, *(one for one in ready if isinstance(one, _Held))]
        self._retired, self._current = set(), None
        for held in left:
            if held is not None:
                await held.stack.aclose()

    def _held(self) -> _Held:
        if self._current is None:
            raise RuntimeError("Cicerone is not open yet")
        return self._current

    def _due(self) -> bool:
        one = self.cicerone
        return time.monotonic() >= self._not_before and (one.outdated() or one.behind)

    async def _open_first(self) -> None:
        """Open the first one, once for all who wait for it; the next who comes tries anew."""
        if self._opened is None:
            self._opened = asyncio.create_task(self._enter(), context=Context())
        opened = self._opened
        done, _ = await asyncio.wait([opened], timeout=self._first)
        if not done:
            raise NotOpenYet(say("This graph is still being opened; ask again in a moment."))
        if self._opened is opened:
            self._opened = None
            self._current = opened.result()
        elif self._current is None:
            opened.result()

    async def _enter(self) -> _Held:
        stack = AsyncExitStack()
        return _Held(await stack.enter_async_context(self._opening()), stack)

    async def _renew(self) -> None:
        old = self._held()
        try:
            self._current = await self._enter()
        except Exception as error:
            self._not_before = time.monotonic() + self._again
            _log.warning("the graph has changed; it is asked as it was known", why=str(error))
        else:
            self._retired.add(old)
            self._let_go()
            _log.info("the graph has changed, and is open anew")
        finally:
            self._renewal = None

    def _let_go(self) -> None:
        """Close what was replaced and is used no longer."""
        for held in [one for one in self._retired if not one.users]:
            self._retired.remove(held)
            task = asyncio.create_task(_close(held), context=Context())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)


async def _close(held: _Held) -> None:
    try:
        await held.stack.aclose()
    except Exception as error:
        _log.warning("what was replaced did not close", why=str(error))
