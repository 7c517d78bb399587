"""The texts of a graph in the search index: built, and searched by what a question is about.

Words and vectors find some candidates, which are then compared with the question word by word
(`memory.passages_likeness`). How often each word occurs is kept beside the passages.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterable, AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memory.embedding import Embedder, likeness
from memory.embedding_away import Vector, entry_vectors, renew, vectors_of
from memory.index import Entry, Hit, Index, Match, Progress, Search, Where
from memory.passages import (
    TEXT,
    WORDS,
    StoredText,
    content_words,
    passage_entry,
    passages,
)
from memory.passages_likeness import ELSEWHERE, Likeness, Wanted, floor_of
from memory.text import fold

_BATCH = 512
_WORDS_AN_ENTRY = 2_000
# Words that are counted at most; the rarer ones of a larger vocabulary are slips and names.
_VOCABULARY = 60_000
_CANDIDATES = 120
# So many pieces that are searched one long text has, about.
_PIECES = 6
_NAMESAKES = 200
# The share that the likeness as wholes has in the score of a short topic: the mean of static word
# vectors says less than a model that reads. With MiniLM-L6 `tests/bench/routing.py` finds 85 % of
# the rows of "both" at a quarter, 91 % at a half, 85 % at 0.7; static vectors 82 % at a quarter.
_WHOLE, _WHOLE_OF_READER = 0.25, 0.5
# Raise it where the same texts give other entries.
_VERSION = 2


@dataclass(frozen=True, slots=True)
class Near:
    """A node found by its text.

    `start` is how the text begins; `passage` the part that is nearest; `score` 0 to 1; `words` how
    well each content word of the question is met in it, 0 to 1. `shares_name` says that another
    node is called the same, so that the name alone does not tell this one.
    """

    label: str
    property: str
    name: str | None
    start: str
    passage: str
    score: float
    words: tuple[float, ...] = ()
    shares_name: bool = False


class PassageIndex:
    """Finds nodes by their texts. Every method raises `StoreError` where index or vectors fail."""

    def __init__(self, index: Index, embedder: Embedder, words: Embedder | None = None) -> None:
        """An index over `passages_collection(embedder)`.

        `words` makes the vectors of single words, of which there are many; `embedder` if None.
        """
        self._index = index
        self._embedder = embedder
        self._words = words or embedder
        self._likeness: Likeness | None = None
        self._loading = asyncio.Lock()

    def _stamp(self, state: str) -> str:
        told = f"{_VERSION} {state} {self._embedder.name}"
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    async def fresh(self, state: str) -> bool:
        """Whether it holds the texts of that state of the graph."""
        return await self._index.stamp() == self._stamp(state)

    async def build(
        self, texts: AsyncIterable[StoredText], state: str, progress: Progress | None = None
    ) -> None:
        """Replace everything; `progress` gets the number of entries written so far."""
        await self._index.rebuild(self._entries(texts, True), self._stamp(state), progress)
        self._likeness = None

    async def renew(
        self,
        texts: Callable[[], AsyncIterable[StoredText]],
        state: str,
        progress: Progress | None = None,
    ) -> None:
        """Build it where that is possible now; see `memory.embedding_away.renew`.

        `texts` starts reading them, a second time where no vectors can be made.
        """
        entries = lambda with_vectors: self._entries(texts(), with_vectors)  # noqa: E731
        await renew(self._index, entries, self._stamp(state), progress)
        self._likeness = None

    async def count(self) -> int:
        """How many passages there are."""
        return await self._index.count(_of(TEXT))

    async def close(self) -> None:
        """Let go of the index."""
        await self._index.close()

    async def nearest(
        self, topic: str, labels: Sequence[str], limit: int = 50, *, far: bool = False
    ) -> list[Near]:
        """The nodes of some labels whose texts are nearest to a topic, best first.

        Only those above what a topic of quite another world reaches in these texts; with `far`,
        which is for somebody who reads them all, as many as there are up to the limit.
        """
        texts = await self._ready()
        vectors = await self._vectors([topic])
        candidates = max(_CANDIDATES, _PIECES * limit) if far else _CANDIDATES
        (found,) = await self._near([topic], vectors, texts, labels, candidates)
        if far:
            return found[:limit]
        floor = await self._floor(texts, with_vectors=vectors[0] is not None)
        return [near for near in found if near.score > floor][:limit]

    async def like(
        self, name: str, labels: Sequence[str], among: Sequence[str], limit: int = 50
    ) -> list[Near]:
        """The nodes of labels `among` whose texts are nearest to that of the one so called.

        Itself is left out; none where there is no such node of `labels`, or it has no text.
        """
        texts = await self._ready()
        where = Where(all=(Match("called", (fold(name),)), Match("label", tuple(labels))))
        (hits,) = await self._index.search([Search(_NAMESAKES, where=where)])
        own = [str(hit.payload["passage"]) for hit in hits if hit.payload["name"] == name]
        if not own:
            return []
        whole = " ".join(own[:3])
        (found,) = await self._near([whole], await self._vectors([whole]), texts, among)
        return [n for n in found if n.label not in labels or fold(n.name or "") != fold(name)][
            :limit
        ]

    async def met(self, words: Sequence[str]) -> bool:
        """Whether every one of these words, or one hardly different, stands in some text."""
        texts = await self._ready()
        return bool(words) and all(texts.knows(fold(word)) for word in words)

    async def _vectors(self, topics: Sequence[str]) -> list[Vector | None]:
        return await vectors_of(self._embedder, [self._meant(topic, topic) for topic in topics])

    async def _near(
        self,
        topics: Sequence[str],
        vectors: Sequence[Vector | None],
        texts: Likeness,
        labels: Sequence[str] = (),
        candidates: int = _CANDIDATES,
    ) -> list[list[Near]]:
        where = _of(TEXT)
        if labels:
            where = replace(where, all=(*where.all, Match("label", tuple(labels))))
        wanted = [await texts.wanted(topic) for topic in topics]
        by_words = [Search(candidates, text=texts.widened(want), where=where) for want in wanted]
        dense = [Search(candidates, vector=v, where=where) for v in vectors if v is not None]
        groups = await self._index.search([*by_words, *dense])
        by_meaning = iter(groups[len(topics) :])
        # What it compares with is too much to be sent to a worker; others go on between.
        return [
            await asyncio.to_thread(
                self._ranked, want, next(by_meaning) if vector is not None else [], hits, texts
            )
            for want, vector, hits in zip(wanted, vectors, groups, strict=False)
        ]

    async def _floor(self, texts: Likeness, *, with_vectors: bool) -> float:
        """What topics of other worlds reach; less where only words are compared."""
        if with_vectors not in texts.floors:
            vectors: list[Vector | None] = [None] * len(ELSEWHERE)
            if with_vectors:
                vectors = await self._vectors(ELSEWHERE)
                with_vectors = vectors[0] is not None
            found = await self._near(ELSEWHERE, vectors, texts)
            scores = [near[0].score if near else 0.0 for near in found]
            texts.floors[with_vectors] = floor_of(scores)
        return texts.floors[with_vectors]

    async def _ready(self) -> Likeness:
        async with self._loading:
            if self._likeness is None:
                self._likeness = await self._load()
            return self._likeness

    async def _load(self) -> Likeness:
        (hits,) = await self._index.search(
            [Search(_VOCABULARY // _WORDS_AN_ENTRY + 1, where=_of(WORDS))]
        )
        frequencies: dict[str, int] = {}
        for hit in hits:
            frequencies.update(zip(hit.payload["words"], hit.payload["counts"], strict=True))
        vectors = await self._words.embed(list(frequencies))
        whole = _WHOLE_OF_READER if self._embedder.reads else _WHOLE
        return Likeness(frequencies, vectors, await self.count(), self._words, whole)

    async def _entries(
        self, texts: AsyncIterable[StoredText], with_vectors: bool
    ) -> AsyncIterator[Entry]:
        number, counts, batch = 0, Counter[str](), list[Entry]()
        async for stored in texts:
            for passage in passages(stored.text):
                counts.update(set(content_words(f"{stored.name or ''} {passage}")))
                batch.append(passage_entry(stored, passage))
            while len(batch) >= _BATCH:
                for entry in await self._embedded(batch[:_BATCH], with_vectors):
                    number += 1
                    yield replace(entry, id=number)
                del batch[:_BATCH]
        for entry in await self._embedded(batch, with_vectors):
            number += 1
            yield replace(entry, id=number)
        common = counts.most_common(_VOCABULARY)
        for at in range(0, len(common), _WORDS_AN_ENTRY):
            number += 1
            yield Entry(number, _word_payload(common[at : at + _WORDS_AN_ENTRY]))

    async def _embedded(self, entries: Sequence[Entry], with_vectors: bool) -> list[Entry]:
        texts = [self._meant(str(e.payload["passage"]), e.text or "") for e in entries]
        vectors = await entry_vectors(self._embedder, texts, with_vectors)
        return [
            replace(entry, vector=vector) for entry, vector in zip(entries, vectors, strict=True)
        ]

    def _meant(self, passage: str, named: str) -> str:
        """What of a passage is embedded: with its name by a model that reads, else content words.

        Small words only blur a vector that is an average.
        """
        return named if self._embedder.reads else " ".join(content_words(passage)) or passage

    def _ranked(
        self, wanted: Wanted, dense: Sequence[Hit], words: Sequence[Hit], texts: Likeness
    ) -> list[Near]:
        """The best passage of each node, best node first."""
        alike = {hit.id: likeness(hit.score, self._embedder) for hit in dense}
        hits = {hit.id: hit for hit in (*dense, *words)}
        best: dict[tuple[Any, ...], Near] = {}
        for identity, hit in hits.items():
            payload = hit.payload
            name = payload["name"]
            score, met = texts.score(
                wanted, payload["passage"], alike.get(identity, 0.0), name or ""
            )
            key = (payload["label"], name, payload["start"])
            if key not in best or best[key].score < score:
                best[key] = Near(
                    payload["label"], payload["property"], name, payload["start"],
                    payload["passage"], score, met,
                )  # fmt: skip
        return sorted(best.values(), key=lambda near: (-near.score, str(near.name), near.start))


def _word_payload(words: Sequence[tuple[str, int]]) -> dict[str, Any]:
    return {"kind": WORDS, "words": [w for w, _ in words], "counts": [n for _, n in words]}


def _of(kind: str) -> Where:
    return Where(all=(Match("kind", (kind,)),))
