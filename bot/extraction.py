"""What a model is asked of a passage, and what it tells, before anything of it is believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from bot.events import Usage


@dataclass(frozen=True, slots=True)
class Kinds:
    """What is looked for; nothing in `labels` leaves it to the model.

    Args:
        labels: What each label means, and the types of its properties.
        joins: (label, relationship type, label).
        meanings: What relationship types mean, as far as that was said.
    """

    labels: Mapping[str, tuple[str, Mapping[str, str]]] = field(default_factory=dict)
    joins: tuple[tuple[str, str, str], ...] = ()
    meanings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExtractRequest:
    """A passage, and what stands above it: the name of its document, and headings."""

    text: str
    document: str
    headings: tuple[str, ...]
    kinds: Kinds


@dataclass(frozen=True, slots=True)
class ToldThing:
    """A thing that a model found, with the words that say so."""

    name: str
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class ToldFact:
    """A property or a relationship of a thing; `object` is a value, or a thing's name.

    `things` are those that it is about, where they were not told for themselves: if the fact does
    not hold, they are none.
    """

    subject: str
    predicate: str
    object: str
    words: str
    things: tuple[ToldThing, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """All that a model found in a passage; `unread` sentences it did not come to."""

    things: tuple[ToldThing, ...] = ()
    facts: tuple[ToldFact, ...] = ()
    unread: int = 0

    def __add__(self, other: Told) -> Told:
        """Both together."""
        return Told(
            self.things + other.things, self.facts + other.facts, self.unread + other.unread
        )


@dataclass(frozen=True, slots=True)
class SameRequest:
    """Two names of one label, each with a few passages' words around it."""

    label: str
    one: str
    other: str
    one_words: tuple[str, ...]
    other_words: tuple[str, ...]


class Extractor(Protocol):
    """A model that reads passages, so many at once.

    Every method raises the members of `ModelError`.
    """

    name: str
    at_once: int

    async def extract(self, request: ExtractRequest) -> tuple[Told, Usage]:
        """The things and facts of a passage."""
        ...

    async def same(self, request: SameRequest) -> tuple[bool, Usage]:
        """Whether two names are of one thing; False where it cannot tell."""
        ...

    def tokens(self, request: ExtractRequest) -> int:
        """About how many tokens the prompt for a passage takes."""
        ...
