"""`Neo4jVector` of langchain-neo4j, asked through our own client: READ only, limited, as who asks.

The library takes seconds to import, so that is left until the first search.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Protocol, TypeVar

from bot.graph.client import BoltGraph
from bot.graph.introspect_reader import quote
from bot.graph.vector_index import VectorIndex
from guardrails.privacy import Hidden
from memory.embedding import Embedder
from memory.passages import TextProperty

# Characters of a text that are fetched: enough to quote from.
_LONGEST = 5_000
# Where an index is over more than the nodes asked for, so many times as many are fetched.
_MORE = 4

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found:
    """A node found; `score` is the index's, 0 to 1."""

    name: str | None
    text: str
    score: float


class VectorSearch:
    """Searches one index for the nodes of one kind of text."""

    def __init__(
        self,
        graph: BoltGraph,
        index: VectorIndex,
        text: TextProperty,
        embedder: Embedder,
        hidden: Hidden,
    ) -> None:
        self.index, self.text = index, text
        self._graph, self._embedder, self._hidden = graph, embedder, hidden
        self._loop: asyncio.AbstractEventLoop | None = None
        self._store: _Store | None = None

    async def nearest(self, vector: Sequence[float], limit: int) -> list[Found]:
        """The nodes whose vectors are nearest, best first.

        Raises:
            GraphError: one of its members.
        """
        self._loop = asyncio.get_running_loop()
        return await asyncio.to_thread(self._nearest, list(vector), limit)

    def run(self, query: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        """A statement of the library's, called in its thread."""
        rows = self._wait(self._graph.run(query, parameters))
        return [dict(zip(rows.columns, row, strict=True)) for row in rows.rows]

    def embed(self, texts: list[str]) -> list[list[float]]:
        """Vectors for the library, called in its thread."""
        vectors = self._wait(self._embedder.embed(texts))
        return [[float(x) for x in vector] for vector in vectors]

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def _nearest(self, vector: list[float], limit: int) -> list[Found]:
        if self._store is None:
            self._store = _store(self, self._returned(), len(vector))
        wider = 1 if self.index.label == self.text.label else _MORE
        found = self._store.similarity_search_with_score_by_vector(vector, k=wider * limit)
        return [
            Found(one.metadata.get("name"), one.page_content, float(score))
            for one, score in found
            if self._shown(one.metadata["labels"])
        ][:limit]

    def _returned(self) -> str:
        """What is returned of a node: its text, what it is called and its labels."""
        text, label = quote(self.text.property), quote(self.text.label)
        name = f"toStringOrNull(node.{quote(self.text.name)})" if self.text.name else "null"
        return (
            f"WHERE node:{label} AND toStringOrNull(node.{text}) IS NOT NULL "
            f"RETURN left(toStringOrNull(node.{text}), {_LONGEST}) AS text, score, "
            f"{{name: {name}, labels: labels(node)}} AS metadata"
        )

    def _shown(self, labels: Sequence[str]) -> bool:
        hidden, text = self._hidden, self.text
        names = [text.property, text.name or text.property]
        return not any(map(hidden.label, labels)) and not any(
            hidden.property(labels, name) for name in names
        )


class _Store(Protocol):
    """What is used of `Neo4jVector`."""

    def similarity_search_with_score_by_vector(
        self, embedding: list[float], k: int = 4
    ) -> list[tuple[Any, float]]:
        """Documents with their scores."""
        ...


def _store(search: VectorSearch, returned: str, size: int) -> _Store:
    from langchain_core.embeddings import Embeddings
    from langchain_neo4j import Neo4jVector

    class Ours(Embeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return search.embed(texts)

        def embed_query(self, text: str) -> list[float]:
            return search.embed([text])[0]

    class Reading(Neo4jVector):
        """Without a driver of its own."""

        def query(
            self, query: str, *, params: dict[str, Any] | None = None
        ) -> list[dict[str, Any]]:
            return search.run(query, params or {})

        def verify_version(self) -> None:
            # A server that lists vector indexes has them.
            self._is_enterprise = False
            self.neo4j_version_is_5_23_or_above = True
            self.support_metadata_filter = False

    no_driver: Any = SimpleNamespace(_driver=None, _database=None)
    return Reading(
        Ours(),
        index_name=search.index.name,
        node_label=search.index.label,
        embedding_node_property=search.index.property,
        text_node_property=search.text.property,
        embedding_dimension=size,
        retrieval_query=returned,
        graph=no_driver,
    )
