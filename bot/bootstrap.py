"""The one place where parts are wired together."""

from __future__ import annotations

import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import structlog

from bot.cicerone import Cicerone
from bot.conversations import InProcess, Lasting
from bot.cores import cores
from bot.errors import UsageError
from bot.first_day import FirstDay
from bot.freshness import Freshness
from bot.graph.changes import Rotation, Watermarks, counted_state, is_small, schema_state
from bot.graph.client import PART, BoltGraph
from bot.graph.introspect import introspect
from bot.graph.names import NameSearch
from bot.graph.server import SAMPLE, EmbeddedServer
from bot.graph_indexes import indexes_of, open_graph_indexes
from bot.late_book import LateBook
from bot.late_terms import LateTerms
from bot.layer.match import VerifiedQuestions
from bot.layer.read import layer_of
from bot.looks import LookBook, Looks
from bot.models.checked import as_checked
from bot.models.local.places import PLACES, Place
from bot.models.opening import (
    open_embedders,
    open_model,
    open_purse,
    open_writer,
)
from bot.models.prompt import instructions
from bot.models.purse import Purse
from bot.models.sparing import SparingModel, SparingWriter
from bot.offline.parser import Parser
from bot.offline.terms import Terminology
from bot.parts import Conversations, Parts
from bot.ports import Model, Writer
from bot.reader.reader import Reader
from bot.settings import Settings
from bot.shelf import Shelf
from bot.steps.fresh_values import FreshValues
from bot.steps.link import ValueLookup
from bot.steps.near_questions import schema_words
from bot.steps.propose_meanings import MeaningProposer
from bot.steps.read import ready
from bot.steps.replay import Bench
from bot.steps.spelt_things import SpeltThings
from bot.steps.suggest import Suggestions
from bot.steps.teach import Guide
from bot.steps.term_links import TermLinks
from bot.terminology import aside_text, terminology_of
from bot.upkeep import DAILY, Pace, Upkeep
from bot.vocabulary import Book, Vocabulary
from bot.workers.pool import Pool
from memory.catalogue import marked
from memory.embedding import Embedder, word_vectors
from memory.index import Progress
from memory.index_open import Indexes
from memory.made_examples import MadeExamples, made_collection
from memory.processor import Here, Processors, processor
from memory.schema import Schema
from memory.values import ValueIndex

if TYPE_CHECKING:
    from bot.learning import Learning
    from bot.models.extracting import ModelExtractor
    from bot.models.openai_model import OpenAIModel
    from memory.examples import Examples
    from memory.own_pairs import OwnPairs
    from memory.store import Store

# What worker processes import before they get any work.
_WORKED_WITH = ("bot.steps.read", "bot.steps.route", "guardrails.statement")
# A passage's facts are a longer reply than an answer is.
_EXTRACTION_SECONDS = 300.0
_log = structlog.get_logger(__name__)


def embedded_server(settings: Settings) -> EmbeddedServer:
    """The embedded database of this home, to be entered."""
    return EmbeddedServer(
        settings.folder,
        memory_mb=settings.embedded_memory_mb,
        statement_seconds=settings.statement_seconds,
    )


@asynccontextmanager
async def model_in_house(
    settings: Settings, tell: Callable[[str], None], places: Sequence[Place] = PLACES
) -> AsyncIterator[Settings]:
    """The settings with the address of the model in the house, where one is to be found or served.

    To be entered before anything is opened; `tell` gets a sentence where there is one to say.

    Raises:
        UsageError: CICERONE_MODEL_FILE cannot be used.
        ModelUnreachable: the file cannot be served.
    """
    if not settings.in_house:
        yield settings
        return
    from bot.models.local import in_house  # httpx takes a moment to import

    async with in_house.model_in_house(settings, tell, places) as found:
        yield found


async def model_hint(settings: Settings, places: Sequence[Place] = PLACES) -> str:
    """How to use a model that runs on this computer, in one line; "" where there is no need."""
    if settings.has_model or settings.engine == "offline":
        return ""
    from bot.models.local import in_house

    return await in_house.hint(settings, places)


