"""Opening and building the indexes of one graph."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterable, Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from memory.elements import ElementIndex, elements_collection
from memory.embedding import Embedder
from memory.index import Collection, Index, Progress
from memory.index_edge import EdgeIndex
from memory.index_files import sealed_at
from memory.passages import StoredText, passages_collection
from memory.passages_index import PassageIndex
from memory.schema import Schema
from memory.value_record import LeftOut
from memory.values import VALUES, StoredValue, ValueIndex


@dataclass(frozen=True, slots=True)
class Indexes:
    """Where the search indexes of one graph are.

    `home` is Cicerone's folder and `graph` the graph's name, of which each has indexes of its own.
    With `url` they are on a Qdrant server, else in folders under `home`.
    """

    home: Path
    graph: str
    url: str | None = None
    api_key: str = ""

    async def open(self, collection: Collection) -> Index:
        """One collection; empty where there is none yet, or where it was damaged.

        Raises:
            StoreError: neither the folder nor the server can be used.
        """
        if self.url:
            from memory.index_server import ServerIndex

            return await ServerIndex.open(self.url, self.api_key, self.graph, collection)
        return await EdgeIndex.open(self._folder(collection), collection)

    def built_at(self) -> int | None:
        """When the values were last built in a folder, in nanoseconds, by whichever process.

        None where they are not, or are on a server, whose index every process shares.
        """
        return None if self.url else sealed_at(self._folder(VALUES))

    def look_book(self, hidden: str) -> Path:
        """Where processes that see the same of the graph tell each other of their looks at it."""
        seen = hashlib.sha256(hidden.encode()).hexdigest()[:8]
        return self._home() / f"looked-{seen}.json"

    def _folder(self, collection: Collection) -> Path:
        return self._home() / collection.name

    def _home(self) -> Path:
        return self.home.expanduser() / "index" / quote(self.graph, safe="")


def values_stamp(schema: Schema) -> str:
    """The state of a graph as far as its schema tells: it changes when nodes come or go."""
    counts = [f"{label.name} {label.count}" for label in schema.labels.values()]
    counts += [f"{rel.type} {rel.count}" for rel in schema.relationships.values()]
    state = "\n".join([schema.fingerprint, *sorted(counts)])
    return hashlib.sha256(state.encode()).hexdigest()[:16]


async def open_indexes(
    indexes: Indexes, schema: Schema, embedder: Embedder
) -> tuple[ValueIndex, ElementIndex, bool]:
    """Values and elements, and whether the values are up to date with the schema.

    Raises:
        StoreError: an index cannot be opened.
    """
    values = ValueIndex(await indexes.open(VALUES))
    elements = ElementIndex(await indexes.open(elements_collection(embedder)), embedder, schema)
    return values, elements, await values.fresh(values_stamp(schema))


async def build_indexes(
    indexes: Indexes,
    schema: Schema,
    embedder: Embedder,
    stored: Callable[[Callable[[LeftOut], None]], AsyncIterable[StoredValue]],
    progress: Progress | None = None,
    *,
    anew: bool = False,
) -> tuple[ValueIndex, ElementIndex]:
    """Values and elements, built where they are behind.

    Args:
        indexes: Where they are.
        schema: The whole schema.
        embedder: Makes the vectors of elements.
        stored: Starts reading the graph's values, and calls what it is given with what it leaves
            out; not called where the index is up to date.
        progress: Called with the number of values written so far.
        anew: Build even what is up to date.

    Raises:
        StoreError: an index or the embedder fails.
        GraphError: the values cannot be read.
    """
    values, elements, fresh = await open_indexes(indexes, schema, embedder)
    if anew or not fresh:
        left_out: list[LeftOut] = []
        await values.build(stored(left_out.append), values_stamp(schema), progress, left_out)
    if anew:
        await elements.build()
    return values, elements


async def build_passages(
    indexes: Indexes,
    schema: Schema,
    embedder: Embedder,
    stored: Callable[[], AsyncIterable[StoredText]],
    progress: Progress | None = None,
    *,
    anew: bool = False,
    words: Embedder | None = None,
) -> PassageIndex:
    """The passages of the graph's texts, built where they are behind; as `build_indexes`.

    `words` makes the vectors of single words. While no vectors can be made, passages that are
    behind do; `anew` they are wanted now.

    Raises:
        StoreError: the index or the embedder fails.
        GraphError: the texts cannot be read.
    """
    index = await indexes.open(passages_collection(embedder))
    passages, state = PassageIndex(index, embedder, words), values_stamp(schema)
    if anew:
        await passages.build(stored(), state, progress)
    elif not await passages.fresh(state):
        await passages.renew(stored, state, progress)
    return passages
