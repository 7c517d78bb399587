"""Parts on a Qdrant server: one collection, whose marker says which parts hold and who writes."""

from __future__ import annotations

import time
import uuid
from collections.abc import AsyncIterable, AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from qdrant_client import models

from memory.index import Collection as Layout
from memory.index import Entry, Hit, Search
from memory.index_parts import NUMBER, Noted, Part, living
from memory.index_server import ServerIndex

_BATCH = 500
_ORDINALS = 1 << 32
# A writer that was killed is waited for so long, and its parts are seen so much later elsewhere.
_LEASE_SECONDS = 60.0
_KNOWN_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class _Marker:
    """What the marker says: the parts that are whole, and who writes until when."""

    parts: Mapping[str, Part] = field(default_factory=dict)
    writer: str = ""
    until: float = 0.0

    def numbers(self) -> frozenset[int]:
        return frozenset(part.number for part in self.parts.values())


class ServerParts:
    """See `memory.index_parts.PartedIndex` for the methods."""

    def __init__(self, index: ServerIndex) -> None:
        """Parts in the collection of `index`."""
        self.collection = index.collection
        self._index = index
        self._marker = _Marker()
        self._read_at = float("-inf")

    @classmethod
    async def open(cls, url: str, api_key: str, graph: str, collection: Layout) -> ServerParts:
        """Connect, and make the collection if it is missing; see `ServerIndex.open`.

        Raises:
            StoreError: the server does not answer or refuses.
        """
        return cls(await ServerIndex.open(url, api_key, graph, collection))

    async def parts(self) -> Mapping[str, Part]:
        """What is there, by the parts' names."""
        return (await self._known(0.0)).parts

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[_ServerWriter | None]:
        """The right to write, until the block ends; None while another process has it."""
        marker = await self._known(0.0)
        if marker.writer and marker.until > time.time():
            yield None
            return
        if await self._index.marked() is None:
            await self._index.empty()
        await self._index.keep_integer(NUMBER)
        await self._sweep(marker)
        writer = _ServerWriter(self, uuid.uuid4().hex)
        await writer.renew()
        try:
            yield writer
        finally:
            await self._mark(replace(self._marker, writer="", until=0.0))

    async def search(self, searches: Sequence[Search]) -> list[list[Hit]]:
        """The hits of each search, best first."""
        numbers = (await self._known(_KNOWN_SECONDS)).numbers()
        found = await self._index.search(searches)
        return [
            living(hits, numbers, search.limit)
            for hits, search in zip(found, searches, strict=True)
        ]

    async def count(self) -> int:
        """How many entries the parts have."""
        return sum(part.size for part in (await self.parts()).values())

    async def close(self) -> None:
        """Let go of the connection."""
        await self._index.close()

    async def _known(self, seconds: float) -> _Marker:
        """The marker, as it was at most so long ago."""
        if time.monotonic() - self._read_at > seconds:
            found = await self._index.marked() or {}
            parts = {name: Part(**part) for name, part in found.get("parts", {}).items()}
            until = float(found.get("until", 0.0))
            self._marker = _Marker(parts, found.get("writer", ""), until)
            self._read_at = time.monotonic()
        return self._marker

    async def _mark(self, marker: _Marker) -> None:
        await self._index.mark(asdict(marker))
        self._marker, self._read_at = marker, time.monotonic()

    async def _sweep(self, marker: _Marker) -> None:
        """Delete what no part that holds is in."""
        held = models.MatchAny(any=sorted(marker.numbers()))
        await self._index.delete_all_but(models.FieldCondition(key=NUMBER, match=held))


class _ServerWriter:
    """Writes parts one by one, each seen when it is whole."""

    def __init__(self, parts: ServerParts, name: str) -> None:
        self._parts = parts
        self._name = name
        self._renewed = 0.0

    async def renew(self) -> None:
        """Keep other writers away a while longer."""
        if time.monotonic() - self._renewed > _LEASE_SECONDS / 3:
            until = time.time() + _LEASE_SECONDS
            await self._parts._mark(replace(self._parts._marker, writer=self._name, until=until))
            self._renewed = time.monotonic()

    async def put(
        self,
        name: str,
        state: str,
        entries: AsyncIterable[Entry],
        noted: Callable[[], Noted] = dict,
    ) -> int:
        """Write one part."""
        number, size = uuid.uuid4().int % (_ORDINALS // 2 - 1) + 1, 0
        batch: list[Entry] = []

        async def write() -> None:
            nonlocal batch, size
            await self._parts._index.upsert(batch)
            size, batch = size + len(batch), []
            await self.renew()

        async for entry in entries:
            ordinal = size + len(batch)
            batch.append(_numbered(entry, number * _ORDINALS + ordinal, number))
            if len(batch) == _BATCH:
                await write()
        await write()
        marker = self._parts._marker
        part = Part(number, state, size, time.time(), noted())
        await self._parts._mark(replace(marker, parts={**marker.parts, name: part}))
        return size

    async def finish(self, names: Collection[str]) -> None:
        """Forget every part but these, and delete what was replaced."""
        marker = self._parts._marker
        kept = {name: part for name, part in marker.parts.items() if name in names}
        await self._parts._mark(replace(marker, parts=kept))
        await self._parts._sweep(self._parts._marker)


def _numbered(entry: Entry, identity: int, number: int) -> Entry:
    payload: dict[str, Any] = {**entry.payload, NUMBER: number}
    return replace(entry, id=identity, payload=payload)
