"""What a conversation remembers of each of its turns: enough to understand the next message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Literal

from memory.query import Query
from memory.schema import LinkedValue, Scalar

# Acts that take away a part of an answer, and which.
HIDES: Mapping[str, Literal["table", "chart"]] = {"hide_table": "table", "hide_chart": "chart"}
# Acts that change what is seen of an answer, which can be taken back.
_SEEN = ("chart", *HIDES)


@dataclass(frozen=True, slots=True)
class Mention:
    """One individual of an answer, in row order: what "the second one" or "it" can mean.

    `name` is what people call it, where that is not the value (an officer's name and badge number).
    `nodes` are the element ids of the nodes that it is, kept where others may have its value.
    """

    label: str
    property: str
    value: Scalar
    name: str = ""
    nodes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn as the conversation keeps it.

    `mentions` are the individuals of the answer's subject column, at most 50, in row order.
    `query` is the query tree where the rule parser read the question, else None. `choices` are the
    whole questions that a redirect offered, in order: what "the first one" then means. `value` is
    the answer where it was a single value: what "that year" means. `asked_about` is the word whose
    meaning the person was asked for. `act` is what was asked of the program instead of the graph.
    `asked_which` says that it stands alone and means each of the choices. `taught` is what
    a redirect told of the graph, "" where it told nothing of it, None of what is no redirect.
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
    asked_which: bool = False
    taught: str | None = None


@dataclass(frozen=True, slots=True)
class ResultSet:
    """An answer that a later question can go on from; a statement holds it as `$name`, a list.

    Where others may have its names, `$name_ids` is the list of its nodes' element ids.
    """

    name: str
    exchange: Exchange

    @property
    def ids_name(self) -> str:
        """The parameter that holds its nodes' element ids."""
        return f"{self.name}_ids"

    @property
    def is_list(self) -> bool:
        """Whether it is more than one row."""
        return self.exchange.row_count is None or self.exchange.row_count > 1

    @property
    def names(self) -> tuple[str, ...]:
        """What its first rows name, at most 50."""
        if self.exchange.value is not None:
            return (str(self.exchange.value),)
        return tuple(m.name or str(m.value) for m in self.exchange.mentions) if self.is_list else ()

    @property
    def values(self) -> tuple[Scalar, ...] | None:
        """Its key values in the order of its rows; None where not all of them were kept."""
        if self.exchange.value is not None:
            return (self.exchange.value,)
        whole = self.is_list and self.exchange.row_count == len(self.exchange.mentions)
        return tuple(m.value for m in self.exchange.mentions) if whole else None

    @property
    def nodes(self) -> tuple[str, ...]:
        """The element ids of all its nodes; () where not all of them are known."""
        mentions = self.exchange.mentions
        known = (
            self.values is not None
            and self.exchange.value is None
            and all(one.nodes for one in mentions)
        )
        return tuple(dict.fromkeys(id_ for one in mentions for id_ in one.nodes)) if known else ()

    @property
    def kind(self) -> str:
        """The label and property that its values are of; "" where nobody knows."""
        of_value = [m for m in self.exchange.mentions if self.is_list or str(m.value) in self.names]
        first = next(iter(of_value), None)
        return f"{first.label}.{first.property}" if first is not None and first.label else ""


def result_sets(history: Sequence[Exchange]) -> list[ResultSet]:
    """Return the answers of a conversation as sets named `a1`, `a2` … in order."""
    answered = [one for one in history if one.cypher is not None and one.columns]
    return [ResultSet(f"a{nth}", one) for nth, one in enumerate(answered, start=1)]


def still_counts(history: Sequence[Exchange]) -> list[Exchange]:
    """Return the exchanges that a next message can lean on.

    What was taken back counts no more, nor what was asked before starting over; an act is no
    question itself.
    """
    return [exchange for exchange in _not_undone(history) if not exchange.act]


def last_done(history: Sequence[Exchange]) -> Exchange | None:
    """Return what an "undo" takes back now: a question, or what was done with its answer."""
    return next(iter(_not_undone(history)[-1:]), None)


def taught_last(history: Sequence[Exchange]) -> tuple[str, ...]:
    """Return what each of the redirects told of the graph that nothing else came behind."""
    last = takewhile(lambda one: one.taught is not None, reversed(history))
    return tuple(one.taught or "" for one in last)


def _not_undone(history: Sequence[Exchange]) -> list[Exchange]:
    kept: list[Exchange] = []
    for exchange in history:
        if exchange.act == "start_over":
            kept.clear()
        elif exchange.act == "undo":
            del kept[-1:]
        elif not exchange.act or exchange.act in _SEEN:
            kept.append(exchange)
    return kept
