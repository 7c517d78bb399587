"""The database is looked at for changes beside the questions: seldom, by one process for all."""

from __future__ import annotations

import asyncio
import fcntl
import json
import time
from collections.abc import Awaitable, Callable
from contextvars import Context
from dataclasses import dataclass
from pathlib import Path

import structlog

from bot.errors import CiceroneError

# What costs to be opened anew is not opened anew all the time: for a twentieth of it at most.
_SHARE = 20
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look found: the state of the graph, and when, in seconds since 1970."""

    state: str
    at: float


class LookBook:
    """The last look of any process of this home, in a file; one of them looks at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def last(self) -> Looked | None:
        """The last look; None where there is none that can be read."""
        try:
            found = json.loads(self._path.read_text())
            return Looked(str(found["state"]), float(found["at"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def claim(self, every: float) -> bool:
        """Whether it is for this process to look now: nobody has begun to, for so many seconds."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.with_suffix(".begun").open("a+") as begun:
                fcntl.flock(begun, fcntl.LOCK_EX)
                begun.seek(0)
                text = begun.read()
                now = time.time()
                if text and 0 <= now - float(text) < every:
                    return False
                begun.truncate(0)
                begun.write(str(now))
        except (OSError, ValueError):
            return True
        return True

    def write(self, state: str) -> None:
        """Tell the others."""
        beside = self._path.with_suffix(".new")
        try:
            beside.write_text(json.dumps({"state": state, "at": time.time()}))
            beside.replace(self._path)
        except OSError as error:
            _log.debug("a look was not written down", why=str(error))


class Looks:
    """Looks whether a graph is still as it was opened.

    Args:
        look: Tells the state of the graph as it is now.
        known: The state that was opened; the first look tells it where that is "".
        beside: What else is done at each look: names are read that are newer, and from the second
            look on (it is called with whether this is the first) some of the others.
        book: Where processes tell each other; `every` so many seconds at most one looks.
        cost: The seconds that opening the graph took.
    """

    def __init__(
        self,
        look: Callable[[], Awaitable[str]],
        known: str,
        beside: Callable[[bool], Awaitable[None]],
        book: LookBook,
        *,
        every: float,
        cost: float,
    ) -> None:
        self._look, self._known, self._beside = look, known, beside
        self._book, self._every = book, every
        self._opened = self._last = time.time()
        self._settled = self._opened + _SHARE * cost
        self._task: asyncio.Task[None] | None = None
        self.behind = False

    def begin(self) -> None:
        """Learn the state that was opened, where that is not known, and where watermarks are."""
        self._start(self._first)

    def due(self) -> None:
        """Look now, beside the questions, where that is due."""
        now = time.time()
        if self._task is None and not self.behind and now - self._last >= self._every:
            self._last = now
            self._start(self._again)

    async def wait(self, seconds: float) -> None:
        """Wait a little for the look under way."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=seconds)

    async def close(self) -> None:
        """End the look under way."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _start(self, work: Callable[[], Awaitable[None]]) -> None:
        async def guarded() -> None:
            try:
                await work()
            except CiceroneError as error:
                _log.info("the graph was not looked at", why=str(error))
            except Exception as error:
                _log.error("the graph was not looked at", exc_info=error)
            finally:
                self._task = None

        self._task = asyncio.create_task(guarded(), context=Context())

    async def _first(self) -> None:
        if not self._known:
            self._known = await self._look()
        await self._beside(True)

    async def _again(self) -> None:
        if await asyncio.to_thread(self._book.claim, self._every):
            state = await self._look()
            await asyncio.to_thread(self._book.write, state)
            await self._beside(False)
        else:
            last = await asyncio.to_thread(self._book.last)
            # One from before this was opened tells nothing.
            state = last.state if last is not None and last.at > self._opened else self._known
        self._known = self._known or state
        self.behind = state != self._known and time.time() >= self._settled
