"""What the page has open, used by every conversation: the graphs, the store and its files."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING

import structlog

from bot.bootstrap import open_cicerone, open_store, open_workers
from bot.cicerone import Cicerone
from bot.errors import LoginRefused, UsageError, in_full
from bot.graphs import Graphs, OneGraph
from bot.page.asked import graph_asked
from bot.settings import Settings, load_settings
from bot.workers.pool import Pool
from memory.catalogue import say

if TYPE_CHECKING:  # they import Chainlit, which takes longer than everything else together
    from memory.files import Files
    from memory.store import Answered, Store
    from memory.threads import Threads

# Somebody who asks while the graph is being opened waits so long, and is told then.
_PATIENCE = 15.0
_log = structlog.get_logger(__name__)


class Opened:
    """What is open; there is one of it in a process."""

    def __init__(self) -> None:
        self._graphs: Graphs | None = None
        self._store: Store | None = None
        self._opening = asyncio.Lock()
        self._workers: Pool | None = None
        self._settings: Settings | None = None
        self._files: Files | None = None
        self._told: Callable[[str], None] = lambda sentence: None

    def configure(
        self, settings: Settings, told: Callable[[str], None] = lambda sentence: None
    ) -> None:
        """Use these settings, not the environment's; `told` gets what is being opened."""
        self._settings, self._told = settings, told

    @property
    def settings(self) -> Settings:
        """The settings of this process."""
        if self._settings is None:
            self._settings = load_settings()
        return self._settings

    @property
    def graphs(self) -> Graphs:
        """The graphs that can be asked."""
        if self._graphs is None:
            self._graphs = Graphs(self.settings, self._anew, _PATIENCE)
        return self._graphs

    async def start(self) -> None:
        """Open the store, and begin to open the graph beside the page, until it is there.

        Raises:
            StoreError: the store cannot be opened.
        """
        await self.store()
        self.graphs.of().begin()

    async def wait(self) -> None:
        """Wait until the graph is open.

        Raises:
            UsageError: a setting cannot be used, which no waiting will mend.
            LoginRefused: nor a password.
        """
        try:
            await self.graphs.of().wait()
        except (UsageError, LoginRefused) as error:
            if len(self.graphs.offers) == 1:
                raise
            _log.error("a graph cannot be opened; the others can be asked", why=in_full(error))

    @property
    def is_open(self) -> bool:
        """Whether the graph of the settings can be asked."""
        return self.graphs.of().is_open

    @property
    def problem(self) -> str:
        """What stands in the way of opening it; "" where nothing does."""
        return self.graphs.of().problem

    @property
    def reading(self) -> str:
        """What of it is being read and how far, in one sentence; "" once all is."""
        return self.graphs.of().reading

    @property
    def cicerone(self) -> Cicerone:
        """What asks it, where it is open."""
        return self.graphs.of().cicerone

    async def asked(self) -> OneGraph:
        """The graph that the request or the conversation is about.

        Raises:
            UsageError: it is none of those that there are.
            StoreError: the store cannot be opened.
        """
        await self.store()
        return self.graphs.of(graph_asked())

    async def open(self) -> Cicerone:
        """Open the graph that is asked, or return what is open; see `OneGraph.open`.

        Raises:
            NotOpenYet: it is still being opened.
            CiceroneError: a part is missing or unreachable, or there is no such graph.
        """
        return await (await self.asked()).open()

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Cicerone]:
        """What asks that graph, kept open until the block ends.

        Raises:
            CiceroneError: it is not open, nor within moments, or there is no such graph.
        """
        async with (await self.asked()).held() as cicerone:
            yield cicerone

    def held_for(self, answer: Answered) -> AbstractAsyncContextManager[Cicerone]:
        """What asks the graph that an earlier answer is of, kept open until the block ends.

        Raises:
            CiceroneError: it is not open, nor within moments, or is not asked here any longer.
        """
        return self.held_in(answer.graph)

    @asynccontextmanager
    async def held_in(self, key: str) -> AsyncIterator[Cicerone]:
        """What asks the graph that is remembered under a key, kept open until the block ends.

        Raises:
            CiceroneError: it is not open, nor within moments, or is not asked here any longer.
        """
        name = self.graphs.name_of(key)
        if name is None:
            name, _, _ = key.partition("@")
            told = say("This is of the graph {name}, which is not here.", name=name)
            raise UsageError(told)
        async with self.graphs.of(name).held() as cicerone:
            yield cicerone

    async def store(self) -> Store:
        """The store, which needs no graph.

        Raises:
            StoreError: it cannot be opened.
        """
        async with self._opening:
            if self._store is None:
                self._store = await open_store(self.settings)
            return self._store

    async def close(self) -> None:
        """Close it; nothing happens where it is not open."""
        graphs, self._graphs = self._graphs, None
        if graphs is not None:
            await graphs.stop_opening()
        workers, self._workers = self._workers, None
        if workers is not None:
            await workers.close()
        if graphs is not None:
            await graphs.close()
        store, self._store = self._store, None
        if store is not None:
            await store.close()

    def _anew(
        self, settings: Settings, tell: Callable[[str], None]
    ) -> AbstractAsyncContextManager[Cicerone]:
        def doing(what: str) -> None:
            tell(what)
            if settings is self.settings and not self.problem and not self.is_open:
                self._told(self.reading)

        if self._workers is None:
            self._workers = open_workers(self.settings)
        return open_cicerone(settings, store=self._store, processors=self._workers, telling=doing)

    def files(self) -> Files:
        """The files of the conversations' elements."""
        if self._files is None:
            from memory.files import Files

            assert self._store is not None
            folder = self.settings.folder / "files"
            self._files = Files(folder, self._store)
        return self._files

    def threads(self) -> Threads:
        """Chainlit's data layer."""
        from memory.threads import Threads

        assert self._store is not None
        return Threads(self._store, self.files())


opened = Opened()
