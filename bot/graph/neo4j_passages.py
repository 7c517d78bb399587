"""The texts of a Neo4j that has vectors of them: nearness is asked of its own vector index.

Which words stand in the texts, and all else, is asked of our own passages; so is nearness while no
vector of a topic can be made, or where the index turns out to be of another model.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import structlog

from bot.errors import EmbedderAway, GraphError
from bot.graph.client import BoltGraph
from bot.graph.introspect_reader import quote
from bot.graph.neo4j_vector import Found, VectorSearch
from memory.embedding import Embedder, likeness
from memory.embedding_away import Vector, vectors_of
from memory.english import stem
from memory.passages import START, content_words, passages
from memory.passages_index import Near, PassageIndex
from memory.passages_likeness import ELSEWHERE, floor_of
from memory.text import fold

# Texts that are embedded anew to see whether the index is of this model, and how alike these and
# the stored vectors must be: what was embedded there may be more than this text.
_COMPARED, _ALIKE = 3, 0.3
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Scale:
    """What an index scores for topics of other worlds."""

    floor: float

    def of(self, score: float) -> float:
        """A score of the index from 0 (as near as anything) to 1."""
        return (score - self.floor) / (1 - self.floor) if self.floor < 1 else 0.0


class Neo4jPassages:
    """`bot.steps.by_text.Passages` over the graph's own vector indexes.

    Args of the constructor: the graph, our own passages, who makes vectors of topics, and a search
    for each text property that has an index. `compares` says that stored texts may be embedded.
    """

    def __init__(
        self,
        graph: BoltGraph,
        own: PassageIndex,
        embedder: Embedder,
        searches: Sequence[VectorSearch],
        *,
        compares: bool,
    ) -> None:
        self._graph, self._own, self._embedder = graph, own, embedder
        self._searches, self._compares = tuple(searches), compares
        self._scales: dict[str, _Scale | None] = {}
        self._lock = asyncio.Lock()

    async def nearest(
        self, topic: str, labels: Sequence[str], limit: int = 50, *, far: bool = False
    ) -> list[Near]:
        """The nodes of some labels whose texts are near to a topic, with `far` any, best first.

        Raises:
            StoreError: our own passages, where they are asked, fail.
        """
        try:
            searches = await self._of(labels)
            (vector,) = await vectors_of(self._embedder, [topic]) if searches else (None,)
            if vector is not None:
                return await self._near(searches, vector, topic, limit, far=far)
        except GraphError as error:
            _log.warning("vector index not searched", why=str(error))
        return await self._own.nearest(topic, labels, limit, far=far)

    async def like(
        self, name: str, labels: Sequence[str], among: Sequence[str], limit: int = 50
    ) -> list[Near]:
        """The nodes whose vectors are nearest to that of the one so called, without itself.

        Raises:
            StoreError: our own passages, where they are asked, fail.
        """
        try:
            for search in await self._of(labels):
                vector = await self._stored(search, name)
                if vector is not None and (searches := await self._of(among)):
                    near = await self._near(searches, vector, "", limit + 1)
                    return [n for n in near if not _is(n, name, labels)][:limit]
        except GraphError as error:
            _log.warning("vector index not searched", why=str(error))
        return await self._own.like(name, labels, among, limit)

    async def count(self) -> int:
        """How many passages of our own there are."""
        return await self._own.count()

    async def met(self, words: Sequence[str]) -> bool:
        """Whether every one of the words stands in some text."""
        return await self._own.met(words)

    async def _of(self, labels: Sequence[str]) -> list[VectorSearch]:
        """The searches for texts of all these labels; none where one has no index to be trusted."""
        found = [search for search in self._searches if search.text.label in labels]
        if {search.text.label for search in found} != set(labels):
            return []
        return found if all([await self._scale(search) for search in found]) else []

    async def _near(
        self,
        searches: Sequence[VectorSearch],
        vector: Vector,
        topic: str,
        limit: int,
        *,
        far: bool = False,
    ) -> list[Near]:
        near = []
        for search in searches:
            scale = await self._scale(search)
            assert scale is not None
            for found in await search.nearest(vector, limit):
                if (score := scale.of(found.score)) > 0 or far:
                    near.append(_near(search, found, score, topic))
        best: dict[tuple[str, str | None, str], Near] = {}
        for one in sorted(near, key=lambda n: (-n.score, str(n.name), n.start)):
            best.setdefault((one.label, one.name, one.start), one)
        return list(best.values())[:limit]

    async def _scale(self, search: VectorSearch) -> _Scale | None:
        """What its scores mean; None where its vectors are of another model, or there are none."""
        name = search.index.name
        async with self._lock:
            if name not in self._scales:
                vectors = [v for v in await vectors_of(self._embedder, ELSEWHERE) if v is not None]
                if not vectors:
                    return _Scale(0.5)  # unknown for now; topics have no vectors either
                if not await self._is_ours(search):
                    _log.warning("vector index is of another embedding model", index=name)
                    self._scales[name] = None
                else:
                    best = [await search.nearest(vector, 1) for vector in vectors]
                    scores = [found[0].score if found else 0.0 for found in best]
                    self._scales[name] = _Scale(floor_of(scores))
            return self._scales[name]

    async def _is_ours(self, search: VectorSearch) -> bool:
        """Whether stored vectors are like those that our model makes of the same texts."""
        index, text = search.index, quote(search.text.property)
        records = await self._graph.records(
            f"MATCH (n:{quote(search.text.label)}) WHERE n.{text} IS NOT NULL "
            f"AND n.{quote(index.property)} IS NOT NULL "
            f"RETURN left(toStringOrNull(n.{text}), 1000) AS text, "
            f"n.{quote(index.property)} AS vector LIMIT {_COMPARED}"
        )
        stored = [(one["text"], _numbers(one["vector"])) for one in records if one["text"]]
        if not stored or not self._compares:
            return bool(stored)
        try:
            made = await self._embedder.embed([text for text, _ in stored])
        except EmbedderAway:
            return True
        alike = [_cosine(mine, theirs) for mine, (_, theirs) in zip(made, stored, strict=True)]
        return max(likeness(one, self._embedder) for one in alike) >= _ALIKE

    async def _stored(self, search: VectorSearch, name: str) -> Vector | None:
        text, index = search.text, search.index
        if text.name is None:
            return None
        rows = await self._graph.records(
            f"MATCH (n:{quote(text.label)} {{{quote(text.name)}: $name}}) "
            f"WHERE n.{quote(index.property)} IS NOT NULL "
            f"RETURN n.{quote(index.property)} AS vector LIMIT 1",
            {"name": name},
        )
        return _numbers(rows[0]["vector"]) if rows else None


def _near(search: VectorSearch, found: Found, score: float, topic: str) -> Near:
    text = search.text
    wanted = {stem(word) for word in content_words(topic)}
    parts = list(passages(found.text)) or [found.text]
    shared = [len(wanted & {stem(word) for word in content_words(part)}) for part in parts]
    part = parts[max(range(len(parts)), key=lambda i: (shared[i], -i))]
    return Near(text.label, text.property, found.name, found.text[:START], part, score)


def _is(near: Near, name: str, labels: Sequence[str]) -> bool:
    return near.label in labels and fold(near.name or "") == fold(name)


def _numbers(stored: Any) -> Vector:
    """A stored vector: a list, or where the database has a type for vectors, that."""
    numbers = stored.to_native() if hasattr(stored, "to_native") else stored
    return [float(x) for x in numbers]


def _cosine(mine: Sequence[float], theirs: Sequence[float]) -> float:
    if len(mine) != len(theirs):
        return 0.0
    length = sum(x * x for x in theirs) ** 0.5
    return sum(float(x) * y for x, y in zip(mine, theirs, strict=True)) / length if length else 0.0
