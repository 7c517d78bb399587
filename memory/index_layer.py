"""A shared index with what this process has learnt since, in a small index of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable, Sequence
from dataclasses import replace

from memory.index import EVERYTHING, Entry, Hit, Index, Progress, Search, Where
from memory.index_edge import EdgeIndex


class LayeredIndex:
    """Learns single entries over an index that is only ever rebuilt, until its next rebuild."""

    def __init__(self, shared: Index) -> None:
        self._shared = shared
        self._learnt: EdgeIndex | None = None
        self._next = 1
        self._lock = asyncio.Lock()

    async def stamp(self) -> str | None:
        """The state of the source that the shared index holds."""
        return await self._shared.stamp()

    async def rebuild(
        self, entries: AsyncIterable[Entry], stamp: str, progress: Progress | None = None
    ) -> None:
        """Replace everything, and forget what was learnt."""
        await self._shared.rebuild(entries, stamp, progress)
        await self._let_go()

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

    async def count(self, where: Where = EVERYTHING) -> int:
        """How many entries of the shared index pass the filter."""
        return await self._shared.count(where)

    async def close(self) -> None:
        """Let go."""
        await self._let_go()
        await self._shared.close()

    async def _let_go(self) -> None:
        async with self._lock:
            learnt, self._learnt = self._learnt, None
            if learnt is not None:
                await learnt.close()
