"""How much one person may ask: so many messages a minute, so many questions at once, in fair turn.

A message that is over a limit is told so before anything is done for it; one that is let in is
answered, or told why not.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from bot.errors import UsageError
from bot.page.lifespan import opened
from bot.render.phrases import time_to_wait
from bot.settings import Settings
from memory.catalogue import marked, say
from memory.fair_queue import FairQueue, Full
from memory.people import LOCAL_PERSON

_MINUTE = 60.0
# So many questions may wait in all, and of one person; a message each, not yet read.
_WAITING, _WAITING_EACH = 500, 10
_REMEMBERED = 10_000
# A click costs a few small statements where a message may cost a model.
_CLICKS = 4
# A question that a model answers mostly waits for it.
_WITH_MODEL = 8


ENDING = marked("Cicerone is being stopped; ask again in a moment.")


class Limits:
    """The limits of all who ask this process. `who` is a person, or a session of nobody's."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._a_minute = settings.messages_a_minute
        self._clock = clock
        self._closed = False
        self._sent: dict[str, deque[float]] = {}
        self._asking: dict[str, int] = {}
        cores = os.cpu_count() or 1
        places = settings.questions_in_all or cores * (_WITH_MODEL if settings.has_model else 1) + 1
        self._queue = FairQueue(
            places, settings.questions_at_once, waiting=_WAITING, waiting_each=_WAITING_EACH
        )

    def refusal_of_click(self, who: str) -> str | None:
        """Why a click that asks the graph for something to draw is not let in, and counts."""
        return self._refusal(f"{who}, by clicks", self._a_minute * _CLICKS, clicks=True)

    def refusal(self, who: str) -> str | None:
        """Why a message is not let in, in a sentence; None where it is, and it counts."""
        return self._refusal(who, self._a_minute)

    def _refusal(self, who: str, most: int, *, clicks: bool = False) -> str | None:
        if self._closed:
            return say(ENDING)
        if self._asking.get(who, 0) > _WAITING_EACH:
            return say(
                "{count} of your questions wait already; go on when one is answered.",
                count=_WAITING_EACH,
            )
        if not most:
            return None
        now = self._clock()
        sent = self._sent.setdefault(who, deque())
        while sent and sent[0] <= now - _MINUTE:
            sent.popleft()
        if len(sent) >= most:
            left = time_to_wait(sent[0] + _MINUTE - now)
            if clicks:
                return say(
                    "That is more than {most} clicks in a minute; go on in {time}.",
                    most=most,
                    time=left,
                )
            return say(
                "That is more than {most} messages in a minute; go on in {time}.",
                most=most,
                time=left,
            )
        sent.append(now)
        self._forget(now)
        return None

    @asynccontextmanager
    async def turn(
        self, who: str, thread: str, told: Callable[[int], Awaitable[None]]
    ) -> AsyncIterator[Callable[[], None]]:
        """A place among the questions that are answered now; of one thread one at a time.

        What it gives is called once the question is answered, and only has to be kept.

        Args:
            who: Whose question it is.
            thread: Its conversation.
            told: Is given the number in line while it waits.

        Raises:
            UsageError: too many questions wait.
        """
        self._asking[who] = self._asking.get(who, 0) + 1
        try:
            async with self._queue.place(who, thread, told) as answered:
                yield answered
        except Full:
            raise UsageError(
                say("Too many questions are waiting; ask this one again in a moment.")
            ) from None
        finally:
            self._asking[who] -= 1
            if not self._asking[who]:
                del self._asking[who]

    def close(self) -> None:
        """Let nothing in any longer: the process ends."""
        self._closed = True

    @property
    def closed(self) -> bool:
        """Whether the process ends."""
        return self._closed

    def _forget(self, now: float) -> None:
        if len(self._sent) > _REMEMBERED:
            self._sent = {who: s for who, s in self._sent.items() if s and s[-1] > now - _MINUTE}


@cache
def limits() -> Limits:
    """The limits of this process."""
    return Limits(opened.settings)


def who_asks(session: Any) -> str:
    """Whom the limits of a chat session are: a person, or the session where nobody signs in."""
    identifier = str(session.user.identifier) if session.user else LOCAL_PERSON
    return f"session {session.id}" if identifier == LOCAL_PERSON else identifier
