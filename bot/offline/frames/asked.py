"""A question as a frame sees it: its words, and what parts of it mean when they are read alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot.offline.lexicon import Lexicon, NounTarget
from bot.offline.terms import edited
from memory.query import Query
from memory.schema import LinkedValue
from memory.text import fold

Edit: TypeAlias = tuple[int, int, str]
Reads: TypeAlias = "Callable[[Asked], Iterator[Heard]]"
_END = re.compile(r"[\s.?!]*\Z")


@dataclass(frozen=True, slots=True)
class Heard:
    """What was made of words: the tree, its cost, the links used where they stand as typed.

    `modest` where it is only a guess beside what the words mean without the frame.
    """

    query: Query
    cost: float
    used: tuple[LinkedValue, ...]
    modest: bool = False

    def priced(self, cost: float, query: Query | None = None) -> Heard:
        """This reading, or another tree made of it, at so much more."""
        return Heard(query or self.query, self.cost + cost, self.used)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its links.

    `read` gives the one reading of another question, or None.
    """

    question: str
    linked: tuple[LinkedValue, ...]
    lexicon: Lexicon
    read: Callable[[str, Sequence[LinkedValue]], Heard | None]

    @property
    def end(self) -> int:
        """Where the question ends but for its marks."""
        found = _END.search(self.question)
        return found.start() if found else len(self.question)

    def labels(self, noun: str, below: float) -> set[str]:
        """The labels that a noun names, each at a cost below the one given."""
        known = self.lexicon.lookup(tuple(fold(noun).split()))
        return {t.label for t, cost in known.items() if isinstance(t, NounTarget) and cost < below}

    def hear(self, *edits: Edit) -> Heard | None:
        """The reading of the question with other words in places (which don't overlap)."""
        return self._heard(edits)

    def hear_part(self, start: int, end: int, before: str, after: str = "") -> Heard | None:
        """The reading of some of the words alone, with others around them."""
        if start >= end:
            return None
        tail = (end, len(self.question), f"{after}?")
        return self._heard(((0, start, before), tail))

    def hear_pieces(self, *pieces: str | tuple[int, int]) -> Heard | None:
        """The reading of other words and stretches of the question, in the order given."""
        text, origin = "", dict[LinkedValue, LinkedValue]()
        for piece in pieces:
            if isinstance(piece, str):
                text += piece
                continue
            start, end = piece
            moved = len(text) - start
            for link in self.linked:
                if start <= link.start and link.end <= end:
                    placed = replace(link, start=link.start + moved, end=link.end + moved)
                    origin[placed] = link
            text += self.question[start:end]
        heard = self.read(text, tuple(origin))
        if heard is None:
            return None
        return Heard(heard.query, heard.cost, tuple(origin.get(link, link) for link in heard.used))

    def _heard(self, edits: Sequence[Edit]) -> Heard | None:
        other = edited(self.question, self.linked, sorted(edits))
        heard = self.read(other.question, other.linked)
        if heard is None:
            return None
        return Heard(heard.query, heard.cost, other.as_typed(heard.used))


@dataclass(frozen=True, eq=False, slots=True)
class Frame:
    """What is said around a plain question: `read` gives what it makes of one.

    Every question that it reads has one of its `cues` in it; without cues it may be any.
    """

    read: Reads
    cues: tuple[str, ...]

    def fits(self, question: str) -> bool:
        """Whether a question, in small letters, is worth reading."""
        for cue in self.cues:
            if cue in question:
                return True
        return not self.cues


def cued(*cues: str) -> Callable[[Reads], Frame]:
    """Makes a frame of a function: looking for `cues` is far cheaper than for its patterns."""
    return lambda read: Frame(read, cues)


def used_by(*heard: Heard) -> tuple[LinkedValue, ...]:
    """The links of several readings, each once."""
    return tuple(dict.fromkeys(link for one in heard for link in one.used))
