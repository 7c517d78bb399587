"""The graphs of a process, by name: opened when first asked, closed when nobody asks them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from contextvars import Context
from typing import TypeAlias

import structlog

from bot.cicerone import Cicerone
from bot.errors import CiceroneError, LoginRefused, NotOpenYet, UsageError
from bot.latest import Latest
from bot.offers import Offer, offers
from bot.settings import Settings
from memory.catalogue import listed, marked, say, translation

# Opens a graph by its settings, and tells what it is doing as it begins.
Opening: TypeAlias = Callable[
    [Settings, Callable[[str], None]], AbstractAsyncContextManager[Cicerone]
]

_AGAIN = 3.0
# Whoever looks at a graph that cannot be opened asks for it every few seconds.
_PREPARE_AGAIN = 10.0
_log = structlog.get_logger(__name__)


class OneGraph:
    """One graph: the Cicerone that asks it, or what stands in its way.

    Args:
        settings: Of this graph.
        opening: Opens it.
        first: So many seconds one who asks waits for it to be opened; without limit if None.
    """

    def __init__(self, settings: Settings, opening: Opening, first: float | None) -> None:
        self.settings = settings
        self.problem = ""
        self._doing = marked("the page is starting")
        self._opening, self._first = opening, first
        self._latest = self._made()
        self._keeper: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self._asked = self._prepared = float("-inf")

    @property
    def is_open(self) -> bool:
        """Whether it can be asked."""
        return self._latest.is_open

    @property
    def cicerone(self) -> Cicerone:
        """The one that is open."""
        return self._latest.cicerone

    @property
    def reading(self) -> str:
        """What is being read and how far, in one sentence; "" once all is."""
        if self.is_open:
            return self.cicerone.reading()
        if self.problem:
            return say("{problem} It is tried again every few seconds.", problem=self.problem)
        name, doing = self.settings.graph_name, translation(self._doing)
        return say("Opening the graph {name}: {doing}.", name=name, doing=doing)

    def begin(self) -> None:
        """Begin to open it, beside whatever goes on, and try until it is open."""
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep_opening(), context=Context())

    async def wait(self) -> None:
        """Wait until what `begin` began is done.

        Raises:
            UsageError: a setting cannot be used, which no waiting will mend.
            LoginRefused: nor a password.
        """
        if self._keeper is not None:
            await asyncio.shield(self._keeper)

    def prepare(self) -> None:
        """Try to open it, beside whatever goes on; `reading` tells how far that is."""
        trying = self._keeper is not None and not self._keeper.done()
        now = time.monotonic()
        if not (self.is_open or trying or now - self._prepared < _PREPARE_AGAIN):
            self._prepared = now
            self._keeper = asyncio.create_task(self._try_opening(), context=Context())

    async def open(self) -> Cicerone:
        """Open it, or return the one that is open; one whose graph was replaced is opened anew.

        Raises:
            NotOpenYet: it is still being opened.
            CiceroneError: a part is missing or unreachable.
        """
        self._asked = time.monotonic()
        try:
            return await self._latest.open()
        except NotOpenYet:
            raise NotOpenYet(
                say("{problem} Ask again in a moment.", problem=self.reading)
            ) from None

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Cicerone]:
        """The one that is open, kept open until the block ends.

        Raises:
            CiceroneError: none is open yet, nor within moments.
        """
        if not self.is_open:
            await self.open()
        try:
            async with self._latest.held() as cicerone:
                yield cicerone
        finally:
            self._asked = time.monotonic()

    def close_if_idle(self, seconds: float) -> None:
        """Close it, beside whatever goes on, where nobody has used it for so long."""
        busy = not self.is_open or self._latest.in_use or self.cicerone.indexing
        if not busy and time.monotonic() - self._asked >= seconds:
            latest, self._latest = self._latest, self._made()
            self._closing = asyncio.create_task(latest.close(), context=Context())
            _log.info("a graph that nobody asks is closed", graph=self.settings.graph_name)

    async def stop_opening(self) -> None:
        """End what `begin` and `prepare` began."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
            self._keeper = None

    async def close(self) -> None:
        """Close it, used or not; nothing happens where it is not open."""
        await self.stop_opening()
        await self._latest.close()
        if self._closing is not None:
            await asyncio.gather(self._closing, return_exceptions=True)

    def _made(self) -> Latest:
        return Latest(self._anew, first=self._first)

    @asynccontextmanager
    async def _anew(self) -> AsyncIterator[Cicerone]:
        if self._closing is not None:  # its indexes have one writer
            await asyncio.wait([self._closing])
        async with self._opening(self.settings, self._tell) as cicerone:
            yield cicerone

    def _tell(self, doing: str) -> None:
        self._doing = doing

    async def _keep_opening(self) -> None:
        while not self.is_open:
            try:
                await self._latest.open()
                self.problem = ""
            except NotOpenYet:
                continue
            except (UsageError, LoginRefused) as error:
                self.problem = str(error)
                raise
            except CiceroneError as error:
                if str(error) != self.problem:
                    _log.warning("the graph is not open yet", why=str(error))
                self.problem = str(error)
                await asyncio.sleep(_AGAIN)

    async def _try_opening(self) -> None:
        try:
            await self.open()
            self.problem = ""
        except NotOpenYet:
            self.problem = ""
        except CiceroneError as error:
            self.problem = str(error)


