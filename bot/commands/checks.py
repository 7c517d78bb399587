"""What the commands that check statements open: the graph, and its stored values where needed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from bot.bootstrap import open_graph
from bot.graph.client import BoltGraph
from bot.graph_indexes import indexes_of, names_stage
from bot.indexing import Indexing
from bot.settings import Settings
from memory.schema import LinkedValue
from memory.values import VALUES, ValueIndex


class StoredValues:
    """The stored values of a graph, their index opened when first asked, and read beside that."""

    def __init__(self, settings: Settings, graph: BoltGraph, stack: AsyncExitStack) -> None:
        self._settings, self._graph, self._stack = settings, graph, stack
        self._opened: tuple[ValueIndex, Indexing] | None = None
        self._lock = asyncio.Lock()

    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        """The values that words of the question stand for.

        Raises:
            CiceroneError: the index or the graph fails.
        """
        async with self._lock:
            values, indexing = self._opened or await self._open()
        await indexing.soon()
        return await values.lookup(question)

    async def _open(self) -> tuple[ValueIndex, Indexing]:
        schema = await self._graph.schema()
        values = ValueIndex(await indexes_of(self._settings).open_parts(VALUES))
        self._stack.push_async_callback(values.close)
        indexing = Indexing([await names_stage(self._settings, self._graph, schema, values)])
        self._stack.push_async_callback(indexing.close)
        indexing.start(lasting=True)
        self._opened = values, indexing
        return self._opened


@asynccontextmanager
async def open_checks(settings: Settings) -> AsyncIterator[tuple[BoltGraph, StoredValues]]:
    """The graph of the settings with its stored values, for checking statements.

    Raises:
        CiceroneError: the graph cannot be reached or used.
    """
    async with AsyncExitStack() as stack:
        graph = await stack.enter_async_context(open_graph(settings))
        yield graph, StoredValues(settings, graph, stack)
