"""Parts in this process: pieces of Qdrant Edge, a folder each, that never change once written.

values/
  parts.json      the parts that are whole, and the pieces that hold them; replaced in one step
  writer.lock     held by the one process that writes
  piece-NUMBER/   some ten thousand entries, sealed (`memory.index_files`)

A piece is small enough to be built in little memory and is on disk, not in memory, afterwards. What
a kill leaves of an unfinished one is swept. Other processes notice that `parts.json` was replaced.
"""

from __future__ import annotations

import asyncio
import fcntl
import json
import os
import shutil
import threading
import time
from collections.abc import AsyncIterable, AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import qdrant_edge as edge

from memory.index import Collection as Layout
from memory.index import Entry, Hit, Search
from memory.index_edge import close_shard, create_shard, found_in, load_shard, point, wrapped
from memory.index_files import is_whole, seal
from memory.index_parts import NUMBER, Noted, Part, living

_BATCH = 500
# A piece of 50,000 names takes about 100 MB while it is built, and 10 MB afterwards.
_PIECE = 50_000
# What was read for so long is made safe, however little it is.
_SECONDS = 20.0
_PARTS, _LOCK, _FINISHED = "parts.json", "writer.lock", "finished"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Record:
    """What `parts.json` says."""

    layout: str
    parts: Mapping[str, Part] = field(default_factory=dict)
    pieces: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The numbers of the parts in each."""

    def numbers(self) -> frozenset[int]:
        """Of the parts that hold."""
        return frozenset(part.number for part in self.parts.values())

    def next_number(self) -> int:
        """Of a part or a piece that is new."""
        used = [number for numbers in self.pieces.values() for number in numbers]
        named = [int(name.rpartition("-")[2]) for name in self.pieces]
        return max([0, *used, *named, *self.numbers()]) + 1


class EdgePieces:
    """See `memory.index_parts.PartedIndex` for the methods."""

    def __init__(self, folder: Path, collection: Layout) -> None:
        """Use `EdgePieces.open`."""
        self.collection = collection
        self._folder = folder
        self._lock = threading.RLock()
        self._shards: dict[str, edge.EdgeShard] = {}
        self._record = _Record(collection.layout)
        self._seen: int | None = None

    @classmethod
    async def open(cls, folder: Path, collection: Layout) -> EdgePieces:
        """Open what is whole in the folder; a damaged piece and its parts are left out.

        Raises:
            StoreError: the folder cannot be made.
        """
        index = cls(folder, collection)

        def work() -> None:
            with wrapped("opened"):
                folder.mkdir(parents=True, exist_ok=True)
            index._look()

        await asyncio.to_thread(work)
        return index

    async def parts(self) -> Mapping[str, Part]:
        """What is there, by the parts' names."""
        return await self._call(lambda: self._record.parts)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[_PieceWriter | None]:
        """The right to write, until the block ends; None while another process has it."""
        held = await asyncio.to_thread(self._take_lock)
        if held is None:
            yield None
            return
        try:
            await self._call(self._sweep)
            writer = _PieceWriter(self)
            try:
                yield writer
            finally:
                await asyncio.to_thread(writer.discard)
        finally:
            os.close(held)

    async def search(self, searches: Sequence[Search]) -> list[list[Hit]]:
        """The hits of each search, best first."""
        if not searches:
            return []
        return await self._call(lambda: self._search(searches))

    def _search(self, searches: Sequence[Search]) -> list[list[Hit]]:
        found: list[list[Hit]] = [[] for _ in searches]
        for shard in self._shards.values():
            for hits, more in zip(found, found_in(shard, searches, self.collection), strict=True):
                hits += more
        numbers = self._record.numbers()
        return [
            living(hits, numbers, search.limit)
            for hits, search in zip(found, searches, strict=True)
        ]

    async def count(self) -> int:
        """How many entries the parts have."""
        return sum(part.size for part in (await self.parts()).values())

    async def close(self) -> None:
        """Let go."""

        def work() -> None:
            for shard in self._shards.values():
                close_shard(shard)
            self._shards = {}

        with self._lock:
            await asyncio.to_thread(work)

    async def _call(self, work: Callable[[], T]) -> T:
        def locked() -> T:
            with wrapped("used"), self._lock:
                self._look()
                return work()

        return await asyncio.to_thread(locked)

    def _look(self) -> None:
        """Take up what was written since, by whichever process."""
        try:
            seen = (self._folder / _PARTS).stat().st_mtime_ns
        except OSError:
            seen = None
        if seen != self._seen:
            self._take(read_record(self._folder, self.collection), seen)

    def _take(self, record: _Record, seen: int | None) -> None:
        with self._lock:
            whole = {
                name: numbers
                for name, numbers in record.pieces.items()
                if name in self._shards or is_whole(self._folder / name)
            }
            lost = {n for name in record.pieces.keys() - whole for n in record.pieces[name]}
            kept = {name: part for name, part in record.parts.items() if part.number not in lost}
            for name in self._shards.keys() - whole:
                close_shard(self._shards.pop(name))
            for name in whole.keys() - self._shards:
                self._shards[name] = load_shard(self._folder / name)
            self._record, self._seen = replace(record, parts=kept, pieces=whole), seen

    def _replace(self, record: _Record) -> None:
        """Write down what there is, in one step, and take it up."""
        with wrapped("written"), self._lock:
            beside = self._folder / f"{_PARTS}.new"
            beside.write_text(json.dumps(asdict(record)))
            beside.replace(self._folder / _PARTS)
            self._take(record, (self._folder / _PARTS).stat().st_mtime_ns)

    def _take_lock(self) -> int | None:
        with wrapped("written"):
            held = os.open(self._folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(held)
            return None
        return held

    def _sweep(self) -> None:
        """Remove what no part is in, and what a kill left; only the writer may."""
        numbers = self._record.numbers()
        pieces = {n: held for n, held in self._record.pieces.items() if numbers & {*held}}
        if pieces != self._record.pieces:
            self._replace(replace(self._record, pieces=pieces))
        for left in self._folder.glob("piece-*"):
            if left.name not in pieces:
                shutil.rmtree(left, ignore_errors=True)


class _PieceWriter:
    """Fills a piece with parts, and seals it once it is large enough or old enough."""

    def __init__(self, index: EdgePieces) -> None:
        self._index = index
        self._next = index._record.next_number()
        self._shard: tuple[str, edge.EdgeShard] | None = None
        self._held: dict[str, list[int]] = {}
        self._parts: dict[str, Part] = {}
        self._size, self._since = 0, time.monotonic()
        # A thread goes on writing when the task that waits for it is cancelled.
        self._lock = threading.RLock()

    async def put(
        self,
        name: str,
        state: str,
        entries: AsyncIterable[Entry],
        noted: Callable[[], Noted] = dict,
    ) -> int:
        """Write one part."""
        number, size = self._number(), 0
        batch: list[Entry] = []
        async for entry in entries:
            batch.append(entry)
            if len(batch) == _BATCH:
                size += await asyncio.to_thread(self._write, batch, number)
                batch = []
                if self._size >= _PIECE:
                    await asyncio.to_thread(self._commit)
        size += await asyncio.to_thread(self._write, batch, number)
        self._parts[name] = Part(number, state, size, time.time(), noted())
        if self._size >= _PIECE or time.monotonic() - self._since > _SECONDS:
            await asyncio.to_thread(self._commit)
        return size

    async def finish(self, names: Collection[str]) -> None:
        """Make safe what was put, and forget every part but these."""

        def work() -> None:
            self._commit()
            index = self._index
            kept = {name: part for name, part in index._record.parts.items() if name in names}
            if kept.keys() != index._record.parts.keys():
                index._replace(replace(index._record, parts=kept))
            with wrapped("written"), index._lock:
                index._sweep()
                (index._folder / _FINISHED).touch()

        await asyncio.to_thread(work)

    def discard(self) -> None:
        """Forget what was not sealed."""
        with self._lock:
            if self._shard is not None:
                name, shard = self._shard
                close_shard(shard)
                shutil.rmtree(self._index._folder / name, ignore_errors=True)
                self._shard = None

    def _number(self) -> int:
        self._next += 1
        return self._next - 1

    def _write(self, entries: Sequence[Entry], number: int) -> int:
        if not entries:
            return 0
        collection = self._index.collection
        with wrapped("written"), self._lock:
            if self._shard is None:
                name = f"piece-{self._number()}"
                shutil.rmtree(self._index._folder / name, ignore_errors=True)
                self._shard = name, create_shard(self._index._folder / name, collection)
            name, shard = self._shard
            held = self._held.setdefault(name, [])
            if number not in held:
                held.append(number)
            points = [
                _numbered(entry, self._size + at, number, collection)
                for at, entry in enumerate(entries, 1)
            ]
            shard.update(edge.UpdateOperation.upsert_points(points))
        self._size += len(entries)
        return len(entries)

    def _seal(self) -> None:
        """End the piece; what of it belongs to a part that is not whole yet is not seen."""
        if self._shard is None:
            return
        (name, shard), self._shard, self._size = self._shard, None, 0
        folder = self._index._folder / name
        with wrapped("built"):
            shard.optimize()
            shard.flush()
            shard.close()
            # The first load folds its journals into its files; from then on nothing changes.
            load_shard(folder).close()
            seal(folder)

    def _commit(self) -> None:
        """Seal the piece, and show the parts that are whole."""
        with self._lock:
            self._seal()
            self._since = time.monotonic()
            record = self._index._record
            held = {name: tuple(numbers) for name, numbers in self._held.items()}
            parts, pieces = {**record.parts, **self._parts}, {**record.pieces, **held}
            if self._parts or held:
                self._index._replace(replace(record, parts=parts, pieces=pieces))
            self._held, self._parts = {}, {}


def read_record(folder: Path, collection: Layout) -> _Record:
    """What is in the folder; nothing where that is of another layout."""
    try:
        read: dict[str, Any] = json.loads((folder / _PARTS).read_text())
        parts = {name: Part(**part) for name, part in read["parts"].items()}
        pieces = {name: tuple(held) for name, held in read["pieces"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return _Record(collection.layout)
    if read.get("layout") != collection.layout:
        return _Record(collection.layout)
    return _Record(collection.layout, parts, pieces)


def finished_at(folder: Path) -> int | None:
    """When all parts were last whole, in nanoseconds; None where they never were."""
    with suppress(OSError):
        return (folder / _FINISHED).stat().st_mtime_ns
    return None


def _numbered(entry: Entry, identity: int, number: int, collection: Layout) -> edge.Point:
    payload = {**entry.payload, NUMBER: number}
    return point(replace(entry, id=identity, payload=payload), collection)
