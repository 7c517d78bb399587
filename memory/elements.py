"""The elements of a large schema, ranked by how near they are to a question.

BM25 over split names and sample values finds the words that are there; static vectors of the names
find their neighbours in meaning; both scores are added.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from memory.embedding import Embedder, likeness
from memory.embedding_away import entry_vectors, renew, vectors_of
from memory.english import FUNCTION_WORDS, ORDERS, noun_singular
from memory.index import Collection, Entry, Hit, Index, Match, Progress, Search, Where
from memory.schema import Property, Schema
from memory.schema_slice import Ranking
from memory.text import fold, split_name

_BATCH = 512
_SAMPLES = 12
_LONG_SAMPLE = 30
_KINDS = _LABEL, _TYPE, _PROPERTY = "label", "type", "property"
_NO_LIKENESS = 0.1
# What a property, or an end of a relationship, adds to the rank of its label.
_PROPERTY_SHARE = 0.5
_TYPE_SHARE = 0.3


def elements_collection(embedder: Embedder) -> Collection:
    """The collection that fits an embedder."""
    return Collection(
        "elements", text=True, dense=embedder.size, keywords=("kind",), embedder=embedder.name
    )


class ElementIndex:
    """Ranks the labels, relationship types and properties of one schema."""

    def __init__(self, index: Index, embedder: Embedder, schema: Schema) -> None:
        """An index over `elements_collection(embedder)`; it is filled when first needed."""
        self._index = index
        self._embedder = embedder
        self._schema = schema
        self._ready = False
        self._building = asyncio.Lock()

    @property
    def stamp(self) -> str:
        """The state of schema and embedder that the index should hold."""
        return hashlib.sha256(
            f"{self._schema.fingerprint} {self._embedder.name}".encode()
        ).hexdigest()[:16]

    async def build(self, progress: Progress | None = None) -> None:
        """Fill the index anew.

        Raises:
            StoreError: the index or the embedder fails.
        """
        await self._index.rebuild(self._entries(), self.stamp, progress)
        self._ready = True

    async def close(self) -> None:
        """Let go of the index."""
        await self._index.close()

    async def lookup(self, question: str, limit: int = 60) -> Ranking:
        """The elements nearest to a question.

        Args:
            question: A standalone question.
            limit: How many of each kind.

        Raises:
            StoreError: the index or the embedder fails.
        """
        await self._ensure()
        (vector,) = await vectors_of(self._embedder, [_content(question)])
        kinds = [Where(all=(Match("kind", (kind,)),)) for kind in _KINDS]
        searches = [Search(limit, text=question, where=kind) for kind in kinds]
        if vector is not None:
            searches += [Search(limit, vector=vector, where=kind) for kind in kinds]
        found = await self._index.search(searches)
        dense = found[len(_KINDS) :] or [[] for _ in _KINDS]
        labels, types, properties = _fused(found[: len(_KINDS)], dense, self._embedder)
        return Ranking(
            _best(self._with_parts(labels, types, properties), limit),
            _best(types, limit),
            _best(properties, limit),
        )

    async def _ensure(self) -> None:
        async with self._building:
            if not self._ready:
                self._ready = await self._index.stamp() == self.stamp
            if not self._ready:
                self._ready = await renew(self._index, self._entries, self.stamp)

    def _with_parts(
        self,
        labels: Mapping[str, float],
        types: Mapping[str, float],
        properties: Mapping[tuple[str, str], float],
    ) -> Mapping[str, float]:
        """Labels by their own score, their best property and their best relationship type."""
        by_property: dict[str, float] = defaultdict(float)
        for (owner, _), score in properties.items():
            if owner in self._schema.labels:
                by_property[owner] = max(by_property[owner], score)
        by_type: dict[str, float] = defaultdict(float)
        for type_, score in types.items():
            for join in self._schema.relationships[type_].joins[:1]:
                for end in (join.start, join.end):
                    by_type[end] = max(by_type[end], score)
        return {
            name: labels.get(name, 0.0)
            + _PROPERTY_SHARE * by_property[name]
            + _TYPE_SHARE * by_type[name]
            for name in {*labels, *by_property, *by_type}
        }

    async def _entries(self, with_vectors: bool = True) -> AsyncIterator[Entry]:
        drafts = _drafts(self._schema)
        number = 0
        while batch := list(islice(drafts, _BATCH)):
            names = [name for name, _ in batch]
            vectors = await entry_vectors(self._embedder, names, with_vectors)
            for (_, entry), vector in zip(batch, vectors, strict=True):
                number += 1
                yield replace(entry, id=number, vector=vector)


def _drafts(schema: Schema) -> Iterator[tuple[str, Entry]]:
    """(what to embed, entry without vector) of every element."""
    for label in schema.labels.values():
        name = " ".join(split_name(label.name))
        payload = {"kind": _LABEL, "name": label.name}
        yield name, Entry(0, payload, text=name)
        yield from _properties(label.name, name, label.properties)
    for rel in schema.relationships.values():
        ends = {end for join in rel.joins[:3] for end in (join.start, join.end)}
        name = " ".join(split_name(rel.type))
        around = " ".join(word for end in sorted(ends) for word in split_name(end))
        yield name, Entry(0, {"kind": _TYPE, "name": rel.type}, text=f"{name} {name} {around}")
        yield from _properties(rel.type, name, rel.properties)


def _properties(
    owner: str, owner_name: str, properties: Mapping[str, Property]
) -> Iterator[tuple[str, Entry]]:
    for prop in properties.values():
        name = " ".join(split_name(prop.name))
        payload = {"kind": _PROPERTY, "owner": owner, "name": prop.name}
        text = " ".join((name, name, owner_name, *_samples(prop)))
        yield f"{owner_name} {name}", Entry(0, payload, text=text)


def _samples(prop: Property) -> Iterable[str]:
    values = prop.values if prop.values is not None else prop.examples
    texts = (value for value in values if isinstance(value, str) and len(value) <= _LONG_SAMPLE)
    return islice(texts, _SAMPLES)


def _content(question: str) -> str:
    """The content words in the singular, as names of elements have them: the rest only blurs."""
    words = [noun_singular(w) for w in fold(question).split() if w not in FUNCTION_WORDS | ORDERS]
    return " ".join(words) or question


def _key(hit: Hit) -> Any:
    name = hit.payload["name"]
    return (hit.payload["owner"], name) if hit.payload["kind"] == _PROPERTY else name


def _fused(
    text: Sequence[list[Hit]], dense: Sequence[list[Hit]], embedder: Embedder
) -> list[dict[Any, float]]:
    """The score of every element found, a group for each kind.

    BM25 counts as a share of the best score of all kinds, so that one word that is really there
    weighs as much as a perfect likeness; the cosine counts from where likeness means something.
    """
    most = max((hit.score for hits in text for hit in hits), default=0.0) or 1.0
    scores: list[dict[Any, float]] = []
    for words, vectors in zip(text, dense, strict=True):
        group: dict[Any, float] = defaultdict(float)
        for hit in words:
            group[_key(hit)] += hit.score / most
        for hit in vectors:
            group[_key(hit)] += max(0.0, likeness(hit.score, embedder) - _NO_LIKENESS)
        scores.append(group)
    return scores


def _best(scores: Mapping[Any, float], limit: int) -> tuple[Any, ...]:
    """Best first; equal scores by name, so that the same question always gets the same slice."""
    return tuple(sorted(scores, key=lambda name: (-scores[name], name))[:limit])
