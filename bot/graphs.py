"""The graphs of a process, by name: each is opened when it is first asked, for all who ask it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import Context
from typing import TypeAlias

import structlog

from bot.cicerone import Cicerone
from bot.errors import CiceroneError, LoginRefused, NotOpenYet, UsageError
from bot.latest import Latest
from bot.settings import Settings

# Opens a graph by its settings, and tells what it is doing as it begins.
Opening: TypeAlias = Callable[
    [Settings, Callable[[str], None]], AbstractAsyncContextManager[Cicerone]
]

_AGAIN = 3.0
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
        self._doing = "the page is starting"
        self._latest = Latest(lambda: opening(settings, self._tell), first=first)
        self._keeper: asyncio.Task[None] | None = None

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
            return f"{self.problem} It is tried again every few seconds."
        return f"Opening the graph {self.settings.graph_name}: {self._doing}."

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

    async def open(self) -> Cicerone:
        """Open it, or return the one that is open; one whose graph was replaced is opened anew.

        Raises:
            NotOpenYet: it is still being opened.
            CiceroneError: a part is missing or unreachable.
        """
        try:
            return await self._latest.open()
        except NotOpenYet:
            raise NotOpenYet(f"{self.reading} Ask again in a moment.") from None

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Cicerone]:
        """The one that is open, kept open until the block ends.

        Raises:
            CiceroneError: none is open yet, nor within moments.
        """
        if not self.is_open:
            await self.open()
        async with self._latest.held() as cicerone:
            yield cicerone

    async def stop_opening(self) -> None:
        """End what `begin` began."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
            self._keeper = None

    async def close(self) -> None:
        """Close it, used or not; nothing happens where it is not open."""
        await self.stop_opening()
        await self._latest.close()

    def _tell(self, doing: str) -> None:
        self._doing = doing

    async def _keep_opening(self) -> None:
        while not self.is_open:
            try:
                await self._latest.open()
                self.problem = ""
            except NotOpenYet:
                continue
            except (UsageError, LoginRefused):
                raise
            except CiceroneError as error:
                if str(error) != self.problem:
                    _log.warning("the graph is not open yet", why=str(error))
                self.problem = str(error)
                await asyncio.sleep(_AGAIN)


class Graphs:
    """The graphs that a process can ask.

    Args:
        settings: Of the process; the graph they name is asked where none is.
        opening: Opens a graph.
        first: So many seconds one who asks waits for it to be opened; without limit if None.
    """

    def __init__(self, settings: Settings, opening: Opening, first: float | None = None) -> None:
        self._settings = settings
        self._opening, self._first = opening, first
        self._graphs: dict[str, OneGraph] = {}

    def of(self, name: str = "") -> OneGraph:
        """The graph of that name, not opened by that; the one of the settings by default."""
        settings = self._settings.of_graph(name)
        if settings.graph_name not in self._graphs:
            made = OneGraph(settings, self._opening, self._first)
            self._graphs[settings.graph_name] = made
        return self._graphs[settings.graph_name]

    async def stop_opening(self) -> None:
        """End what goes on beside to open them."""
        for graph in self._graphs.values():
            await graph.stop_opening()

    async def close(self) -> None:
        """Close all that are open."""
        graphs, self._graphs = list(self._graphs.values()), {}
        for graph in graphs:
            await graph.close()
