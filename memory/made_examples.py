"""Question/Cypher pairs made from the schema, searched by the form of their questions.

They are no truth of their own: made anew whenever schema, counts or embedder change.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass

from memory.embedding import Embedder
from memory.embedding_away import entry_vectors, renew, vectors_of
from memory.index import Collection, Entry, Hit, Index, Search
from memory.question_form import QuestionForm

# Raise it where the same schema gives other pairs, or the same pair another form.
_VERSION = 1
_FUSION_K = 60
# How many more are looked at than given, so that a tie is seldom cut in two.
_DEEPER = 4


@dataclass(frozen=True, slots=True)
class MadeExample:
    """A question with its Cypher, values written in; `shape` names what kind of question it is."""

    question: str
    cypher: str
    shape: str
    form: QuestionForm


def made_collection(embedder: Embedder) -> Collection:
    """The collection that fits an embedder."""
    return Collection("made", text=True, dense=embedder.size, embedder=embedder.name)


class MadeExamples:
    """The pairs of one state of one graph. Every method raises `StoreError` where the index fails.

    Args of the constructor: an index over `made_collection(embedder)`, and the state of the graph,
    as `memory.index_open.values_stamp` tells it.
    """

    def __init__(self, index: Index, embedder: Embedder, state: str) -> None:
        self._index = index
        self._embedder = embedder
        told = f"{_VERSION} {state} {embedder.name}"
        self._stamp = hashlib.sha256(told.encode()).hexdigest()[:16]

    async def fresh(self) -> bool:
        """Whether it holds the pairs of this state."""
        return await self._index.stamp() == self._stamp

    async def build(self, pairs: Sequence[MadeExample]) -> None:
        """Replace everything, or what can be replaced while no vectors can be made."""
        await renew(self._index, lambda vectors: self._entries(pairs, vectors), self._stamp)

    async def count(self) -> int:
        """How many pairs there are."""
        return await self._index.count()

    async def nearest(self, form: QuestionForm, limit: int) -> list[tuple[str, str, str]]:
        """(question, Cypher, shape) of the pairs nearest in form, best first."""
        (vector,) = await vectors_of(self._embedder, [form.masked])
        depth = _DEEPER * limit
        searches = [Search(depth, text=form.text)]
        if vector is not None:
            searches.append(Search(depth, vector=vector))
        found = await self._index.search(searches)
        return [
            (h.payload["question"], h.payload["cypher"], h.payload["shape"])
            for h in _fused(found)[:limit]
        ]

    async def close(self) -> None:
        """Let go of the index."""
        await self._index.close()

    async def _entries(
        self, pairs: Sequence[MadeExample], with_vectors: bool
    ) -> AsyncIterator[Entry]:
        masked = [pair.form.masked for pair in pairs]
        for entry in _numbered(pairs, await entry_vectors(self._embedder, masked, with_vectors)):
            yield entry


def _fused(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """Reciprocal rank fusion, the same each time: equal scores share a rank, then names decide.

    Many made questions have one form, and the index gives those in any order. Source: Cormack,
    Clarke and Buettcher, "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009.
    """
    hits: dict[int | str, Hit] = {}
    fused: dict[int | str, float] = {}
    for ranking in rankings:
        better = sorted(-hit.score for hit in ranking)
        for hit in ranking:
            hits[hit.id] = hit
            rank = bisect_left(better, -hit.score)
            fused[hit.id] = fused.get(hit.id, 0.0) + 1 / (_FUSION_K + rank)
    return sorted(hits.values(), key=lambda h: (-fused[h.id], str(h.payload["question"])))


def _numbered(
    pairs: Sequence[MadeExample], vectors: Sequence[Sequence[float] | None]
) -> Iterator[Entry]:
    for number, (pair, vector) in enumerate(zip(pairs, vectors, strict=True), 1):
        payload = {"question": pair.question, "cypher": pair.cypher, "shape": pair.shape}
        yield Entry(number, payload, text=pair.form.text, vector=vector)
