"""Vectors of passages in a Neo4j, with the index that finds them by what they mean.

A passage is embedded once for a model: what is written is kept, so that the next run goes on with
the others. Chats search the index like any other of the graph, through `Neo4jVector`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import neo4j

from memory.documents import ID, PASSAGE
from memory.embedding import Embedder

_BATCH = 64
_INDEX = "cicerone_passages"
_LACKING = f"MATCH (p:{PASSAGE}) WHERE p.{ID} IS NOT NULL AND coalesce(p.embedded_by, '') <> $by"


async def write_vectors(
    driver: neo4j.AsyncDriver,
    database: str | None,
    embedder: Embedder,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> int:
    """Embed the passages that have no vector of this model; how many there were.

    Args:
        driver: of the graph, with the credentials of ingestion.
        database: in it; None for its default.
        embedder: makes the vectors.
        progress: is told how many are done, and of how many.

    Raises:
        EmbedderAway: no vectors can be made; those written stay.
    """

    async def run(cypher: str, **parameters: Any) -> list[dict[str, Any]]:
        found = await driver.execute_query(cypher, parameters, database_=database)
        return [record.data() for record in found.records]

    (row,) = await run(f"{_LACKING} RETURN count(p) AS total", by=embedder.name)
    done, total = 0, int(row["total"])
    while rows := await run(
        f"{_LACKING} RETURN p.{ID} AS id, p.text AS text LIMIT {_BATCH}", by=embedder.name
    ):
        vectors = await embedder.embed([str(one["text"]) for one in rows])
        given = [
            {"id": one["id"], "vector": [float(x) for x in vector]}
            for one, vector in zip(rows, vectors, strict=True)
        ]
        await run(
            f"UNWIND $rows AS row MATCH (p:{PASSAGE} {{{ID}: row.id}}) "
            "SET p.embedding = row.vector, p.embedded_by = $by",
            rows=given,
            by=embedder.name,
        )
        done += len(rows)
        progress(done, total)
    if done:
        await _index(run, embedder.size)
    return done


async def _index(run: Callable[..., Any], size: int) -> None:
    """The index over vectors of that size, in place of one over others."""
    shown = "SHOW VECTOR INDEXES YIELD name, options WHERE name = $name RETURN options"
    for row in await run(shown, name=_INDEX):
        if row["options"]["indexConfig"].get("vector.dimensions") == size:
            return
        await run(f"DROP INDEX {_INDEX}")
    await run(
        f"CREATE VECTOR INDEX {_INDEX} IF NOT EXISTS FOR (p:{PASSAGE}) ON (p.embedding) OPTIONS "
        f"{{indexConfig: {{`vector.dimensions`: {size}, `vector.similarity_function`: 'cosine'}}}}"
    )
