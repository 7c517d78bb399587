"""All rows of an answer for a download; the statement is held against what is hidden by now."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cicerone import Cicerone
from bot.errors import StatementRefused
from bot.settings import load_settings
from memory.processor import Here
from memory.schema import Schema
from tests.unit.steps.graphs import TellingGraph, fleet

FLAGS = "MATCH (s:Ship) RETURN s.name AS name, s.flag AS flag"


class Streaming(TellingGraph):
    async def stream(  # type: ignore[override]
        self, cypher: str, parameters: Mapping[str, Any] | None = None, *,
        max_rows: int | None = None, seconds: float | None = None,
    ) -> AsyncIterator[tuple[tuple[str, ...], tuple[Any, ...]]]:  # fmt: skip
        yield ("name", "flag"), ("Vega", "Malta")


def over(schema: Schema) -> Cicerone:
    graph = Streaming(lambda cypher: [])
    parts: Any = SimpleNamespace(
        settings=load_settings(graph="x"), schema=schema, graph=graph, processors=Here()
    )
    nothing: Any = None
    return Cicerone(parts, nothing, nothing, None, nothing)


async def test_rows_are_streamed() -> None:
    assert [row async for _, row in over(fleet()).export(FLAGS, {})] == [("Vega", "Malta")]


async def test_what_is_hidden_since_is_refused_and_no_empty_file() -> None:
    exported = over(replace(fleet(), hidden=("Ship.flag",))).export(FLAGS, {})
    with pytest.raises(StatementRefused, match="flag"):
        await anext(exported)