@asynccontextmanager
async def open_graph(settings: Settings) -> AsyncIterator[BoltGraph]:
    """The graph of the settings: embedded, or on a server of your own.

    Raises:
        GraphError: it cannot be reached.
        UsageError: the embedded database has no graph of that name, or the graph's file names a
            variable that is not set.
    """
    if (server := settings.server) is not None:
        password = server.password.get_secret_value()
        graph = _client(settings, server.uri, server.username, password, server.database)
        try:
            yield graph
        finally:
            await graph.close()
        return
    async with embedded_server(settings) as database:
        name = settings.graph_name
        if name == SAMPLE:
            await database.ensure_sample()
        else:
            known = [info.name for info in await database.graphs()]
            if name not in known:
                there = ", ".join(dict.fromkeys([SAMPLE, *known]))
                raise UsageError(
                    f"There is no graph {name}; there is {there}. "
                    "Load one with: cicerone graph load FILE"
                )
        end = database.endpoint
        graph = _client(settings, end.bolt_uri, end.username, end.password, name)
        try:
            yield graph
        finally:
            await graph.close()


def _client(
    settings: Settings, uri: str, username: str, password: str, database: str | None
) -> BoltGraph:
    return BoltGraph(
        uri,
        username,
        password,
        database,
        max_rows=settings.max_rows,
        max_bytes=settings.max_bytes,
        statement_seconds=settings.statement_seconds,
        hidden=settings.hidden,
        impersonate=settings.impersonate and not settings.embedded,
        part=PART if settings.graph is None else f"{PART} of {settings.graph}",
    )


@asynccontextmanager
async def open_cicerone(
    settings: Settings,
    *,
    conversations: Conversations | None = None,
    progress: Progress | None = None,
    anew: bool = False,
    model: OpenAIModel | None = None,
    upkeep: Pace | None = DAILY,
    store: Store | None = None,
    processors: Processors | None = None,
    whole: bool = False,
    lasting: bool = True,
    telling: Callable[[str], None] = lambda doing: None,
) -> AsyncIterator[Cicerone]:
    """Everything wired and ready to be asked; names and texts are read beside the questions.

    Args:
        settings: What to open.
        conversations: Where turns are kept; the SQL store (with liked examples) if None.
        progress: Called with the number of names or texts read, where an index has to be built.
        anew: Build the indexes even where they are up to date, before anything is asked.
        model: Asked instead of the one that the settings name; whoever opened it closes it.
        upkeep: How often what is remembered is tried again beside the questions; None for never.
        store: The SQL store, where it is open already; whoever opened it closes it.
        processors: Where questions are read; in this process if None.
        whole: Read all names and texts before anything is asked.
        lasting: False for a process that answers one question and ends.
        telling: Called with what is being done, as it begins.

    Raises:
        CiceroneError: a part is unreachable or a setting cannot be used.
    """
    settings = as_checked(settings)
    indexes = indexes_of(settings)
    processors = processors or Here()
    # For what goes on beside the questions; each of these sets its own.
    processor.set(processors.of(""))
    async with AsyncExitStack() as stack:
        telling(marked("waiting for the database"))
        graph = await stack.enter_async_context(open_graph(settings))
        telling(marked("reading its labels, relationship types and properties"))
        processors.warm()
        freshness = Freshness(settings, indexes)
        started = time.monotonic()
        schema = await graph.schema()
        took = time.monotonic() - started
        if store is None and conversations is None:
            store = await open_store(settings)
            stack.push_async_callback(store.close)
        purse = await _purse(settings, store, stack)
        embedders = await open_embedders(settings, purse=purse, anew=anew)
        if embedders.model is not None:
            stack.push_async_callback(embedders.model.close)
        found = await open_graph_indexes(
            settings,
            graph,
            schema,
            embedders,
            stack,
            freshness=freshness,
            progress=progress,
            anew=anew,
        )
        values, indexing = found.values, found.indexing
        if anew:
            await found.elements.build()
        if anew or whole:
            await indexing.all()
        names = NameSearch(graph, schema, seconds=settings.lookup_seconds)
        fresh = FreshValues(values, names, schema_words(schema))
        terms, bench = _bench(settings, graph, schema, fresh)
        if terms.set_aside:
            _log.warning(f"terminology: {aside_text(terms, settings.graph_name)}")
        parser, links = bench.parser, bench.values
        reader = Reader(schema, word_vectors)
        layer = layer_of(settings).layer
        verified = VerifiedQuestions(layer, schema)
        suggestions = Suggestions(graph, schema, parser, fresh, reader, verified)
        examples, learning = None, None
        if store is not None:
            examples, learning = await _open_memory(
                store, settings, schema, indexes, embedders.questions, stack
            )
            if upkeep is not None:

                def renewed(schema: Schema) -> Bench:
                    freshness.changed()
                    return _bench(settings, graph, schema, values)[1]

                keeping = Upkeep(learning.book, examples, bench, renewed, upkeep)
                await stack.enter_async_context(keeping.beside())
        book = _term_book(settings, store, stack)
        sent, writer = _open_models(settings, purse, model, stack)
        first_day = None
        if sent is not None or writer is not None or anew:
            index = await indexes.open(made_collection(embedders.names))
            made = MadeExamples(index, embedders.names, schema.fingerprint)
            first_day = FirstDay(made, graph, schema)
            stack.push_async_callback(first_day.close)
            first_day.start(anew=anew)
        own = _own_pairs(store, examples) if store is not None and examples is not None else None
        shelf = Shelf(settings.graph_key, schema, first_day, examples, learning, verified, own)
        guide = Guide(schema, suggestions, values.missed)
        parts = Parts(
            settings=settings,
            graph=graph,
            schema=schema,
            parser=parser,
            reader=reader,
            values=links,
            elements=found.elements,
            model=sent,
            examples=shelf,
            conversations=conversations or (Lasting(store) if store else InProcess()),
            suggestions=suggestions,
            teach=guide.teach,
            decline=guide.decline,
            instructions=instructions(),
            terminology=terms,
            texts=found.texts,
            writer=writer,
            indexing=indexing,
            vocabulary=Vocabulary(book, schema, terms, parser, links),
            meanings=MeaningProposer(schema, graph, embedders.words),
            processors=processors,
            fresh=fresh,
            layer=layer,
        )
        if isinstance(processors, Here):
            # Whoever is asked once may need no vectors of words, which take a second to load.
            processors.begin(parser.ready)
        else:
            processors.begin(ready, parser, reader)
        if not (anew or whole):
            indexing.start(lasting=lasting)
        looks = _looks(settings, graph, schema, values, indexes, took)
        stack.push_async_callback(looks.close)
        looks.begin()
        yield Cicerone(parts, suggestions, shelf, store, values, freshness.lost, looks)


