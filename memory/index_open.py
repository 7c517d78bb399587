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
from memory.index_parts import PartedIndex
from memory.index_pieces import EdgePieces, finished_at
from memory.passages import StoredText, passages_collection
from memory.passages_index import PassageIndex
from memory.schema import Schema
from memory.values import VALUES, ValueIndex


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

    async def open_parts(self, collection: Collection) -> PartedIndex:
        """One collection in parts, as `open`.

        Raises:
            StoreError: neither the folder nor the server can be used.
        """
        if self.url:
            from memory.index_server_parts import ServerParts

            return await ServerParts.open(self.url, self.api_key, self.graph, collection)
        return await EdgePieces.open(self._folder(collection), collection)

    def built_at(self) -> int | None:
        """When the values were last whole in a folder, in nanoseconds, by whichever process.

        None where they are not, or are on a server, whose index every process shares.
        """
        return None if self.url else finished_at(self._folder(VALUES))

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
) -> tuple[ValueIndex, ElementIndex]:
    """Values and elements, as far as they were read; elements are when they are first needed.

    Raises:
        StoreError: an index cannot be opened.
    """
    values = ValueIndex(await indexes.open_parts(VALUES))
    elements = ElementIndex(await indexes.open(elements_collection(embedder)), embedder, schema)
    return values, elements


async def open_passages(
    indexes: Indexes, embedder: Embedder, words: Embedder | None = None
) -> PassageIndex:
    """The passages of the graph's texts, as they were read; `words` makes vectors of single words.

    Raises:
        StoreError: the index cannot be opened.
    """
    return PassageIndex(await indexes.open(passages_collection(embedder)), embedder, words)


async def build_passages(
    passages: PassageIndex,
    schema: Schema,
    stored: Callable[[], AsyncIterable[StoredText]],
    progress: Progress | None = None,
    *,
    anew: bool = False,
) -> None:
    """Read the texts where they are behind the schema.

    While no vectors can be made, passages that are behind do; `anew` they are wanted now.

    Raises:
        StoreError: the index or the embedder fails.
        GraphError: the texts cannot be read.
    """
    state = values_stamp(schema)
    if anew:
        await passages.build(stored(), state, progress)
    elif not await passages.fresh(state):
        await passages.renew(stored, state, progress)
