"""A library as a candidate: asked in a thread, its rows fetched by our own client."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import openai
from neo4j.exceptions import DriverError, Neo4jError

from bot.errors import GraphError
from bot.evaluation.peers.metered import Meter
from bot.evaluation.ports import Reply
from bot.graph import failures
from bot.ports import Graph


@dataclass(frozen=True, slots=True)
class Asked:
    """What a library did with one question.

    `cypher` is what it ran last, or would have run; None where it ran nothing. `answer` is None
    for a library that only retrieves. `error` is what it raised.
    """

    cypher: str | None
    answer: str | None = None
    error: Exception | None = None


class Library(Protocol):
    """A library over one graph and model; it blocks, and is asked one question at a time."""

    def ask(self, question: str) -> Asked:
        """What it made of a question; never raises."""
        ...

    def draft(self, reply: str) -> str:
        """The Cypher it takes out of a model's reply, before any correction."""
        ...

    def close(self) -> None:
        """Let go of the connections."""
        ...


@dataclass(frozen=True, slots=True)
class Told:
    """What the sentences on failures name."""

    uri: str
    database: str | None
    model: str
    model_host: str
    statement_seconds: float


class Peer:
    """`bot.evaluation.ports.Candidate` over another library.

    All rows of its statement are fetched by running it again with our client, so that the rows of
    all candidates come the same way: the chain of LangChain keeps ten.
    """

    def __init__(
        self,
        name: str,
        library: Library,
        meter: Meter,
        graph: Graph,
        told: Told,
        max_rows: int,
        release: Callable[[], Awaitable[object]],
    ) -> None:
        self.name = name
        self._library = library
        self._meter = meter
        self._graph = graph
        self._told = told
        self._max_rows = max_rows
        self._release = release
        self._one_at_a_time = asyncio.Lock()

    async def reply(self, question: str) -> Reply:
        """What the library made of it; `ms` is its own time, without our fetching of rows."""
        async with self._one_at_a_time:
            self._meter.start()
            started = time.perf_counter()
            asked = await asyncio.to_thread(self._library.ask, question)
            ms = (time.perf_counter() - started) * 1000
            usage, first_text = self._meter.usage, self._meter.first_text
        columns: tuple[str, ...] = ()
        rows: tuple[tuple[Any, ...], ...] | None = None
        error = self._sentence(asked.error) if asked.error is not None else None
        if asked.cypher is not None and error is None:
            columns, rows, error = await self._fetch(asked.cypher)
        return Reply(
            cypher=asked.cypher,
            columns=columns,
            rows=rows,
            answer=asked.answer,
            error=error,
            engine=self.name,
            first_draft=self._library.draft(first_text) if first_text is not None else None,
            usage=usage,
            ms=ms,
            steps={"library": ms},
        )

    async def close(self) -> None:
        """Let go of the library's connections and of ours."""
        await asyncio.to_thread(self._library.close)
        await self._release()

    async def _fetch(
        self, cypher: str
    ) -> tuple[tuple[str, ...], tuple[tuple[Any, ...], ...] | None, str | None]:
        """(columns, rows, error) of a statement; the columns of an empty result stay unknown."""
        columns: tuple[str, ...] = ()
        rows = []
        try:
            async for names, row in self._graph.stream(cypher, max_rows=self._max_rows):
                columns = names
                rows.append(row)
        except GraphError as error:
            return (), None, str(error)
        return columns, tuple(rows), None

    def _sentence(self, error: Exception) -> str:
        """What went wrong in one sentence, found under what the library made of it."""
        told = self._told
        for inner in _causes(error):
            match inner:
                case GraphError():
                    return str(inner)
                case Neo4jError() | DriverError():
                    return str(
                        failures.translate(
                            inner,
                            uri=told.uri,
                            database=told.database,
                            seconds=told.statement_seconds,
                            connected=True,
                        )
                    )
                case openai.APITimeoutError():
                    return f"The model at {told.model_host} took too long to answer."
                case openai.APIConnectionError():
                    return f"No model answers at {told.model_host}."
                case openai.NotFoundError():
                    return f"{told.model_host} has no model named {told.model}."
                case openai.APIStatusError():
                    return f"The model at {told.model_host} failed ({inner.status_code})."
        return f"{self.name} failed: {failures.one_line(str(error) or type(error).__name__)}"


def _causes(error: BaseException) -> Iterator[BaseException]:
    """An exception and what it was raised from, outermost first."""
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__cause__ or found.__context__
