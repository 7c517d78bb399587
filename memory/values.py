"""The values stored in the graph, as words of a question name them."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from memory.english import stem
from memory.index import Entry, Hit, Index, Match, Progress, Search, Where
from memory.index_layer import LayeredIndex
from memory.processor import apart_if_long
from memory.schema import LinkedValue, Scalar
from memory.spans import Question, Span, read_question
from memory.value_entries import VALUES, value_entry
from memory.value_found import Found, Stored
from memory.value_misspelt import misspelt_matches
from memory.value_order import MOST_NAMES, ranked, without_weaker
from memory.value_parts import free_words, part_matches, reworded_matches
from memory.value_record import RECORD_KEY, LeftOut, ValueRecord, record_now
from memory.value_whole import whole_matches

__all__ = ["VALUES", "StoredValue", "ValueIndex"]

# (label, property, value, how many nodes of the label hold it)
StoredValue: TypeAlias = tuple[str, str, Scalar, int]

_WHOLE_LIMIT = 200
_LONGEST_QUESTION = 60
_NEIGHBOURS = 30
_SHARED_LIMIT = 100
_AT_ONCE = 500
_RECORD = Where(all=(Match("keys", (RECORD_KEY,)),))


class ValueIndex:
    """Finds the stored values that words of a question stand for; never asks the graph."""

    def __init__(self, index: Index) -> None:
        """An index over the collection `VALUES`."""
        self._index = LayeredIndex(index)
        self._forgotten: set[Hashable] = set()

    async def fresh(self, fingerprint: str) -> bool:
        """Whether it holds the values of that state of the graph."""
        return await self._index.stamp() == fingerprint

    async def build(
        self,
        values: AsyncIterable[StoredValue],
        fingerprint: str,
        progress: Progress | None = None,
        left_out: Sequence[LeftOut] = (),
    ) -> None:
        """Replace everything.

        Args:
            values: Every (label, property, value, number of nodes) once.
            fingerprint: The state of the graph they come from.
            progress: Called with the number of values written so far.
            left_out: What they lack; it may grow until the last value is there.

        Raises:
            StoreError: the index fails.
        """
        await self._index.rebuild(_entries(values, left_out), fingerprint, progress)
        self._forgotten.clear()
        if progress:
            progress(await self.count())

    async def record(self) -> ValueRecord | None:
        """When it was built and what it lacks; None where it was not.

        Raises:
            StoreError: the index fails.
        """
        (hits,) = await self._index.search([Search(1, where=_RECORD)])
        return ValueRecord.from_payload(hits[0].payload) if hits else None

    async def learn(self, values: Sequence[StoredValue]) -> None:
        """Find these as well, in this process, until it is built again.

        Raises:
            StoreError: the index fails.
        """
        entries = [value_entry(1, *value) for value in values]
        learnt = [entry for entry in entries if entry is not None]
        self._forgotten -= {_key(entry.payload) for entry in learnt}
        await self._index.learn(learnt)

    async def unknown(self, values: Sequence[StoredValue]) -> list[StoredValue]:
        """Those of the values that it does not find.

        Raises:
            StoreError: the index fails.
        """
        found: list[StoredValue] = []
        for start in range(0, len(values), _AT_ONCE):
            some = values[start : start + _AT_ONCE]
            entries = [value_entry(1, *value) for value in some]
            keys = tuple({entry.payload["keys"][0] for entry in entries if entry is not None})
            where = Where(all=(Match("keys", keys),))
            (hits,) = await self._search([Search(_AT_ONCE * 20, where=where)]) if keys else [[]]
            there = {_key(hit.payload) for hit in hits}
            found += [
                value
                for value, entry in zip(some, entries, strict=True)
                if entry is not None and _key(entry.payload) not in there
            ]
        return found

    def forget(self, values: Sequence[StoredValue]) -> None:
        """Find these no longer, in this process, until it is built again."""
        entries = [value_entry(1, *value) for value in values]
        self._forgotten |= {_key(entry.payload) for entry in entries if entry is not None}

    async def count(self) -> int:
        """How many values it holds."""
        return await self._index.count(Where(none=_RECORD.all))

    async def close(self) -> None:
        """Let go of the index."""
        await self._index.close()

    async def lookup(self, question: str) -> list[LinkedValue]:
        """The values that words of the question stand for.

        Returns:
            Links, longest stretch of words first, in the order of the question, best first;
            links over the same or overlapping words compete. A score of 1 is an exact or folded
            match, under 0.9 a part of a name or a misspelling.

        Raises:
            StoreError: the index fails.
        """
        stored = await self._whole(await apart_if_long(question, _keys, question))
        read, found, free = await apart_if_long(question, _with_whole, question, stored)
        if not free:
            return ranked(read, found)
        near = (
            await self._parts(read, free),
            await self._shared(read, free),
            await self._misspelt(read, free),
        )
        return await apart_if_long(question, _with_nearly, read, found, free, *near)

    async def _whole(self, keys: tuple[str, ...]) -> list[Stored]:
        if not keys:
            return []
        where = Where(all=(Match("keys", keys),))
        return await self._stored([Search(_WHOLE_LIMIT, where=where)])

    async def _parts(self, question: Question, free: Sequence[int]) -> list[Stored]:
        """Values with a telling free word, or with two that stand close together."""
        wanted: list[tuple[str, ...]] = []
        for at, position in enumerate(free):
            word = question.words[position]
            if not word.known:
                wanted.append((word.bare,))
            following = free[at + 1] if at + 1 < len(free) else None
            if following is not None and _close(question, position, following):
                wanted.append((word.bare, question.words[following].bare))
        searches = [
            Search(
                MOST_NAMES + 1,
                where=Where(all=tuple(Match("words", (word,)) for word in words)),
            )
            for words in dict.fromkeys(wanted)
        ]
        groups = await self._search(searches)
        # A word of more names than these tells nothing.
        return _distinct(
            Stored.from_payload(hit.payload)
            for hits in groups
            if len(hits) <= MOST_NAMES
            for hit in hits
        )

    async def _shared(self, question: Question, free: Sequence[int]) -> list[Stored]:
        """Names of states and kinds that have stems of the free words."""
        stems = tuple(dict.fromkeys(stem(question.words[i].bare) for i in free))
        if len(stems) < 2:
            return []
        where = Where(all=(Match("stems", stems),))
        return await self._stored([Search(_SHARED_LIMIT, where=where)])

    async def _misspelt(self, question: Question, free: Sequence[int]) -> list[Stored]:
        runs = [run for run in _runs(question, free) if not _all_known(question, run)]
        wanted = [question.folded(*run) for run in runs]
        for first, last in runs:
            if last - first > 1:
                words = question.words[first:last]
                wanted += [w.bare for w in words if not w.known and len(w.bare) > 4]
        searches = [Search(_NEIGHBOURS, letters=text) for text in dict.fromkeys(wanted)]
        return await self._stored(searches)

    async def _search(self, searches: Sequence[Search]) -> list[list[Hit]]:
        """The hits of each search but those that are gone."""
        groups = await self._index.search(searches)
        if not self._forgotten:
            return groups
        return [
            [hit for hit in hits if _key(hit.payload) not in self._forgotten] for hits in groups
        ]

    async def _stored(self, searches: Sequence[Search]) -> list[Stored]:
        groups = await self._search(searches)
        return _distinct(Stored.from_payload(hit.payload) for hits in groups for hit in hits)


@lru_cache(maxsize=16)
def _cut(question: str) -> tuple[Question, dict[str, list[Span]]]:
    """The words of a question, and all that may be a name in it by the key it is stored under."""
    read = read_question(question)
    spans: dict[str, list[Span]] = {}
    for span in read.spans():
        spans.setdefault(span.key, []).append(span)
    return read, spans


def _keys(question: str) -> tuple[str, ...]:
    """What any words of a question may be stored under."""
    return tuple(_cut(question)[1])


def _with_whole(question: str, stored: Sequence[Stored]) -> tuple[Question, list[Found], list[int]]:
    """A question, the links of whole names in it, and the words that may yet be part of one."""
    read, spans = _cut(question)
    found = whole_matches(read, spans, stored)
    return read, found, free_words(read, found)[:_LONGEST_QUESTION]


def _with_nearly(
    read: Question,
    found: list[Found],
    free: Sequence[int],
    parts: Sequence[Stored],
    shared: Sequence[Stored],
    misspelt: Sequence[Stored],
) -> list[LinkedValue]:
    """The links of whole names, and of words that only come near to one."""
    near = part_matches(read, free, parts) + reworded_matches(read, free, shared)
    nearly = misspelt_matches(read, free, misspelt)
    return ranked(read, [*found, *without_weaker(near, nearly)])


async def _entries(
    values: AsyncIterable[StoredValue], left_out: Sequence[LeftOut]
) -> AsyncIterator[Entry]:
    identity = 0
    async for label, name, value, count in values:
        entry = value_entry(identity + 1, label, name, value, count)
        if entry is not None:
            identity += 1
            yield entry
    yield record_now(left_out).entry(identity + 1)


def _key(payload: Mapping[str, Any]) -> Hashable:
    """What a value is, by its payload."""
    return tuple(payload.get(field) for field in ("label", "property", "kind", "value"))


def _distinct(stored: Iterable[Stored]) -> list[Stored]:
    return list({(s.place, type(s.value), s.value): s for s in stored}.values())


def _close(question: Question, first: int, second: int) -> bool:
    """Whether only function words stand between two words."""
    return all(word.functional for word in question.words[first + 1 : second])


def _runs(question: Question, free: Sequence[int]) -> list[tuple[int, int]]:
    """Stretches of free words with only function words between them."""
    runs: list[tuple[int, int]] = []
    for position in free:
        if runs and _close(question, runs[-1][1] - 1, position):
            runs[-1] = runs[-1][0], position + 1
        else:
            runs.append((position, position + 1))
    return runs


def _all_known(question: Question, run: tuple[int, int]) -> bool:
    return all(word.known or word.functional for word in question.words[run[0] : run[1]])