def _looks(
    settings: Settings,
    graph: BoltGraph,
    schema: Schema,
    values: ValueIndex,
    indexes: Indexes,
    took: float,
) -> Looks:
    """What notices that the graph has changed; reading its schema took so many seconds."""
    marks, small = Watermarks(graph, schema, settings.watermark), is_small(schema)
    private = settings.hidden
    rotation = Rotation(graph, schema)

    async def look() -> str:
        if small:
            return schema_state(await introspect(graph.records, hidden=private))
        return await counted_state(graph, private)

    async def beside(first: bool) -> None:
        # Just opened, the index is new, or still being read.
        again = [] if first else await rotation.some()
        if newer := await values.unknown([*await marks.newer(), *again]):
            await values.learn(newer)

    # Replicas that know nothing of each other do not look in step.
    every = settings.refresh_seconds * random.uniform(1, 1.2)
    book = LookBook(indexes.look_book(", ".join(private.patterns)))
    known = schema_state(schema) if small else ""
    return Looks(look, known, beside, book, every=every, cost=took)


def _open_models(
    settings: Settings, purse: Purse, model: OpenAIModel | None, stack: AsyncExitStack
) -> tuple[Model | None, Writer | None]:
    """The model, `model` if that is given, and the one that only writes; sent what may be sent."""
    if model is None and settings.has_model and settings.engine != "offline":
        model = open_model(settings, purse=purse)
        stack.push_async_callback(model.close)
    sent = SparingModel(model, settings.send) if model is not None else None
    if not settings.has_writer or settings.engine == "offline":
        return sent, None
    only = open_writer(settings, sent, purse=purse)
    stack.push_async_callback(only.close)
    return sent, SparingWriter(only, settings.send)


