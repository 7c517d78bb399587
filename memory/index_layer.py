"""A shared index with what this process has learnt since, in a small index of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from memory.index import Entry, Hit, Search
from memory.index_edge import EdgeIndex
from memory.index_parts import PartedIndex


class LayeredIndex:
    """Learns single entries over an index in parts, until it is cleared."""

    def __init__(self, shared: PartedIndex) -> None:
        self._shared = shared
        self._learnt: EdgeIndex | None = None
        self._next = 1
        self._lock = asyncio.Lock()

    async def learn(self, entries: Sequence[Entry]) -> None:
        """Take in single entries, whatever their ids, for as long as this process lives."""
        async with self._lock:
            if self._learnt is None:
                self._learnt = await EdgeIndex.temporary(self._shared.collection)
            numbered = [replace(one, id=at) for at, one in enumerate(entries, self._next)]
            self._next += len(numbered)
            await self._learnt.upsert(numbered)

    async def search(self, searches: Sequence[Search]) -> list[list[Hit]]:
        """The hits of each search, what was learnt first."""
        found = await self._shared.search(searches)
        if self._learnt is None:
            return found
        learnt = await self._learnt.search(searches)
        return [[*mine, *hits] for mine, hits in zip(learnt, found, strict=True)]

    async def close(self) -> None:
        """Let go."""
        await self.clear()
        await self._shared.close()

    async def clear(self) -> None:
        """Forget what was learnt."""
        async with self._lock:
            learnt, self._learnt = self._learnt, None
            if learnt is not None:
                await learnt.close()
