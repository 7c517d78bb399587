"""The search index on a Qdrant server or cluster, for `QDRANT_URL`.

A collection is an alias, `cicerone_<graph>_<name>`; a rebuild fills a collection of its own and
then moves the alias, so that searches of all processes see either the old or the new one.
"""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterable, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import quote

from qdrant_client import AsyncQdrantClient, models

from memory.errors import StoreError
from memory.index import EVERYTHING, Collection, Entry, Hit, Match, Progress, Search, Where
from memory.index_vectors import Vector, asked_vectors, stored_vectors

_BATCH = 500
_MARKER = 0
_FUSION_K = 60
_SECONDS = 30


class ServerIndex:
    """One collection on a server; see `memory.index.Index` for the methods."""

    def __init__(self, client: AsyncQdrantClient, alias: str, collection: Collection) -> None:
        """Use `ServerIndex.open`."""
        self.collection = collection
        self._client = client
        self._alias = alias

    @classmethod
    async def open(cls, url: str, api_key: str, graph: str, collection: Collection) -> ServerIndex:
        """Connect, and make the collection if it is missing.

        Args:
            url: The server's address, or `:memory:` for one inside this process (tests).
            api_key: Its key, or "".
            graph: Name of the graph; each has collections of its own.
            collection: What its entries are searched by.

        Raises:
            StoreError: the server does not answer or refuses.
        """
        async with _wrapped():
            place: dict[str, Any] = {"location": url} if url == ":memory:" else {"url": url}
            client = AsyncQdrantClient(
                **place, api_key=api_key or None, timeout=_SECONDS, check_compatibility=False
            )
            alias = f"cicerone_{quote(graph, safe='').replace('%', '~')}_{collection.name}"
            index = cls(client, alias, collection)
            if not await client.collection_exists(alias):
                await index._point_alias_at(await index._create())
            return index

    async def stamp(self) -> str | None:
        """The state of the source it holds; None if empty, half built or of an older layout."""
        async with _wrapped():
            found = await self._client.retrieve(self._alias, [_MARKER], with_payload=True)
        return self.collection.stamp_in(found[0].payload if found else None)

    async def rebuild(
        self, entries: AsyncIterable[Entry], stamp: str, progress: Progress | None = None
    ) -> None:
        """Fill a new collection, then move the alias to it."""
        async with _wrapped():
            name = await self._create()
        try:
            await self._fill(name, entries, stamp, progress)
        except BaseException:
            async with _wrapped():
                await self._client.delete_collection(name)
            raise
        async with _wrapped():
            await self._point_alias_at(name)

    async def _fill(
        self,
        name: str,
        entries: AsyncIterable[Entry],
        stamp: str,
        progress: Progress | None,
    ) -> None:
        written = 0
        batch: list[Entry] = []
        async for entry in entries:
            batch.append(entry)
            if len(batch) == _BATCH:
                await self._write(name, batch)
                written += len(batch)
                batch = []
                if progress:
                    progress(written)
        await self._write(name, batch, stamp)
        if progress:
            progress(written + len(batch))

    async def _write(self, name: str, entries: Sequence[Entry], stamp: str | None = None) -> None:
        points = [_point(entry, self.collection) for entry in entries]
        if stamp is not None:
            payload = {"stamp": stamp, "layout": self.collection.layout}
            points.append(models.PointStruct(id=_MARKER, vector={}, payload=payload))
        if points:
            async with _wrapped():
                await self._client.upsert(name, points, wait=True)

    async def upsert(self, entries: Sequence[Entry], stamp: str | None = None) -> None:
        """Write entries, by id, and the new stamp if there is one."""
        await self._write(self._alias, entries, stamp)

    async def delete(self, where: Where, stamp: str | None = None) -> None:
        """Remove what passes the filter; an empty filter removes nothing."""
        if where != EVERYTHING:
            async with _wrapped():
                selector = models.FilterSelector(filter=_filter(where))
                await self._client.delete(self._alias, selector, wait=True)
        await self._write(self._alias, (), stamp)

    async def search(self, searches: Sequence[Search]) -> list[list[Hit]]:
        """The hits of each search, best first, in one round trip."""
        if not searches:
            return []
        requests = [_request(search, self.collection) for search in searches]
        async with _wrapped():
            found = await self._client.query_batch_points(self._alias, requests)
        return [
            [Hit(_plain(p.id), p.score, p.payload or {}) for p in response.points]
            for response in found
        ]

    async def count(self, where: Where = EVERYTHING) -> int:
        """How many entries pass the filter."""
        async with _wrapped():
            found = await self._client.count(self._alias, count_filter=_filter(where), exact=True)
        return found.count

    async def marked(self) -> dict[str, Any] | None:
        """What `mark` wrote down; None where that is of another layout."""
        async with _wrapped():
            found = await self._client.retrieve(self._alias, [_MARKER], with_payload=True)
        payload = found[0].payload if found else None
        return payload if payload and payload.get("layout") == self.collection.layout else None

    async def mark(self, payload: Mapping[str, Any]) -> None:
        """Write down something about the collection, in place of what was."""
        marked = {**payload, "layout": self.collection.layout}
        async with _wrapped():
            marker = models.PointStruct(id=_MARKER, vector={}, payload=marked)
            await self._client.upsert(self._alias, [marker], wait=True)

    async def empty(self) -> None:
        """Put an empty collection of this layout in the place of what there is."""
        async with _wrapped():
            await self._point_alias_at(await self._create())

    async def keep_integer(self, field: str) -> None:
        """Make a payload field of integers quick to filter by."""
        async with _wrapped():
            integer = models.PayloadSchemaType.INTEGER
            await self._client.create_payload_index(self._alias, field, field_schema=integer)

    async def delete_all_but(self, kept: models.FieldCondition) -> None:
        """Delete every entry that does not fulfil a condition."""
        marker = models.HasIdCondition(has_id=[_MARKER])
        selector = models.FilterSelector(filter=models.Filter(must_not=[kept, marker]))
        async with _wrapped():
            await self._client.delete(self._alias, selector, wait=True)

    async def close(self) -> None:
        """Let go of the connection."""
        async with _wrapped():
            await self._client.close()

    async def _create(self) -> str:
        """A new empty collection of this layout."""
        name = f"{self._alias}_{uuid.uuid4().hex[:12]}"
        idf = models.SparseVectorParams(modifier=models.Modifier.IDF)
        kinds = {"text": self.collection.text, "letters": self.collection.letters}
        size = self.collection.dense
        dense = models.VectorParams(size=size or 1, distance=models.Distance.COSINE)
        await self._client.create_collection(
            name,
            vectors_config={"dense": dense} if size else {},
            sparse_vectors_config={kind: idf for kind, wanted in kinds.items() if wanted},
        )
        for field in self.collection.keywords:
            await self._client.create_payload_index(
                name, field, field_schema=models.PayloadSchemaType.KEYWORD
            )
        return name

    async def _point_alias_at(self, name: str) -> None:
        """Move the alias in one step, then drop what it meant before."""
        aliases = (await self._client.get_aliases()).aliases
        old = [a.collection_name for a in aliases if a.alias_name == self._alias]
        drop = models.DeleteAliasOperation(delete_alias=models.DeleteAlias(alias_name=self._alias))
        make = models.CreateAliasOperation(
            create_alias=models.CreateAlias(collection_name=name, alias_name=self._alias)
        )
        await self._client.update_collection_aliases([drop, make] if old else [make])
        for previous in old:
            await self._client.delete_collection(previous)


