"""A shared index with what this process has learnt since, in a small index of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from memory.index import Entry, Hit, Search
from memory.index_edge import EdgeIndex
from memory.index_parts import PartedIndex


class LayeredIndex:
    """Learns single entries over an index in parts, until that has been read again."""

    def __init__(self, shared: PartedIndex) -> None:
        self._shared = shared
        # What was learnt before the index began to be read, and since.
        self._old: list[EdgeIndex] = []
        self._new: list[EdgeIndex] = []
        self._next = 1
        self._lock = asyncio.Lock()

    async def learn(self, entries: Sequence[Entry]) -> None:
        """Take in single entries, whatever their ids, for as long as this process lives."""
        async with self._lock:
            if not self._new:
                self._new.append(await EdgeIndex.temporary(self._shared.collection))
            numbered = [replace(one, id=at) for at, one in enumerate(entries, self._next)]
            self._next += len(numbered)
            await self._new[0].upsert(numbered)

    async def search(self, searches: Sequence[Search]) -> list[list[Hit]]:
        """The hits of each search, what was learnt first."""
        found = await self._shared.search(searches)
        if not self._old and not self._new:
            return found
        async with self._lock:
            for layer in (*self._old, *self._new):
                learnt = await layer.search(searches)
                found = [[*mine, *hits] for mine, hits in zip(learnt, found, strict=True)]
        return found

    def begin(self) -> None:
        """The index begins to be read: what was learnt until now will be in it."""
        self._old, self._new = [*self._old, *self._new], []

    async def end(self) -> None:
        """It is read: forget what was learnt before that began."""
        async with self._lock:
            for layer in self._old:
                await layer.close()
            self._old = []

    async def close(self) -> None:
        """Let go."""
        self.begin()
        await self.end()
        await self._shared.close()
