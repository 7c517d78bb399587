"""Known names in a text: those that a schema lists, and those that the graph has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.documents.found import Ref
from bot.documents.schema import DocumentSchema
from memory.text import fold

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a text."""

    thing: Ref
    start: int
    end: int


class Names:
    """Finds names word by word; the longest that fits counts.

    A name of one word counts only where its capitals are there, too: Apple is no apple. A name that
    stands for two things is left out, and in `unclear`.
    """

    def __init__(self, schema: DocumentSchema, known: Iterable[Ref] = ()) -> None:
        """`known` are things of the graph, by label and name; what the schema lists goes before."""
        self._names: dict[str, list[tuple[tuple[str, ...], str, Ref]]] = {}
        self.unclear: set[str] = set()
        self._unclear: set[tuple[str, ...]] = set()
        taken: dict[tuple[str, ...], Ref] = {}
        for label, one in schema.labels.items():
            for name, spellings in one.names.items():
                for spelling in (name, *spellings):
                    self._add(spelling, (label, name), taken)
        listed = set(taken)
        for thing in known:
            if tuple(fold(thing[1]).split()) not in listed:
                self._add(thing[1], thing, taken)
        for entries in self._names.values():
            entries.sort(key=lambda entry: -len(entry[0]))

    def __len__(self) -> int:
        return sum(map(len, self._names.values()))

    def _add(self, spelling: str, thing: Ref, taken: dict[tuple[str, ...], Ref]) -> None:
        words = tuple(fold(spelling).split())
        if not words or len("".join(words)) < 2:
            return
        if taken.setdefault(words, thing) != thing:
            self.unclear.add(spelling)
            self._unclear.add(words)
            return
        entry = (words, spelling, thing)
        if entry not in self._names.setdefault(words[0], []):
            self._names[words[0]].append(entry)

    def find(self, text: str, start: int, end: int) -> Iterator[Named]:
        """The names between two offsets, in order.

        >>> schema = DocumentSchema.model_validate(
        ...     {"labels": {"Firm": {"names": {"Apple Inc.": ["Apple", "AAPL"]}}}}
        ... )
        >>> text = "An apple, Apple Inc. and AAPL."
        >>> [text[n.start:n.end] for n in Names(schema).find(text, 0, len(text))]
        ['Apple Inc', 'AAPL']
        """
        words: list[tuple[str, int, int]] = []
        for found in _WORD.finditer(text, start, end):
            # "Norvia's" is Norvia; a word that folds to two ("½") is none of a name.
            bare = re.sub(r"['’]s$", "", found[0])
            words.append((fold(bare), found.start(), found.start() + len(bare)))
        at = 0
        while at < len(words):
            hit = self._at(text, words, at)
            if hit is None:
                at += 1
                continue
            length, thing = hit
            yield Named(thing, words[at][1], words[at + length - 1][2])
            at += length

    def _at(self, text: str, words: list[tuple[str, int, int]], at: int) -> tuple[int, Ref] | None:
        for name, spelling, thing in self._names.get(words[at][0], ()):
            there = words[at : at + len(name)]
            if tuple(word for word, _, _ in there) != name or name in self._unclear:
                continue
            if len(name) > 1 or _same_capitals(spelling, text[there[0][1] : there[0][2]]):
                return len(name), thing
        return None


def _same_capitals(name: str, found: str) -> bool:
    if name.isupper():
        return found == name
    return not name[:1].isupper() or found[:1].isupper()
