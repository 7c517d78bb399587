"""A stored value that was looked up, and the words of a question that stand for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memory.schema import LinkedValue, Scalar
from memory.spans import Question
from memory.value_entries import decoded


@dataclass(frozen=True, slots=True)
class Stored:
    """A value of the index that was found, with the keys it is kept under."""

    label: str
    name: str
    value: Scalar
    count: int
    keys: tuple[str, ...]

    @classmethod
    def from_payload(cls, payload: Mapping[str, Any]) -> Stored:
        """Read an entry's payload."""
        keys = tuple(payload["keys"])
        return cls(payload["label"], payload["property"], decoded(payload), payload["count"], keys)

    @property
    def place(self) -> tuple[str, str]:
        """Label and property."""
        return self.label, self.name


@dataclass(frozen=True, slots=True)
class Found:
    """A link, with the positions of its words in the question."""

    first: int
    last: int
    link: LinkedValue

    def inside(self, other: Found) -> bool:
        """Whether its words are some, but not all, of the other's."""
        ours, theirs = self.link, other.link
        longer = theirs.end - theirs.start > ours.end - ours.start
        return longer and theirs.start <= ours.start and ours.end <= theirs.end


def found_at(
    question: Question, first: int, last: int, value: Stored, score: float, method: str
) -> Found:
    """A link of the words `first` up to (not including) `last`."""
    start, end = question.words[first].start, question.words[last - 1].bare_end
    link = LinkedValue(
        question.text[start:end],
        value.label,
        value.name,
        value.value,
        start,
        end,
        round(score, 3),
        method,
        value.count,
    )
    return Found(first, last, link)
