"""A draft of Cypher: a remembered pair, the parser's reading, or the language model's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.cypher.literals import inline
from bot.cypher.statement import to_cypher
from bot.events import Engine, Repair, Usage
from bot.offline.reading import Reading
from bot.ports import Writer, WriteRequest
from memory.conversation import ResultSet
from memory.query import Query


class Remembered(Protocol):
    """A question/Cypher pair that proved right."""

    @property
    def cypher(self) -> str:
        """The statement."""
        ...

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Its values."""
        ...

    @property
    def lesson(self) -> str:
        """The approved lesson it comes from; "" where it is the asker's own."""
        ...

    @property
    def by_people(self) -> bool:
        """Whether people found it right, and not only rules."""
        ...


class Statement(Protocol):
    """A statement with its values: a draft's, or one that is remembered."""

    @property
    def cypher(self) -> str:
        """The text."""
        ...

    @property
    def parameters(self) -> Mapping[str, Any]:
        """Its values."""
        ...


def same_statement(one: Statement, other: Statement | None) -> bool:
    """Whether two statements are one, values and all.

    >>> one = Draft("RETURN $n", "offline", {"n": 1})
    >>> same_statement(one, Draft("RETURN 1", "llm")), same_statement(one, None)
    (True, False)
    """
    if other is None:
        return False
    return inline(one.cypher, one.parameters) == inline(other.cypher, other.parameters)


@dataclass(frozen=True, slots=True)
class Draft:
    """Cypher as written, and by whom; `query` and `reading` where the parser wrote it.

    `repairs` are what was done to it since; `unaccounted` is a word of the question that nothing in
    it stands for. `instead_of` is a draft that failed before it and why, where this one
    was found to answer. `sets` are the earlier answers that are among its parameters; of those in
    `changed` the graph tells something else by now. `by_names` is how it stood before it was held
    to their very nodes: that reads better. `unread` are words that its reading leaves out.
    """

    cypher: str
    engine: Engine
    parameters: dict[str, Any] = field(default_factory=dict)
    query: Query | None = None
    reading: str | None = None
    usage: Usage = field(default_factory=Usage)
    repairs: tuple[Repair, ...] = ()
    unaccounted: str = ""
    instead_of: tuple[str, str] | None = None
    sets: tuple[ResultSet, ...] = ()
    changed: tuple[ResultSet, ...] = ()
    by_names: str = ""
    unread: tuple[str, ...] = ()


async def write(
    request: WriteRequest,
    *,
    reading: Reading | None,
    writer: Writer | None,
) -> Draft | None:
    """The draft of the first writer that can, in the order of certainty; None where nobody can.

    Raises:
        ModelError: the model was needed and failed.
    """
    if reading is not None:
        return from_reading(reading)
    if writer is not None:
        cypher, usage = await writer.write(request)
        return Draft(cypher, "llm", usage=usage)
    return None


def from_memory(remembered: Remembered) -> Draft:
    """The draft that was found right before."""
    return Draft(remembered.cypher, "memory", dict(remembered.parameters))


def from_reading(reading: Reading) -> Draft:
    """The draft of the parser."""
    cypher, parameters = to_cypher(reading.query)
    told = reading.query, reading.text
    return Draft(cypher, "offline", parameters, *told, unread=reading.unread)
