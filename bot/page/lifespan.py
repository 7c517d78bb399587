"""The one `Cicerone` of the page: opened once, used by every conversation, closed at the end."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.settings import Settings, load_settings

if TYPE_CHECKING:  # they import Chainlit, which takes longer than everything else together
    from memory.files import Files
    from memory.threads import Threads


class Opened:
    """What is open; there is one of it in a process."""

    def __init__(self) -> None:
        self._stack = AsyncExitStack()
        self._cicerone: Cicerone | None = None
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
        """Open it, or return the one that is open.

        Raises:
            CiceroneError: a part is missing or unreachable.
        """
        if self._cicerone is None:
            self._cicerone = await self._stack.enter_async_context(open_cicerone(self.settings))
        return self._cicerone

    async def close(self) -> None:
        """Close it; nothing happens where it is not open."""
        self._cicerone = None
        await self._stack.aclose()

    @property
    def cicerone(self) -> Cicerone:
        """The one that is open."""
        if self._cicerone is None:
            raise RuntimeError("Cicerone is not open yet")
        return self._cicerone

    def files(self) -> Files:
        """The files of the conversations' elements."""
        if self._files is None:
            from memory.files import Files

            store = self.cicerone.store
            assert store is not None
            self._files = Files(self.settings.folder / "files", store)
        return self._files

    def threads(self) -> Threads:
        """Chainlit's data layer."""
        from memory.threads import Threads

        store = self.cicerone.store
        assert store is not None
        return Threads(store, self.files())


opened = Opened()
