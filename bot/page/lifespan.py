"""The one `Cicerone` of the page: opened once, used by every conversation, closed at the end."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING

from bot.bootstrap import open_cicerone, open_store, open_workers
from bot.cicerone import Cicerone
from bot.latest import Latest
from bot.settings import Settings, load_settings
from bot.workers.pool import Pool

if TYPE_CHECKING:  # they import Chainlit, which takes longer than everything else together
    from memory.files import Files
    from memory.store import Store
    from memory.threads import Threads


class Opened:
    """What is open; there is one of it in a process."""

    def __init__(self) -> None:
        self._latest = Latest(self._anew)
        self._store: Store | None = None
        self._opening = asyncio.Lock()
        self._workers: Pool | None = None
        self._settings: Settings | None = None
        self._files: Files | None = None

    def configure(self, settings: Settings) -> None:
        """Use these settings; else they are read from the environment."""
        self._settings = settings

    @property
    def settings(self) -> Settings:
        """The settings of this process."""
        if self._settings is None:
            self._settings = load_settings()
        return self._settings

    async def open(self) -> Cicerone:
        """Open it, or return the one that is open; one whose graph was replaced is opened anew.

        Raises:
            CiceroneError: a part is missing or unreachable.
        """
        await self.store()
        return await self._latest.open()

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
        return open_cicerone(self.settings, store=self._store, processors=self._workers)

    @property
    def cicerone(self) -> Cicerone:
        """The one that is open."""
        return self._latest.cicerone

    def held(self) -> AbstractAsyncContextManager[Cicerone]:
        """The one that is open, kept open until the block ends."""
        return self._latest.held()

    def files(self) -> Files:
        """The files of the conversations' elements."""
        if self._files is None:
            from memory.files import Files

            store = self.cicerone.store
            assert store is not None
            self._files = Files(
                self.settings.folder / "files", store, sharing=self.settings.sharing
            )
        return self._files

    def threads(self) -> Threads:
        """Chainlit's data layer."""
        from memory.threads import Threads

        store = self.cicerone.store
        assert store is not None
        return Threads(store, self.files(), sharing=self.settings.sharing)


opened = Opened()
