"""Whether what is open still is what is stored: another process may have replaced it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.graph.embedded.catalogue import loaded_at
from bot.settings import Settings
from memory.index_open import Indexes


class Freshness:
    """Notices that a graph was loaded, or its values indexed, anew; made before its schema is read.

    It looks at the times of two files and asks no database, so it can be asked at every turn.
    """

    def __init__(self, settings: Settings, indexes: Indexes) -> None:
        self._settings, self._indexes = settings, indexes
        self._loaded = self._load()
        self._indexed: int | None = None
        self._reading = self._changed = False

    @contextmanager
    def reading(self) -> Iterator[None]:
        """What is built until the block ends is built by this process."""
        self._reading = True
        try:
            yield
        finally:
            self._reading = False

    def indexed(self) -> None:
        """The index is open; what was built until now was for us."""
        self._indexed = self._indexes.built_at()

    def changed(self) -> None:
        """The schema was read again, and is another."""
        self._changed = True

    def lost(self) -> bool:
        """Whether there is something newer. What is away, as a graph being replaced is, is not."""
        return (
            self._changed
            or self._load() not in (None, self._loaded)
            or (not self._reading and self._indexes.built_at() not in (None, self._indexed))
        )

    def _load(self) -> int | None:
        embedded = self._settings.embedded
        return loaded_at(self._settings.folder, self._settings.graph_name) if embedded else None
