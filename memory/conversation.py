"""What a conversation remembers of each of its turns: enough to understand the next message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from memory.query import Query
from memory.schema import LinkedValue, Scalar


@dataclass(frozen=True, slots=True)
class Mention:
    """One individual of an answer, in row order: what "the second one" or "it" can mean.

    `name` is what people call it, where that is not the value (an officer's name and badge number).
    """

    label: str
    property: str
    value: Scalar
    name: str = ""


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn as the conversation keeps it.

    `mentions` are the individuals of the answer's subject column, at most 50, in row order.
    `query` is the query tree where the rule parser read the question, else None. `choices` are the
    whole questions that a redirect offered, in order: what "the first one" then means. `value` is
    the answer where it was a single value: what "that year" means. `asked_about` is the word whose
    meaning the person was asked for. `act` is what was asked of the program instead of the graph.
    """

    question: str
    standalone: str
    verdict: str
    cypher: str | None = None
    parameters: dict[str, Any] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    row_count: int | None = None
    reading: str | None = None
    query: Query | None = None
    linked: tuple[LinkedValue, ...] = ()
    mentions: tuple[Mention, ...] = ()
    choices: tuple[str, ...] = ()
    value: Scalar | None = None
    asked_about: str = ""
    act: str = ""


def still_counts(history: Sequence[Exchange]) -> list[Exchange]:
    """Return the exchanges that a next message can lean on.

    What was taken back counts no more, nor what was asked before starting over; an act is no
    question itself.
    """
    kept: list[Exchange] = []
    for exchange in history:
        if exchange.act == "start_over":
            kept.clear()
        elif exchange.act == "undo":
            del kept[-1:]
        elif not exchange.act:
            kept.append(exchange)
    return kept