def _bench(
    settings: Settings, graph: BoltGraph, schema: Schema, values: ValueLookup
) -> tuple[Terminology, Bench]:
    """The person's words on a schema, and what tries lessons by them."""
    terms = terminology_of(settings, schema)
    parser = Parser(schema, terms.elements, terms.phrases)
    links = TermLinks(terms, SpeltThings(values, graph, schema))
    return terms, Bench(graph, schema, links, parser)


def _term_book(settings: Settings, store: Store | None, stack: AsyncExitStack) -> Book:
    """What people say words mean, kept where threads are, or would be."""
    if store is not None:
        from memory.term_book import TermBook

        return TermBook(store, settings.graph_key)
    book = LateTerms(settings.database_url or settings.folder, settings.graph_key)
    stack.push_async_callback(book.close)
    return book


def _own_pairs(store: Store, examples: Examples) -> OwnPairs:
    from memory.own_pairs import OwnPairs

    return OwnPairs(store, examples.removed)


async def _purse(settings: Settings, store: Store | None, stack: AsyncExitStack) -> Purse:
    """What pays for the models; sums are kept where threads are, or would be."""
    if store is not None:
        from memory.spending import Spending

        return open_purse(settings, Spending(store))
    book = LateBook(settings.database_url or settings.folder)
    stack.push_async_callback(book.close)
    return open_purse(settings, book)


@asynccontextmanager
async def open_extractor(settings: Settings) -> AsyncIterator[ModelExtractor]:
    """The model of the settings, to read documents; it may take longer than a question may.

    Raises:
        UsageError: money is to be counted, and it has no price.
    """
    from bot.models.extracting import ModelExtractor

    async with AsyncExitStack() as stack:
        purse = await _purse(settings, None, stack)
        patient = {"turn_seconds": max(settings.turn_seconds, _EXTRACTION_SECONDS)}
        model = open_model(settings.model_copy(update=patient), purse=purse)
        extractor = ModelExtractor(model, apart=settings.read_documents == "apart")
        stack.push_async_callback(extractor.close)
        yield extractor


@asynccontextmanager
async def open_text_embedder(settings: Settings) -> AsyncIterator[Embedder | None]:
    """The embedding model of the settings, for texts; None where none is to be sent them.

    Raises:
        EmbedderAway: it is away.
        UsageError: money is to be counted, and it has no price.
    """
    if not settings.embeds_texts:
        yield None
        return
    async with AsyncExitStack() as stack:
        purse = await _purse(settings, None, stack)
        embedders = await open_embedders(settings, purse=purse, anew=True)
        if embedders.model is not None:
            stack.push_async_callback(embedders.model.close)
        yield embedders.model


def open_workers(settings: Settings) -> Pool | None:
    """The processes that read questions; None where this one does."""
    count = cores() if settings.workers is None else settings.workers
    return Pool(count, settings.read_seconds, _WORKED_WITH) if count else None


async def open_store(settings: Settings) -> Store:
    """Where threads are, and all else that outlives the process.

    Raises:
        StoreError: it cannot be reached, opened or written.
    """
    from memory.store import Store

    return await Store.open(settings.database_url or settings.folder)


async def _open_memory(
    store: Store,
    settings: Settings,
    schema: Schema,
    indexes: Indexes,
    embedder: Embedder,
    stack: AsyncExitStack,
) -> tuple[Examples, Learning]:
    """Liked pairs and lessons."""
    from bot.learning import Learning
    from memory.examples import Examples, examples_collection
    from memory.lesson_book import LessonBook
    from memory.lesson_search import LessonSearch, lessons_collection

    index = await indexes.open(examples_collection(embedder))
    examples = Examples(store, index, embedder)
    stack.push_async_callback(examples.close)
    book = LessonBook(store, settings.graph_key)
    found = await indexes.open(lessons_collection(embedder))
    learning = Learning(book, LessonSearch(book, found, embedder), schema)
    stack.push_async_callback(learning.close)
    return examples, learning
