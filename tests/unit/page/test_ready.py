"""What `/ready` names; a hand-written stand-in for what is open."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.errors import CiceroneError, GraphUnreachable, StoreError
from bot.page.lifespan import Opened
from bot.page.routes import Problem, Readiness


class Parts:
    """An `Opened` whose parts fail as told."""

    def __init__(self, store: CiceroneError | None, graph: CiceroneError | None) -> None:
        self._store, self._graph = store, graph
        self.is_open, self.reading, self.asked = True, "names: 43 %", 0

    async def store(self) -> Any:
        async def ping() -> None:
            self.asked += 1
            if self._store:
                raise self._store

        return SimpleNamespace(ping=ping)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Any]:
        async def run(cypher: str, *, seconds: float) -> None:
            if self._graph:
                raise self._graph

        yield SimpleNamespace(graph=SimpleNamespace(run=run))


@pytest.mark.parametrize(
    ("store", "graph", "told"),
    [
        (None, None, None),
        (StoreError("It is full."), None, Problem("the store", "It is full.")),
        (None, GraphUnreachable("Away."), Problem("the graph database", "Away.")),
    ],
)
async def test_the_part_is_named_and_asked_once_a_second(
    store: CiceroneError | None, graph: CiceroneError | None, told: Problem | None
) -> None:
    parts = Parts(store, graph)
    readiness = Readiness(cast(Opened, parts))
    assert [await readiness.problem() for _ in range(3)] == [told] * 3
    assert parts.asked == 1


async def test_a_graph_that_is_still_opened_is_not_ready() -> None:
    parts = Parts(None, None)
    parts.is_open = False
    problem = await Readiness(cast(Opened, parts)).problem()
    assert problem == Problem("the graph database", "names: 43 %")
