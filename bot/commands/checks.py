"""What the commands that check statements open: the graph, and its stored values where needed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from bot.bootstrap import indexes_of, open_graph
from bot.graph.client import BoltGraph
from bot.graph.values import distinct_values
from bot.settings import Settings
from memory.embedding import StaticEmbedder
from memory.index_open import build_indexes
from memory.schema import LinkedValue
from memory.values import ValueIndex


class StoredValues:
    """The stored values of a graph, their index opened (and built, if need be) when first asked."""

    def __init__(self, settings: Settings, graph: BoltGraph, stack: AsyncExitStack) -> None:
        self._settings, self._graph, self._stack = settings, graph, stack
        self._values: ValueIndex | None = None
        self._lock = asyncio.Lock()

    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        """The values that words of the question stand for.

        Raises:
            CiceroneError: the index or the graph fails.
        """
        async with self._lock:
            values = self._values or await self._open()
        return await values.lookup(question)

    async def _open(self) -> ValueIndex:
        graph = self._graph
        schema = await graph.schema()
        self._values, elements = await build_indexes(
            indexes_of(self._settings),
            schema,
            StaticEmbedder(),
            lambda left_out: distinct_values(graph, schema, left_out=left_out),
        )
        self._stack.push_async_callback(self._values.close)
        self._stack.push_async_callback(elements.close)
        return self._values


@asynccontextmanager
async def open_checks(settings: Settings) -> AsyncIterator[tuple[BoltGraph, StoredValues]]:
    """The graph of the settings with its stored values, for checking statements.

    Raises:
        CiceroneError: the graph cannot be reached or used.
    """
    async with AsyncExitStack() as stack:
        graph = await stack.enter_async_context(open_graph(settings))
        yield graph, StoredValues(settings, graph, stack)
