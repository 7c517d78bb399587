"""The values stored in the graph, as words of a question name them."""

from __future__ import annotations

from collections.abc import (
    AsyncIterable,
    AsyncIterator,
    Callable,
    Hashable,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, TypeAlias

from memory.english import stem
from memory.index import Entry, Hit, Match, Progress, Search, Where
from memory.index_layer import LayeredIndex
from memory.index_parts import PartedIndex
from memory.processor import apart_if_long
from memory.schema import LinkedValue, Scalar
from memory.spans import Question, Span, read_question
from memory.value_entries import VALUES, value_entry
from memory.value_found import Found, Stored
from memory.value_like import nearest_first, searches_for
from memory.value_misspelt import misspelt_matches
from memory.value_order import MOST_NAMES, ranked, without_weaker
from memory.value_parts import free_words, part_matches, reworded_matches
from memory.value_record import LeftOut, ValueRecord, left_out_of
from memory.value_whole import whole_matches

__all__ = ["MOST_INDEXED", "VALUES", "Place", "StoredValue", "ValueIndex"]

# (label, property, value, how many nodes of the label hold it)
StoredValue: TypeAlias = tuple[str, str, Scalar, int]

_WHOLE_LIMIT = 200
_LONGEST_QUESTION = 60
_NEIGHBOURS = 30
_SHARED_LIMIT = 100
_AT_ONCE = 500
_TOLD_EACH = 1_000
# A million names take 800 MB of disk and little memory.
MOST_INDEXED = 3_000_000
# The part that only says what is left out.
_TEXTS = "texts"


@dataclass(frozen=True, slots=True)
class Place:
    """A property in which names are kept.

    `state` changes when they may have, `expected` is about how many there are, and `nodes` how many
    bear the label.
    """

    label: str
    name: str
    state: str = ""
    expected: int = 0
    nodes: int = 0

    @property
    def part(self) -> str:
        """The part of the index that holds them."""
        return f"{self.label}\x1f{self.name}"


Read: TypeAlias = Callable[[Place, Callable[[LeftOut], None]], AsyncIterable[StoredValue]]


class ValueIndex:
    """Finds the stored values that words of a question stand for; never asks the graph."""

    def __init__(self, index: PartedIndex) -> None:
        """An index over the collection `VALUES`."""
        self._parted = index
        self._index = LayeredIndex(index)
        self._forgotten: set[Hashable] = set()

    async def behind(self, places: Sequence[Place]) -> list[Place]:
        """Those of the places that it lacks, or has of another state.

        Raises:
            StoreError: the index fails.
        """
        there = await self._parted.parts()
        return [
            place
            for place in places
            if place.part not in there or there[place.part].state != place.state
        ]

    async def read(
        self,
        places: Sequence[Place],
        read: Read,
        progress: Progress | None = None,
        *,
        texts: Sequence[LeftOut] = (),
        anew: bool = False,
        limit: int = MOST_INDEXED,
    ) -> bool:
        """Take in the names of every place that is behind, one after the other.

        What was read before a stop is kept, and each place is found as soon as it is safe.

        Args:
            places: All places; others are forgotten.
            read: Starts reading a place, and calls what it is given with what it leaves out.
            progress: Called with the number of names taken in so far.
            texts: What is left out elsewhere, to be remembered.
            anew: Read even what is not behind.
            limit: Names in all, at most.

        Returns:
            Whether it was done: False where another process is at it.

        Raises:
            StoreError: the index fails.
            GraphError: a place cannot be read.
        """
        async with self._parted.writing() as writer:
            if writer is None:
                return False
            behind = list(places) if anew else await self.behind(places)
            there = await self._parted.parts()
            again = {place.part for place in behind}
            kept = sum(there[p.part].size for p in places if p.part not in again)
            taken = 0
            # What is learnt while they are read may be newer than what is read.
            self._index.begin()
            forgotten = set(self._forgotten)

            async def entries(place: Place, told: list[LeftOut]) -> AsyncIterator[Entry]:
                nonlocal taken
                if kept + taken >= limit:
                    told.append(LeftOut(place.label, place.name, "total", place.expected or None))
                    return
                async for label, name, value, count in read(place, told.append):
                    entry = value_entry(1, label, name, value, count)
                    if entry is not None:
                        taken += 1
                        if progress and taken % _TOLD_EACH == 0:
                            progress(taken)
                        yield entry

            for place in behind:
                told: list[LeftOut] = []
                given = entries(place, told)
                await writer.put(place.part, place.state, given, partial(_noted, told))
            await writer.put(_TEXTS, "", _none(), partial(_noted, texts))
            await writer.finish({_TEXTS, *(place.part for place in places)})
            await self._index.end()
            self._forgotten -= forgotten
            if progress:
                progress(taken)
        return True

    async def record(self) -> ValueRecord | None:
        """When its oldest part was read and what it lacks; None where there is none.

        Raises:
            StoreError: the index fails.
        """
        parts = (await self._parted.parts()).values()
        if not parts:
            return None
        left_out = [one for part in parts for one in left_out_of(part.noted)]
        return ValueRecord(min(part.read for part in parts), tuple(left_out))

    async def missed(self) -> tuple[LeftOut, ...]:
        """What people may name, and it cannot find.

        Raises:
            StoreError: the index fails.
        """
        record = await self.record()
        return record.missed if record is not None else ()

    async def learn(self, values: Sequence[StoredValue]) -> None:
        """Find these as well, in this process, until names are read again.

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
        """Find these no longer, in this process, until names are read again."""
        entries = [value_entry(1, *value) for value in values]
        self._forgotten |= {_key(entry.payload) for entry in entries if entry is not None}

    async def count(self) -> int:
        """How many values it holds."""
        return await self._parted.count()

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

    async def like(self, text: str, most: int) -> list[StoredValue]:
        """The values that hold a text or are written like it, the nearest first.

        Raises:
            StoreError: the index fails.
        """
        found = nearest_first(text, await self._stored(list(searches_for(text))))
        return [(one.label, one.name, one.value, one.count) for one in found[:most]]

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


async def _none() -> AsyncIterator[Entry]:
    return
    yield


def _noted(left_out: Sequence[LeftOut]) -> Mapping[str, Any]:
    return {"left_out": [[one.label, one.name, one.reason, one.count] for one in left_out]}


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