@asynccontextmanager
async def _wrapped() -> AsyncIterator[None]:
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        reason = str(error).strip().split("\n")[0] or type(error).__name__
        raise StoreError(f"The Qdrant server failed (QDRANT_URL): {reason}.") from error


def _vector(vector: Vector) -> Any:
    return (
        models.SparseVector(indices=vector[0], values=vector[1])
        if isinstance(vector, tuple)
        else vector
    )


def _plain(identity: Any) -> int | str:
    return identity if isinstance(identity, int) else str(identity)


def _point(entry: Entry, collection: Collection) -> models.PointStruct:
    vectors = {name: _vector(one) for name, one in stored_vectors(entry, collection).items()}
    return models.PointStruct(id=entry.id, vector=vectors, payload=dict(entry.payload))


def _request(search: Search, collection: Collection) -> models.QueryRequest:
    asked = asked_vectors(search, collection)
    queries = [(_vector(one), name) for name, one in asked.items()]
    where = _filter(search.where)
    if len(queries) > 1:
        depth = max(search.limit * 2, 20)
        return models.QueryRequest(
            prefetch=[
                models.Prefetch(query=query, using=using, filter=where, limit=depth)
                for query, using in queries
            ],
            query=models.RrfQuery(rrf=models.Rrf(k=_FUSION_K)),
            limit=search.limit,
            with_payload=True,
        )
    query, using = queries[0] if queries else (None, None)
    return models.QueryRequest(
        query=query, using=using, filter=where, limit=search.limit, with_payload=True
    )


def _filter(where: Where) -> models.Filter:
    """The filter, which always leaves the marker out."""
    marker = models.HasIdCondition(has_id=[_MARKER])
    return models.Filter(
        must=[_condition(match) for match in where.all] or None,
        should=[_condition(match) for match in where.any] or None,
        must_not=[*(_condition(match) for match in where.none), marker],
    )


def _condition(match: Match) -> models.FieldCondition:
    values: Any = list(match.values)
    return models.FieldCondition(key=match.field, match=models.MatchAny(any=values))
