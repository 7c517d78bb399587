"""A picture of a chart is for who got the answer alone, and of what is not hidden by now."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.cicerone import Cicerone
from bot.errors import StatementRefused
from bot.page import charts
from bot.settings import load_settings
from memory.conversation import Exchange
from memory.processor import Here
from memory.schema import Schema
from tests.unit.steps.graphs import TellingGraph, fleet

BY_FLAG = "MATCH (s:Ship) RETURN s.flag AS flag, count(s) AS ships"


class Opened:
    """A store with one answer, of Ada's, over a graph of ships."""

    def __init__(self, schema: Schema, **options: object) -> None:
        self.settings = load_settings(graph="x", **options)
        graph = TellingGraph(lambda cypher: [("Malta", 3), ("Norway", 2)])
        parts: Any = SimpleNamespace(
            settings=self.settings, schema=schema, graph=graph, processors=Here()
        )
        unused: Any = None
        self.cicerone = Cicerone(parts, unused, unused, None, unused)

    async def store(self) -> Any:
        async def answered(message: str) -> Any:
            asked = Exchange("q", "q", "answerable", BY_FLAG, columns=("flag", "ships"))
            return SimpleNamespace(user="ada", exchange=asked) if message == "a1" else None

        return SimpleNamespace(answered=answered)

    @asynccontextmanager
    async def held_for(self, answer: object) -> AsyncIterator[Cicerone]:
        del answer
        yield self.cicerone


async def test_it_is_for_who_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charts, "opened", Opened(fleet()))
    drawn = await charts.drawn_again("a1", "ada", "pie")
    assert drawn is not None and drawn["mark"]["type"] == "arc"
    assert await charts.drawn_again("a1", "eve") is None
    assert await charts.drawn_again("a2", "ada") is None
    monkeypatch.setattr(charts, "opened", Opened(fleet(), charts=False))
    assert await charts.drawn_again("a1", "ada") is None


async def test_what_is_hidden_since_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charts, "opened", Opened(replace(fleet(), hidden=("Ship.flag",))))
    with pytest.raises(StatementRefused, match="flag"):
        await charts.drawn_again("a1", "ada")