class Graphs:
    """The graphs that a process can ask; that of its settings stays open once it is.

    Args:
        settings: Of the process; the graph they name is asked where none is.
        opening: Opens a graph.
        first: So many seconds one who asks waits for it to be opened; without limit if None.
    """

    def __init__(self, settings: Settings, opening: Opening, first: float | None = None) -> None:
        self._settings = settings
        self._opening, self._first = opening, first
        self._graphs: dict[str, OneGraph] = {}
        self._closer: asyncio.Task[None] | None = None

    @property
    def offers(self) -> list[Offer]:
        """What there is to choose between, now; the first is asked where none is chosen."""
        return offers(self._settings)

    @property
    def opened(self) -> list[OneGraph]:
        """Those that are open now."""
        return [graph for graph in self._graphs.values() if graph.is_open]

    def of(self, name: str = "") -> OneGraph:
        """The graph of that name or title, not opened by that; that of the settings by default.

        Raises:
            UsageError: there is none of that name.
        """
        if name in ("", self._settings.graph_name):
            return self._one(self._settings)
        there = self.offers
        for offer in there:  # no title is the name of another
            if name in (offer.name, offer.title):
                return self._one(self._settings.of_graph(offer.name))
        known = listed([offer.name for offer in there])
        told = say("There is no graph {name} here; there is {known}.", name=name, known=known)
        raise UsageError(told)

    def name_of(self, key: str) -> str | None:
        """The name of the graph whose memory is filed under a key; None where none of ours is."""
        if key in ("", self._settings.graph_key):
            return self._settings.graph_name
        for offer in self.offers:
            with suppress(UsageError):
                if self._settings.of_graph(offer.name).graph_key == key:
                    return offer.name
        return None

    async def stop_opening(self) -> None:
        """End what goes on beside to open them."""
        if self._closer is not None:
            self._closer.cancel()
            await asyncio.gather(self._closer, return_exceptions=True)
            self._closer = None
        for graph in self._graphs.values():
            await graph.stop_opening()

    async def close(self) -> None:
        """Close all that are open."""
        await self.stop_opening()
        graphs, self._graphs = list(self._graphs.values()), {}
        for graph in graphs:
            await graph.close()

    def _one(self, settings: Settings) -> OneGraph:
        name = settings.graph_name
        if name not in self._graphs:
            self._graphs[name] = OneGraph(settings, self._opening, self._first)
        if self._closer is None and len(self._graphs) > 1:
            self._closer = asyncio.create_task(self._close_idle(), context=Context())
        return self._graphs[name]

    async def _close_idle(self) -> None:
        seconds = self._settings.idle_seconds
        while True:
            await asyncio.sleep(min(seconds / 2, _AGAIN))
            for name, graph in self._graphs.items():
                if name != self._settings.graph_name:
                    graph.close_if_idle(seconds)
