"""A few places that many share: whoever had least of late is next, and nobody waits without end."""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

# What somebody had counts half after so many seconds.
_HALF_LIFE = 60.0
# Who waits is told of a new place so often.
_TOLD_EVERY = 1.0
_REMEMBERED = 10_000


class Full(Exception):
    """Nobody more may wait; `own` says that it is one's own that is waiting."""

    def __init__(self, own: bool) -> None:
        super().__init__("no more may wait")
        self.own = own


@dataclass(eq=False, slots=True)
class _Ticket:
    who: str
    lane: str | None
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    ending: bool = False


class FairQueue:
    """Gives out places, and keeps who waits in order."""

    def __init__(
        self,
        places: int,
        each: int,
        *,
        waiting: int,
        waiting_each: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """A queue for so many at a time.

        Args:
            places: So many may be in at once.
            each: So many of them may be one's own.
            waiting: So many may wait in all.
            waiting_each: So many of these may be one's own.
            clock: Seconds, going forward.
        """
        self._places, self._each = places, each
        self._most, self._most_each = waiting, waiting_each
        self._clock = clock
        self._waiting: list[_Ticket] = []
        self._inside: list[_Ticket] = []
        self._had: dict[str, tuple[float, float]] = {}
        self._ordered: list[_Ticket] | None = None

    @asynccontextmanager
    async def place(
        self,
        who: str,
        lane: str | None = None,
        told: Callable[[int], Awaitable[None]] | None = None,
    ) -> AsyncIterator[Callable[[], None]]:
        """A place for the block, once there is one.

        What it gives is called where the rest of the block only waits: the place is another's
        then, the lane is not.

        Args:
            who: Whose it is.
            lane: Of one lane only one is in at a time.
            told: Is given the number in line, from 1, when one has to wait and as it changes.

        Raises:
            Full: too many wait already.
        """
        ticket = self._join(who, lane)
        try:
            await self._wait(ticket, told)
            yield partial(self._end, ticket)
        finally:
            self._leave(ticket)

    def __len__(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def _join(self, who: str, lane: str | None) -> _Ticket:
        ticket = _Ticket(who, lane)
        self._waiting.append(ticket)
        self._let_in()
        if not ticket.ready.is_set():
            own = sum(one.who == who for one in self._waiting) > self._most_each
            if own or len(self._waiting) > self._most:
                self._leave(ticket)
                raise Full(own)
        return ticket

    async def _wait(self, ticket: _Ticket, told: Callable[[int], Awaitable[None]] | None) -> None:
        number = 0
        while not ticket.ready.is_set():
            now = self._order().index(ticket) + 1
            if told is not None and now != number:
                number = now
                await told(number)
            with suppress(TimeoutError):
                await asyncio.wait_for(ticket.ready.wait(), _TOLD_EVERY)

    def _end(self, ticket: _Ticket) -> None:
        ticket.ending = True
        self._let_in()

    def _leave(self, ticket: _Ticket) -> None:
        self._ordered = None
        (self._inside if ticket in self._inside else self._waiting).remove(ticket)
        self._let_in()

    def _let_in(self) -> None:
        self._ordered = None
        while len(busy := [one for one in self._inside if not one.ending]) < self._places:
            own = Counter(one.who for one in busy)
            lanes = {one.lane for one in self._inside if one.lane is not None}
            ticket = next(
                (
                    one
                    for one in self._order()
                    if own[one.who] < self._each and one.lane not in lanes
                ),
                None,
            )
            if ticket is None:
                return
            self._waiting.remove(ticket)
            self._inside.append(ticket)
            self._had[ticket.who] = (self._use(ticket.who) + 1, self._clock())
            self._forget()
            self._ordered = None
            ticket.ready.set()

    def _order(self) -> list[_Ticket]:
        """Who waits, the next first: by what each had, one's own in the order they came."""
        if self._ordered is None:
            before: Counter[str] = Counter()
            ranked = []
            for ticket in self._waiting:
                ranked.append((self._use(ticket.who) + before[ticket.who], ticket))
                before[ticket.who] += 1
            ranked.sort(key=lambda one: one[0])
            self._ordered = [ticket for _, ticket in ranked]
        return self._ordered

    def _use(self, who: str) -> float:
        had, at = self._had.get(who, (0.0, 0.0))
        return had * math.exp2((at - self._clock()) / _HALF_LIFE)

    def _forget(self) -> None:
        if len(self._had) > _REMEMBERED:
            self._had = {who: had for who, had in self._had.items() if self._use(who) > 0.1}
