"""The search indexes of one graph, opened for bootstrap, with what reads the graph into them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack, nullcontext
from dataclasses import dataclass

from bot.freshness import Freshness
from bot.graph.client import BoltGraph
from bot.graph.embedded.catalogue import loaded_at
from bot.graph.neo4j_passages import Neo4jPassages
from bot.graph.neo4j_vector import VectorSearch
from bot.graph.texts import stored_texts
from bot.graph.values import name_places, names_of
from bot.graph.vector_index import indexes_of_texts, vector_indexes
from bot.indexing import Indexing, Stage
from bot.models.opening import Embedders
from bot.settings import Settings
from bot.steps.by_text import Texts
from memory.elements import ElementIndex
from memory.index import Progress
from memory.index_open import Indexes, build_passages, open_indexes, open_passages, values_stamp
from memory.passages import TextProperty, text_properties
from memory.passages_index import PassageIndex
from memory.schema import Schema
from memory.values import ValueIndex


def indexes_of(settings: Settings) -> Indexes:
    """Where the search indexes of the graph asked are."""
    key = settings.qdrant_api_key.get_secret_value()
    return Indexes(settings.folder, settings.graph_key, settings.qdrant_url, key)


@dataclass(frozen=True, slots=True)
class GraphIndexes:
    """What is searched of a graph, and how far it is read."""

    values: ValueIndex
    elements: ElementIndex
    texts: Texts | None
    indexing: Indexing


async def open_graph_indexes(
    settings: Settings,
    graph: BoltGraph,
    schema: Schema,
    embedders: Embedders,
    stack: AsyncExitStack,
    *,
    freshness: Freshness,
    progress: Progress | None = None,
    anew: bool = False,
) -> GraphIndexes:
    """Open everything as it is; `indexing` is not started yet.

    Raises:
        StoreError: an index cannot be opened.
        GraphError: the graph cannot be asked for its vector indexes.
    """
    indexes = indexes_of(settings)
    values, elements = await open_indexes(indexes, schema, embedders.names)
    stack.push_async_callback(values.close)
    stack.push_async_callback(elements.close)
    stages = [await names_stage(settings, graph, schema, values, freshness, anew=anew)]
    texts = None
    if properties := text_properties(schema):
        searches = await _vector_searches(settings, graph, schema, properties, embedders)
        # What the graph's own vectors tell needs none of ours.
        theirs = {search.text for search in searches} == set(properties)
        embedder = embedders.words if theirs else embedders.texts
        passages = await open_passages(indexes, embedder, embedders.words)
        stack.push_async_callback(passages.close)
        stages.append(await _texts_stage(graph, schema, passages, properties, anew=anew))
        texts = Texts(properties, passages)
        if searches and embedders.model is not None:
            given = (graph, passages, embedders.model, searches)
            texts = Texts(properties, Neo4jPassages(*given, compares=settings.embeds_texts))
    indexing = Indexing(stages, progress)
    stack.push_async_callback(indexing.close)
    return GraphIndexes(values, elements, texts, indexing)


async def names_stage(
    settings: Settings,
    graph: BoltGraph,
    schema: Schema,
    values: ValueIndex,
    freshness: Freshness | None = None,
    *,
    anew: bool = False,
) -> Stage:
    """What reads the names of a graph."""
    # One that was loaded anew may hold others, though as many.
    loaded = loaded_at(settings.folder, settings.graph_name) if settings.embedded else None
    places, texts = name_places(schema, str(loaded or ""))
    behind = places if anew else await values.behind(places)

    async def read(progress: Progress) -> bool:
        with freshness.reading() if freshness is not None else nullcontext():
            done = await values.read(
                places,
                lambda place, left_out: names_of(graph, place, left_out),
                progress,
                texts=texts,
                anew=anew,
            )
            if done and freshness is not None:
                freshness.indexed()
        return done

    expected, missing = (sum(place.expected for place in some) for some in (places, behind))
    if freshness is not None:
        freshness.indexed()
    return Stage("names", expected, missing, read, values.count, whole=not behind)


async def _texts_stage(
    graph: BoltGraph,
    schema: Schema,
    passages: PassageIndex,
    properties: Sequence[TextProperty],
    *,
    anew: bool,
) -> Stage:
    """What reads the long texts of a graph."""

    async def read(progress: Progress) -> bool:
        given = (passages, schema, lambda: stored_texts(graph, properties))
        await build_passages(*given, progress, anew=anew)
        return True

    whole = not anew and await passages.fresh(values_stamp(schema))
    nodes = {one.label: schema.labels[one.label].count for one in properties}
    total = sum(nodes[one.label] for one in properties)
    return Stage("texts", total, 0 if whole else total, read, passages.count, whole=whole)


async def _vector_searches(
    settings: Settings,
    graph: BoltGraph,
    schema: Schema,
    properties: Sequence[TextProperty],
    embedders: Embedders,
) -> list[VectorSearch]:
    """The searches of a Neo4j's own vector indexes over these texts, where it has such."""
    embedder = embedders.model
    if settings.embedded or embedder is None:
        return []
    found = await vector_indexes(graph)
    chosen = indexes_of_texts(properties, found, schema, settings.hidden, embedder.size)
    return [
        VectorSearch(graph, index, text, embedder, settings.hidden)
        for text, index in chosen.items()
    ]
