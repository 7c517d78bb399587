"""The texts of a graph in the search index: built, and searched by what a question is about.

Words and vectors find some candidates, which are then compared with the question word by word
(`memory.passages_likeness`). How often each word occurs is kept beside the passages.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterable, AsyncIterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memory.embedding import Embedder
from memory.index import Entry, Hit, Index, Match, Progress, Search, Where
from memory.passages import (
    TEXT,
    WORDS,
    StoredText,
    content_words,
    passage_entry,
    passages,
)
from memory.passages_likeness import Likeness, Wanted
from memory.text import fold

_BATCH = 512
_WORDS_AN_ENTRY = 2_000
# Words that are counted at most; the rarer ones of a larger vocabulary are slips and names.
_VOCABULARY = 60_000
_CANDIDATES = 120
_NAMESAKES = 200
# Raise it where the same texts give other entries.
_VERSION = 2


@dataclass(frozen=True, slots=True)
class Near:
    """A node found by its text.

    `start` is how the text begins; `passage` the part that is nearest; `score` 0 to 1; `words` how
    well each content word of the question is met in it, 0 to 1.
    """

    label: str
    property: str
    name: str | None
    start: str
    passage: str
    score: float
    words: tuple[float, ...] = ()


class PassageIndex:
    """Finds nodes by their texts. Every method raises `StoreError` where index or vectors fail."""

    def __init__(self, index: Index, embedder: Embedder) -> None:
        """An index over `passages_collection(embedder.size)`."""
        self._index = index
        self._embedder = embedder
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
        await self._index.rebuild(self._entries(texts), self._stamp(state), progress)
        self._likeness = None

    async def count(self) -> int:
        """How many passages there are."""
        return await self._index.count(_of(TEXT))

    async def close(self) -> None:
        """Let go of the index."""
        await self._index.close()

    async def nearest(self, topic: str, labels: Sequence[str], limit: int = 50) -> list[Near]:
        """The nodes of some labels whose texts are nearest to a topic, best first.

        Only those above what a topic of quite another world reaches in these texts.
        """
        likeness = await self._ready()
        found = await self._near([topic], likeness, labels)
        floor = await self._floor(likeness)
        return [near for near in found[0] if near.score > floor][:limit]

    async def like(
        self, name: str, labels: Sequence[str], among: Sequence[str], limit: int = 50
    ) -> list[Near]:
        """The nodes of labels `among` whose texts are nearest to that of the one so called.

        Itself is left out; none where there is no such node of `labels`, or it has no text.
        """
        likeness = await self._ready()
        where = Where(all=(Match("called", (fold(name),)), Match("label", tuple(labels))))
        (hits,) = await self._index.search([Search(_NAMESAKES, where=where)])
        own = [str(hit.payload["passage"]) for hit in hits if hit.payload["name"] == name]
        if not own:
            return []
        found = (await self._near([" ".join(own[:3])], likeness, among))[0]
        return [n for n in found if n.label not in labels or fold(n.name or "") != fold(name)][
            :limit
        ]

    async def namesakes(self, names: Sequence[str], label: str) -> frozenset[str]:
        """Which of the names more than one text of that label goes by."""
        wanted = tuple({fold(name) for name in names if name})
        if not wanted:
            return frozenset()
        where = Where(all=(Match("called", wanted), Match("label", (label,))))
        (hits,) = await self._index.search([Search(_NAMESAKES * 5, where=where)])
        texts = {(h.payload["property"], h.payload["name"], h.payload["start"]) for h in hits}
        seen = Counter((prop, name) for prop, name, _ in texts)
        return frozenset(str(name) for (_, name), times in seen.items() if times > 1)

    async def met(self, words: Sequence[str]) -> bool:
        """Whether every one of these words, or one hardly different, stands in some text."""
        likeness = await self._ready()
        return bool(words) and all(likeness.knows(fold(word)) for word in words)

    async def _near(
        self, topics: Sequence[str], likeness: Likeness, labels: Sequence[str] = ()
    ) -> list[list[Near]]:
        vectors = (await self._embedder.embed([_bare(topic) for topic in topics])).tolist()
        where = _of(TEXT)
        if labels:
            where = replace(where, all=(*where.all, Match("label", tuple(labels))))
        wanted = [await likeness.wanted(topic) for topic in topics]
        searches = []
        for want, vector in zip(wanted, vectors, strict=True):
            searches.append(Search(_CANDIDATES, vector=vector, where=where))
            searches.append(Search(_CANDIDATES, text=likeness.widened(want), where=where))
        groups = await self._index.search(searches)
        return [
            _ranked(want, groups[2 * i], groups[2 * i + 1], likeness)
            for i, want in enumerate(wanted)
        ]

    async def _floor(self, likeness: Likeness) -> float:
        if likeness.floor is None:
            found = await self._near(likeness.elsewhere, likeness)
            likeness.learn_floor([near[0].score if near else 0.0 for near in found])
        return likeness.floor or 0.0

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
        vectors = await self._embedder.embed(list(frequencies))
        return Likeness(frequencies, vectors, await self.count(), self._embedder)

    async def _entries(self, texts: AsyncIterable[StoredText]) -> AsyncIterator[Entry]:
        number, counts, batch = 0, Counter[str](), list[Entry]()
        async for stored in texts:
            for passage in passages(stored.text):
                counts.update(set(content_words(f"{stored.name or ''} {passage}")))
                batch.append(passage_entry(stored, passage))
            while len(batch) >= _BATCH:
                for entry in await self._embedded(batch[:_BATCH]):
                    number += 1
                    yield replace(entry, id=number)
                del batch[:_BATCH]
        for entry in await self._embedded(batch):
            number += 1
            yield replace(entry, id=number)
        common = counts.most_common(_VOCABULARY)
        for at in range(0, len(common), _WORDS_AN_ENTRY):
            number += 1
            yield Entry(number, _word_payload(common[at : at + _WORDS_AN_ENTRY]))

    async def _embedded(self, entries: Sequence[Entry]) -> list[Entry]:
        texts = [_bare(str(entry.payload["passage"])) for entry in entries]
        vectors = (await self._embedder.embed(texts)).tolist()
        return [
            replace(entry, vector=vector) for entry, vector in zip(entries, vectors, strict=True)
        ]


def _word_payload(words: Sequence[tuple[str, int]]) -> dict[str, Any]:
    return {"kind": WORDS, "words": [w for w, _ in words], "counts": [n for _, n in words]}


def _of(kind: str) -> Where:
    return Where(all=(Match("kind", (kind,)),))


def _bare(text: str) -> str:
    """Content words alone: small words only blur a vector that is an average."""
    return " ".join(content_words(text)) or text


def _ranked(
    wanted: Wanted, dense: Sequence[Hit], words: Sequence[Hit], likeness: Likeness
) -> list[Near]:
    """The best passage of each node, best node first."""
    cosines = {hit.id: hit.score for hit in dense}
    hits = {hit.id: hit for hit in (*dense, *words)}
    best: dict[tuple[Any, ...], Near] = {}
    for identity, hit in hits.items():
        payload = hit.payload
        name, cosine = payload["name"], cosines.get(identity, 0.0)
        score, met = likeness.score(wanted, payload["passage"], cosine, name or "")
        key = (payload["label"], name, payload["start"])
        if key not in best or best[key].score < score:
            best[key] = Near(
                payload["label"], payload["property"], name, payload["start"],
                payload["passage"], score, met,
            )  # fmt: skip
    return sorted(best.values(), key=lambda near: (-near.score, str(near.name), near.start))
