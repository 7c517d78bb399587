"""The search index in this process: Qdrant Edge, a folder a collection.

A collection that is only ever rebuilt has no write-ahead log and so no lock: several processes open
the same folder, and a rebuild is written beside it and swapped in. A growing one has one writer; a
process that finds it locked works on an empty one in a temporary folder, which its owner fills.
After a kill its log is trusted; what was closed in order is checked when it is opened again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
import threading
from collections.abc import AsyncIterable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import qdrant_edge as edge

from memory.errors import StoreError
from memory.index import EVERYTHING, Collection, Entry, Hit, Match, Progress, Search, Where
from memory.index_files import is_sealed, is_whole, seal, sweep, unseal
from memory.index_vectors import Vector, asked_vectors, stored_vectors

_BATCH = 1000
_MARKER = 0
_FUSION_K = 60
_LOCKED = "WouldBlock"
# However small it is: what was not optimised is kept in memory.
_AT_ONCE = edge.EdgeOptimizersConfig(indexing_threshold=1, default_segment_number=1)

T = TypeVar("T")


class EdgeIndex:
    """One collection in a folder; see `memory.index.Index` for the methods."""

    def __init__(self, shard: edge.EdgeShard, folder: Path, collection: Collection) -> None:
        """Use `EdgeIndex.open`."""
        self.collection = collection
        self._shard = shard
        self._folder = folder
        self._temporary: Path | None = None
        self._lock = threading.Lock()

    @classmethod
    async def open(cls, folder: Path, collection: Collection) -> EdgeIndex:
        """Open the collection's folder; missing or damaged ones become empty.

        Raises:
            StoreError: the folder cannot be made.
        """
        return await asyncio.to_thread(cls._open, folder, collection)

    @classmethod
    def _open(cls, folder: Path, collection: Collection) -> EdgeIndex:
        with wrapped("opened"):
            if is_whole(folder) or (collection.growing and not is_sealed(folder)):
                try:
                    shard = load_shard(folder)
                    if collection.growing:
                        unseal(folder)
                    return cls(shard, folder, collection)
                except StoreError as error:
                    if _LOCKED in str(error):
                        return cls._in_temporary_folder(folder, collection)
            if not collection.growing:
                return cls._empty_beside(folder, collection)
            shutil.rmtree(folder, ignore_errors=True)
            return cls(create_shard(folder, collection, log=True), folder, collection)

    @classmethod
    def _empty_beside(cls, folder: Path, collection: Collection) -> EdgeIndex:
        """Hold an empty one until the first rebuild; the folder belongs to whoever builds first."""
        sweep(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        prefix = f"{folder.name}.build-{os.getpid()}-"
        temporary = tempfile.mkdtemp(prefix=prefix, dir=folder.parent)
        index = cls(create_shard(Path(temporary), collection), folder, collection)
        index._temporary = Path(temporary)
        return index

    @classmethod
    async def temporary(cls, collection: Collection) -> EdgeIndex:
        """An empty one of this process alone, which goes away when it is closed.

        Raises:
            StoreError: no folder can be made.
        """

        def make() -> EdgeIndex:
            with wrapped("opened"):
                return cls._in_temporary_folder(Path(collection.name), collection)

        return await asyncio.to_thread(make)

    @classmethod
    def _in_temporary_folder(cls, folder: Path, collection: Collection) -> EdgeIndex:
        temporary = Path(tempfile.mkdtemp(prefix="cicerone-index-"))
        shard = create_shard(temporary / folder.name, collection, log=False)
        index = cls(shard, temporary / folder.name, collection)
        index._temporary = temporary
        return index

    async def stamp(self) -> str | None:
        """The state of the source it holds; None if empty, half built or of an older layout."""
        return await self._call(self._stamp)

    def _stamp(self, shard: edge.EdgeShard) -> str | None:
        found = shard.retrieve([_MARKER], True, False)
        return self.collection.stamp_in(found[0].payload if found else None)

    async def rebuild(
        self, entries: AsyncIterable[Entry], stamp: str, progress: Progress | None = None
    ) -> None:
        """Build beside the folder, then swap."""
        sweep(self._folder)
        beside = self._folder.with_name(f"{self._folder.name}.build-{os.getpid()}-{id(entries):x}")
        log = self.collection.growing and self._temporary is None
        shard = await asyncio.to_thread(self._start, beside, log)
        written = 0
        try:
            batch: list[Entry] = []
            async for entry in entries:
                batch.append(entry)
                if len(batch) == _BATCH:
                    written += await asyncio.to_thread(self._write, shard, batch)
                    batch = []
                    if progress:
                        progress(written)
            written += await asyncio.to_thread(self._write, shard, batch)
            await asyncio.to_thread(self._finish, shard, beside, stamp)
        except BaseException:
            await asyncio.to_thread(_discard, shard, beside)
            raise
        await asyncio.to_thread(self._swap, beside)
        if progress:
            progress(written)

    def _start(self, folder: Path, log: bool) -> edge.EdgeShard:
        with wrapped("built"):
            return create_shard(folder, self.collection, log=log)

    def _write(self, shard: edge.EdgeShard, entries: Sequence[Entry]) -> int:
        with wrapped("written"):
            if entries:
                points = [point(entry, self.collection) for entry in entries]
                shard.update(edge.UpdateOperation.upsert_points(points))
            return len(entries)

    def _finish(self, shard: edge.EdgeShard, folder: Path, stamp: str) -> None:
        with wrapped("built"):
            shard.optimize()
            self._mark(shard, stamp)
            shard.flush()
            shard.close()
            # The first load folds its journals into its files; from then on nothing changes.
            load_shard(folder).close()
            seal(folder)

    def _mark(self, shard: edge.EdgeShard, stamp: str) -> None:
        payload = {"stamp": stamp, "layout": self.collection.layout}
        shard.update(edge.UpdateOperation.upsert_points([edge.Point(_MARKER, {}, payload)]))

    def _swap(self, beside: Path) -> None:
        """Put the new folder in the place of the old one, and open it."""
        old = beside.with_name(f"{beside.name}-old")
        with wrapped("swapped in"), self._lock:
            with contextlib.suppress(Exception):
                self._shard.close()
            with contextlib.suppress(FileNotFoundError):
                self._folder.rename(old)
            try:
                beside.rename(self._folder)
            except OSError:  # another process has just put its own there; this one is as good
                self._folder = beside
            self._shard = load_shard(self._folder)
            if self.collection.growing:
                unseal(self._folder)
        shutil.rmtree(old, ignore_errors=True)
        if self._temporary and self._temporary not in self._folder.parents:
            shutil.rmtree(self._temporary, ignore_errors=True)
            self._temporary = None

    async def upsert(self, entries: Sequence[Entry], stamp: str | None = None) -> None:
        """Write entries, by id, and the new stamp if there is one."""

        def work(shard: edge.EdgeShard) -> None:
            self._write(shard, entries)
            if stamp is not None:
                self._mark(shard, stamp)
            shard.flush()

        await self._call(work)

    async def delete(self, where: Where, stamp: str | None = None) -> None:
        """Remove what passes the filter; an empty filter removes nothing."""

        def work(shard: edge.EdgeShard) -> None:
            if where != EVERYTHING:
                shard.update(edge.UpdateOperation.delete_points_by_filter(_filter(where)))
            if stamp is not None:
                self._mark(shard, stamp)
            shard.flush()

        await self._call(work)

    async def search(self, searches: Sequence[Search]) -> list[list[Hit]]:
        """The hits of each search, best first."""
        if not searches:
            return []
        return await self._call(lambda shard: found_in(shard, searches, self.collection))

    async def count(self, where: Where = EVERYTHING) -> int:
        """How many entries pass the filter."""
        request = edge.CountRequest(exact=True, filter=_filter(where))
        return await self._call(lambda shard: shard.count(request))

    async def close(self) -> None:
        """Flush and let go; a temporary folder goes away."""

        def work(shard: edge.EdgeShard) -> None:
            if self.collection.growing:
                shard.flush()
            close_shard(shard)
            if self.collection.growing:
                seal(self._folder)

        await self._call(work)
        if self._temporary:
            await asyncio.to_thread(shutil.rmtree, self._temporary, ignore_errors=True)

    async def _call(self, work: Callable[[edge.EdgeShard], T]) -> T:
        def locked() -> T:
            with wrapped("used"), self._lock:
                return work(self._shard)

        return await asyncio.to_thread(locked)


@contextlib.contextmanager
def wrapped(what: str) -> Iterator[None]:
    """Edge raises plain exceptions with a text, or a panic, which is none; files raise OSError."""
    try:
        yield
    except StoreError:
        raise
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        reason = str(error).removeprefix("Service runtime error: ").split("\n")[0]
        raise StoreError(f"The search index could not be {what}: {reason}.") from error


def load_shard(folder: Path) -> edge.EdgeShard:
    """Open one that is there."""
    with wrapped("opened"):
        return edge.EdgeShard.load(str(folder))


def create_shard(folder: Path, collection: Collection, *, log: bool = False) -> edge.EdgeShard:
    """Make an empty one. Without a log nothing is changed once it is written: it stays on disk."""
    folder.mkdir(parents=True, exist_ok=True)
    # Of 100,000 names in memory 80 MB would stay, of those on disk 16.
    place = None if log else edge.Memory.Cold
    sparse = {
        name: edge.EdgeSparseVectorParams(modifier=edge.Modifier.Idf, memory=place)
        for name in ("text", "letters")
        if getattr(collection, name)
    }
    dense = {}
    if collection.dense or not sparse:
        size = collection.dense or 1
        dense["dense"] = edge.EdgeVectorParams(size, edge.Distance.Cosine, memory=place)
    config = edge.EdgeConfig(
        vectors=dense,
        sparse_vectors=sparse,
        wal_enabled=log,
        payload_memory=place,
        id_tracker_memory=place,
        optimizers=None if log else _AT_ONCE,
        max_search_threads=1,
    )
    shard = edge.EdgeShard.create(str(folder), config)
    for field in collection.keywords:
        how = edge.KeywordIndexParams(memory=place)
        shard.update(edge.UpdateOperation.create_field_index(field, how))
    return shard


def found_in(
    shard: edge.EdgeShard, searches: Sequence[Search], collection: Collection
) -> list[list[Hit]]:
    """The hits of each search, best first."""
    requests = [_request(search, collection) for search in searches]
    found = shard.query_batch(edge.QueryBatchRequest(requests))
    return [
        [Hit(_plain(p.id), p.score, p.payload or {}) for p in points if p.id != _MARKER]
        for points in found
    ]


def close_shard(shard: edge.EdgeShard) -> None:
    """Close one of which nothing is to be saved, as another process may have swapped it away."""
    with contextlib.suppress(Exception):
        shard.close()


def _discard(shard: edge.EdgeShard, folder: Path) -> None:
    close_shard(shard)
    shutil.rmtree(folder, ignore_errors=True)


def _vector(vector: Vector) -> Any:
    return edge.SparseVector(*vector) if isinstance(vector, tuple) else vector


def _plain(identity: Any) -> int | str:
    return identity if isinstance(identity, int) else str(identity)


def point(entry: Entry, collection: Collection) -> edge.Point:
    """An entry as Edge stores it."""
    vectors = {name: _vector(one) for name, one in stored_vectors(entry, collection).items()}
    return edge.Point(entry.id, vectors, dict(entry.payload))


def _request(search: Search, collection: Collection) -> edge.QueryRequest:
    asked = asked_vectors(search, collection)
    queries = [edge.Query.Nearest(_vector(one), using=name) for name, one in asked.items()]
    where = _filter(search.where)
    if len(queries) > 1:
        depth = max(search.limit * 2, 20)
        return edge.QueryRequest(
            limit=search.limit,
            query=edge.Fusion.Rrf(k=_FUSION_K),  # type: ignore[arg-type]
            prefetches=[edge.Prefetch(limit=depth, query=q, filter=where) for q in queries],
            with_payload=True,
        )
    return edge.QueryRequest(
        limit=search.limit,
        query=queries[0] if queries else None,
        filter=where,
        with_payload=True,
    )


def _filter(where: Where) -> edge.Filter:
    """The filter, which always leaves the marker out."""
    return edge.Filter(
        must=[_condition(match) for match in where.all] or None,
        should=[_condition(match) for match in where.any] or None,
        must_not=[*(_condition(match) for match in where.none), edge.HasIdCondition({_MARKER})],
    )


def _condition(match: Match) -> edge.FieldCondition:
    values: Any = list(match.values)
    return edge.FieldCondition(match.field, match=edge.MatchAny(values))
