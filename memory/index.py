"""The search index as a contract: what is searched is kept here and can be rebuilt at any time.

Nothing in it is the truth: schema and values come from the graph, examples from SQL. A *stamp* kept
with each collection says which state of its source it holds, so that an owner notices when it is
behind: `if await index.stamp() != wanted: await index.rebuild(entries, wanted)`.

Adapters: `memory.index_edge` (in this process) and `memory.index_server` (a Qdrant server or
cluster); `memory.index_open` picks one.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

Progress: TypeAlias = Callable[[int], None]
Keyword: TypeAlias = str | int

# Part of every layout: raise it when what is stored for the same entry changes.
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Collection:
    """What the entries of a collection can be searched by.

    `text` gives BM25 over words, `letters` hashed character trigrams, `dense` the size of a dense
    vector (0: none). `keywords` are the payload fields that filters name. `average_words` is the
    usual length of a text, which BM25 needs. A `growing` collection takes single entries one by
    one and has one writer; any other is only ever rebuilt, and is shared by processes. `embedder`
    is who made the dense vectors: those of another cannot be compared with.
    """

    name: str
    text: bool = False
    letters: bool = False
    dense: int = 0
    keywords: tuple[str, ...] = ()
    average_words: float = 12.0
    growing: bool = False
    embedder: str = ""

    @property
    def layout(self) -> str:
        """Twelve hex digits that change when an index built earlier no longer fits."""
        return hashlib.sha256(f"{_VERSION} {self!r}".encode()).hexdigest()[:12]

    def stamp_in(self, marked: Mapping[str, Any] | None) -> str | None:
        """The stamp among what was marked down; None where that is of another layout."""
        if marked is None or marked.get("layout") != self.layout:
            return None
        return str(marked["stamp"])


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to find. `id` is a positive integer or a UUID; what is None is not indexed."""

    id: int | str
    payload: Mapping[str, Any] = field(default_factory=dict)
    text: str | None = None
    letters: str | None = None
    vector: Sequence[float] | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """The payload field (or, where it is a list, one of its items) is one of `values`."""

    field: str
    values: tuple[Keyword, ...]


@dataclass(frozen=True, slots=True)
class Where:
    """A filter: every one of `all`, at least one of `any` (where given), and none of `none`."""

    all: tuple[Match, ...] = ()
    any: tuple[Match, ...] = ()
    none: tuple[Match, ...] = ()


EVERYTHING = Where()


@dataclass(frozen=True, slots=True)
class Search:
    """One query. Several of text, letters and vector are fused by reciprocal rank (k = 60).

    With none of them it lists what passes the filter, in no particular order, with score 0.
    """

    limit: int
    text: str | None = None
    letters: str | None = None
    vector: Sequence[float] | None = None
    where: Where = EVERYTHING


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry found; scores of different kinds of search cannot be compared."""

    id: int | str
    score: float
    payload: Mapping[str, Any]


class Index(Protocol):
    """One collection. Every method raises `StoreError` where the index fails."""

    collection: Collection

    async def stamp(self) -> str | None:
        """The state of the source it holds; None if empty, half built or of an older layout."""
        ...

    async def rebuild(
        self, entries: AsyncIterable[Entry], stamp: str, progress: Progress | None = None
    ) -> None:
        """Replace everything; searches see the old entries until the new ones are complete.

        Args:
            entries: All entries.
            stamp: The state of the source they were made from.
            progress: Called with the number of entries written so far.
        """
        ...

    async def upsert(self, entries: Sequence[Entry], stamp: str | None = None) -> None:
        """Write entries, by id, and the new stamp if there is one (growing collections)."""
        ...

    async def delete(self, where: Where, stamp: str | None = None) -> None:
        """Remove what passes the filter; an empty filter removes nothing."""
        ...

    async def search(self, searches: Sequence[Search]) -> list[list[Hit]]:
        """The hits of each search, best first, in one round trip."""
        ...

    async def count(self, where: Where = EVERYTHING) -> int:
        """How many entries pass the filter."""
        ...

    async def close(self) -> None:
        """Flush and let go."""
        ...
