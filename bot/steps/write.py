"""A draft of Cypher: a remembered pair, else the parser's reading, else the language model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.events import Engine, Repair, Usage
from bot.offline.cypher import to_cypher
from bot.offline.parser import Reading
from bot.ports import Model, WriteRequest
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


@dataclass(frozen=True, slots=True)
class Draft:
    """Cypher as written, and by whom; `query` and `reading` where the parser wrote it.

    `repairs` are what was done to it since; `unaccounted` is a word of the question that nothing in
    it stands for.
    """

    cypher: str
    engine: Engine
    parameters: dict[str, Any] = field(default_factory=dict)
    query: Query | None = None
    reading: str | None = None
    usage: Usage = field(default_factory=Usage)
    repairs: tuple[Repair, ...] = ()
    unaccounted: str = ""


async def write(
    request: WriteRequest,
    *,
    remembered: Remembered | None,
    reading: Reading | None,
    model: Model | None,
) -> Draft | None:
    """The draft of the first writer that can, in the order of certainty; None where nobody can.

    Raises:
        ModelError: the model was needed and failed.
    """
    if remembered is not None:
        return Draft(remembered.cypher, "memory", dict(remembered.parameters))
    if reading is not None:
        return from_reading(reading)
    if model is not None:
        cypher, usage = await model.write(request)
        return Draft(cypher, "llm", usage=usage)
    return None


def from_reading(reading: Reading) -> Draft:
    """The draft of the parser."""
    cypher, parameters = to_cypher(reading.query)
    return Draft(cypher, "offline", parameters, reading.query, reading.text)
