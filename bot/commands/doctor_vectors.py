"""What `cicerone doctor` says of the vectors that texts are searched by."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

from bot.bootstrap import open_graph
from bot.commands.finding import Finding
from bot.errors import CiceroneError
from bot.graph.vector_index import indexes_of_texts, vector_indexes
from bot.models.opening import open_embedder
from bot.settings import Settings
from memory.passages import text_properties


async def vectors(settings: Settings) -> AsyncIterator[Finding]:
    """Who makes the vectors, and whether those of the graph itself are searched."""
    finding, size = await embedding(settings)
    yield finding
    if (index := await vector_index(settings, size)) is not None:
        yield index


async def embedding(settings: Settings) -> tuple[Finding, int]:
    """The model that makes vectors, what it is not sent, and how large these are (0: none)."""
    if not settings.embed_model:
        return Finding("embedding", True, "none is set; the word vectors inside serve"), 0
    if not settings.has_embedder:
        lost = f"{settings.embed_model} has no endpoint"
        return Finding("embedding", False, lost, "Set CICERONE_EMBED_BASE_URL."), 0
    embedder = open_embedder(settings)
    started = time.perf_counter()
    try:
        await embedder.learn(anew=True)
    except CiceroneError as error:
        return Finding("embedding", False, str(error), error.remedy), 0
    finally:
        await embedder.close()
    took = time.perf_counter() - started
    made = f"{settings.embed_model} made vectors of {embedder.size:,} numbers in {took:.1f} s"
    kept = {
        "schema": "; CICERONE_SEND keeps stored texts and questions with values from it",
        "values": "; CICERONE_SEND keeps stored texts from it",
        "rows": "",
    }[settings.send]
    return Finding("embedding", True, f"{made}{kept}"), embedder.size


async def vector_index(settings: Settings, size: int) -> Finding | None:
    """Whether a Neo4j's own vectors of its texts are searched; None where that is no question.

    `size` is that of the embedding model's vectors.
    """
    if settings.embedded or not settings.has_embedder or not size:
        return None
    try:
        async with open_graph(settings) as graph:
            schema = await graph.schema()
            found = await vector_indexes(graph)
    except CiceroneError as error:
        return Finding("vector index", False, str(error), error.remedy)
    chosen = indexes_of_texts(text_properties(schema), found, schema, settings.hidden, size)
    if not chosen:
        none = f"none is over texts with {size:,} numbers; our own passages are searched"
        return Finding("vector index", True, none)
    told = [f"{i.name} for {t.label}.{t.property}" for t, i in chosen.items()]
    return Finding("vector index", True, ", ".join(told))
