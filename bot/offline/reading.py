"""What the parser makes of a question: its readings, or the words that it could not read."""

from __future__ import annotations

from dataclasses import dataclass

from memory.query import Query
from memory.schema import LinkedValue


@dataclass(frozen=True, slots=True)
class Reading:
    """One meaning of a question: the tree, its English, its cost (0 is certain), the links used.

    `sure` is how surely it is meant, 0 to 1, where that was counted; `unread` are words that it
    leaves out.
    """

    query: Query
    text: str
    cost: float
    used: tuple[LinkedValue, ...]
    sure: float | None = None
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parse:
    """What the parser made of a question.

    `readings` are best first, none where it declines, several only where they tie. `unread` are
    words that no schema word, value or construction accounts for; `schema_words` those that a
    schema element does. `ways` are patterns between what the question names.
    """

    readings: tuple[Reading, ...] = ()
    unread: tuple[str, ...] = ()
    schema_words: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
