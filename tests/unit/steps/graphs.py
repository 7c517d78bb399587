"""A graph that answers as it is told, and keeps what it was asked."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from bot.errors import GraphError
from bot.events import Rows
from memory.schema import Join, Label, Property, Relationship, Schema


def fleet() -> Schema:
    """Ships with a few flags, some of them without a tonnage, that call at ports."""
    ship = {
        "name": Property("name", ("STRING",), ("Vega", "Lyra"), distinct=80),
        "tonnage": Property("tonnage", ("INTEGER",), (1200,), None, 900, 90_000, 0.1),
        "crew": Property("crew", ("INTEGER",), (12,), None, 2, 60, 0.0),
        "flag": Property("flag", ("STRING",), (), ("Malta", "Norway", "Panama"), distinct=3),
        "motto": Property("motto", ("STRING",), ("On",), null_share=0.5),
    }
    port = {"name": Property("name", ("STRING",), ("Oslo", "Split"), distinct=20)}
    call = {"nights": Property("nights", ("INTEGER",), (2,), null_share=0.3)}
    calls = Relationship("CALLS_AT", 300, (Join("Ship", "Port", 300),), call)
    labels = {"Ship": Label("Ship", 80, ship), "Port": Label("Port", 20, port)}
    return Schema(labels, {"CALLS_AT": calls})


class TellingGraph:
    """`answer` gives rows (or an error to raise) for a statement; each has `count` of them."""

    def __init__(
        self,
        answer: Callable[[str], list[tuple[Any, ...]] | GraphError],
        count: int | None = None,
    ) -> None:
        self.answer, self.counted = answer, count
        self.asked: list[str] = []

    async def run(
        self, cypher: str, parameters: Mapping[str, Any] | None = None, *,
        max_rows: int | None = None, seconds: float | None = None,
    ) -> Rows:  # fmt: skip
        self.asked.append(cypher)
        found = self.answer(cypher)
        if isinstance(found, GraphError):
            raise found
        columns = tuple(f"c{n}" for n in range(len(found[0]) if found else 1))
        return Rows(columns, tuple(found), len(found), False)

    async def count(
        self, cypher: str, parameters: Mapping[str, Any] | None = None, *,
        seconds: float | None = None,
    ) -> int | None:  # fmt: skip
        return self.counted

    def stream(
        self, cypher: str, parameters: Mapping[str, Any] | None = None, *,
        max_rows: int | None = None, seconds: float | None = None,
    ) -> AsyncIterator[tuple[tuple[str, ...], tuple[Any, ...]]]:  # fmt: skip
        raise NotImplementedError

    async def schema(self, *, refresh: bool = False) -> Schema:
        return fleet()

    async def close(self) -> None:
        """Nothing."""
