"""The one `Cicerone` of the page, opened beside it and used by every conversation."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import Context
from typing import TYPE_CHECKING

import structlog

from bot.bootstrap import open_cicerone, open_store, open_workers
from bot.cicerone import Cicerone
from bot.errors import CiceroneError, LoginRefused, NotOpenYet, UsageError
from bot.latest import Latest
from bot.settings import Settings, load_settings
from bot.workers.pool import Pool

if TYPE_CHECKING:  # they import Chainlit, which takes longer than everything else together
    from memory.files import Files
    from memory.store import Store
    from memory.threads import Threads

# Somebody who asks while the graph is being opened waits so long, and is told then.
_PATIENCE = 15.0
_AGAIN = 3.0
_log = structlog.get_logger(__name__)


class Opened:
    """What is open; there is one of it in a process."""

    def __init__(self) -> None:
        self._latest = Latest(self._anew, first=_PATIENCE)
        self._keeper: asyncio.Task[None] | None = None
        self._doing = "the page is starting"
        self.problem = ""
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

    def _tell(self, doing: str) -> None:
        self._doing = doing
        if not self.problem and not self.is_open:
            self._told(self.reading)

    async def start(self) -> None:
        """Open the store, and begin to open the graph beside the page, until it is there.

        Raises:
            StoreError: the store cannot be opened.
        """
        await self.store()
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep_opening(), context=Context())

    async def wait(self) -> None:
        """Wait until the graph is open.

        Raises:
            UsageError: a setting cannot be used, which no waiting will mend.
            LoginRefused: nor a password.
        """
        if self._keeper is not None:
            await asyncio.shield(self._keeper)

    async def _keep_opening(self) -> None:
        while not self._latest.is_open:
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

    @property
    def is_open(self) -> bool:
        """Whether the graph can be asked."""
        return self._latest.is_open

    @property
    def reading(self) -> str:
        """What is being read and how far, in one sentence; "" once all is."""
        if self._latest.is_open:
            return self._latest.cicerone.reading()
        if self.problem:
            return f"{self.problem} It is tried again every few seconds."
        return f"Opening the graph {self.settings.graph_name}: {self._doing}."

    async def open(self) -> Cicerone:
        """Open it, or return the one that is open; one whose graph was replaced is opened anew.

        Raises:
            NotOpenYet: it is still being opened.
            CiceroneError: a part is missing or unreachable.
        """
        await self.store()
        try:
            return await self._latest.open()
        except NotOpenYet:
            raise NotOpenYet(f"{self.reading} Ask again in a moment.") from None

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
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
            self._keeper = None
        workers, self._workers = self._workers, None
        if workers is not None:
            await workers.close()
        await self._latest.close()
        store, self._store = self._store, None
        if store is not None:
            await store.close()

    def _anew(self) -> AbstractAsyncContextManager[Cicerone]:
        if self._workers is None:
            self._workers = open_workers(self.settings)
        return open_cicerone(
            self.settings, store=self._store, processors=self._workers, telling=self._tell
        )

    @property
    def cicerone(self) -> Cicerone:
        """The one that is open."""
        return self._latest.cicerone

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Cicerone]:
        """The one that is open, kept open until the block ends.

        Raises:
            CiceroneError: none is open yet, nor within moments.
        """
        if not self._latest.is_open:
            await self.open()
        async with self._latest.held() as cicerone:
            yield cicerone

    def files(self) -> Files:
        """The files of the conversations' elements."""
        if self._files is None:
            from memory.files import Files

            assert self._store is not None
            folder = self.settings.folder / "files"
            self._files = Files(folder, self._store, sharing=self.settings.sharing)
        return self._files

    def threads(self) -> Threads:
        """Chainlit's data layer."""
        from memory.threads import Threads

        assert self._store is not None
        return Threads(self._store, self.files(), sharing=self.settings.sharing)


opened = Opened()
