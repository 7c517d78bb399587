"""How many questions an endpoint gets at once; the others wait in line, first come first served."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

# Replies in a row that went well before one more is tried at once.
_GROW_AFTER = 20


class Slots:
    """Slots of one endpoint. Its limit is learnt: each "too many requests" takes one away."""

    def __init__(self, most: int) -> None:
        self._most = self._limit = most
        self._used = 0
        self._well = 0
        self._released = 0
        self._line: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def slot(
        self, waiting: Callable[[int], Awaitable[None]], *, first: bool = False
    ) -> AsyncIterator[int]:
        """Hold a slot; `waiting` is told how many are before, `first` goes to the head of the line.

        What it gives is for `crowded`. Whoever gives up waiting (cancelled, out of time) leaves the
        line and holds no slot.
        """
        await self._take(waiting, first)
        try:
            yield self._released
        finally:
            self._used -= 1
            self._released += 1
            self._next()

    def crowded(self, slot: int) -> bool:
        """One that was sent away says so, its slot given back; whether others had one beside it."""
        self._well = 0
        if self._used:
            self._limit = min(self._limit, self._used)
        return self._used > 0 or self._released > slot + 1

    def went_well(self) -> None:
        """A reply came; after many, the limit is tried one higher."""
        self._well += 1
        if self._well >= _GROW_AFTER and self._limit < self._most:
            self._limit, self._well = self._limit + 1, 0

    async def _take(self, waiting: Callable[[int], Awaitable[None]], first: bool) -> None:
        if self._used < self._limit and not self._line:
            self._used += 1
            return
        turn = asyncio.get_running_loop().create_future()
        before = 0 if first else len(self._line)
        (self._line.appendleft if first else self._line.append)(turn)
        self._next()
        try:
            if not turn.done():
                await waiting(before)
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled():
                self._used -= 1
            elif turn in self._line:
                self._line.remove(turn)
            self._next()
            raise

    def _next(self) -> None:
        while self._line and self._used < self._limit:
            turn = self._line.popleft()
            if not turn.done():
                self._used += 1
                turn.set_result(None)
