"""Opens a peer, or says in one sentence what it lacks."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from bot.bootstrap import open_graph
from bot.errors import GraphError, StatementFailed, UsageError
from bot.evaluation.peers.metered import Meter
from bot.evaluation.peers.peer import Library, Peer, Told
from bot.graph import failures
from bot.ports import Graph
from bot.settings import Settings
from memory.schema import Schema

PEERS = ("langchain", "graphrag")
_MAX_ROWS = 10_000


async def open_peer(
    name: str,
    settings: Settings,
    *,
    temperature: float = 0.0,
    cache_dir: Path | None = None,
    max_rows: int = _MAX_ROWS,
    same_as: Schema | None = None,
) -> Peer:
    """A peer over the Neo4j of the settings, whatever graph `--graph` names; close it after use.

    Args:
        name: `langchain` or `graphrag`.
        settings: Address and login of the Neo4j, and the model.
        temperature: The model's.
        cache_dir: Where replies are kept by prompt, if at all.
        max_rows: Rows of a reply that are fetched to be judged.
        same_as: The schema of the graph that the others are asked, held against the Neo4j's.

    Raises:
        UsageError: the name, the extra, an address, APOC or the graph is missing.
        GraphError: the Neo4j cannot be reached.
    """
    if name not in PEERS:
        raise UsageError(f"There is no peer {name}; there is {' and '.join(PEERS)}.")
    _check_settings(name, settings)
    async with AsyncExitStack() as stack:
        graph = await stack.enter_async_context(
            open_graph(settings.model_copy(update={"graph": None}))
        )
        await _check_apoc(name, graph, settings)
        if same_as is not None:
            await _check_same(name, graph, settings, same_as)
        meter = Meter()
        http = meter.client(settings.turn_seconds, cache_dir)
        stack.callback(http.close)
        library = await asyncio.to_thread(
            _connect, name, settings, http, temperature, meter, max_rows
        )
        host = urlsplit(settings.openai_base_url or "https://api.openai.com").netloc
        told = Told(
            uri=settings.neo4j_uri or "",
            database=settings.neo4j_database,
            model=settings.model,
            model_host=host,
            statement_seconds=settings.statement_seconds,
        )
        return Peer(name, library, meter, graph, told, max_rows, stack.pop_all().aclose)


def _check_settings(name: str, settings: Settings) -> None:
    if settings.neo4j_uri is None:
        raise UsageError(
            f"{name} asks a Neo4j with APOC: set NEO4J_URI, NEO4J_USERNAME and NEO4J_PASSWORD to "
            "one that holds the same graph."
        )
    if not settings.has_model:
        raise UsageError(f"{name} needs a language model; set OPENAI_API_KEY or OPENAI_BASE_URL.")
    if settings.hidden:
        raise UsageError(
            f"{name} knows nothing of CICERONE_HIDE and would show the model what it hides; "
            "measure it without."
        )


async def _check_apoc(name: str, graph: Graph, settings: Settings) -> None:
    try:
        await graph.run("RETURN apoc.version()")
    except StatementFailed:
        shown = failures.address(settings.neo4j_uri or "")
        raise UsageError(
            f"{name} reads the schema through APOC, which the Neo4j at {shown} lacks: put the APOC "
            "core plugin there and restart it."
        ) from None


async def _check_same(name: str, graph: Graph, settings: Settings, wanted: Schema) -> None:
    """Whether the Neo4j holds as many nodes of each label and relationships of each type."""
    found = await graph.schema()
    here = {label.name: label.count for label in wanted.labels.values()}
    here |= {rel.type: rel.count for rel in wanted.relationships.values()}
    there = {label.name: label.count for label in found.labels.values()}
    there |= {rel.type: rel.count for rel in found.relationships.values()}
    for kind, count in here.items():
        if there.get(kind, 0) != count:
            shown = failures.address(settings.neo4j_uri or "")
            raise UsageError(
                f"{name} has to be asked about the same graph, but the Neo4j at {shown} has "
                f"{there.get(kind, 0):,} {kind} where this one has {count:,}."
            )


def _connect(
    name: str,
    settings: Settings,
    http: httpx.Client,
    temperature: float,
    meter: Meter,
    max_rows: int,
) -> Library:
    try:
        if name == "langchain":
            from bot.evaluation.peers.langchain_chain import LangChain

            return LangChain(settings, http, temperature)
        from bot.evaluation.peers.graphrag_retriever import GraphRAG

        return GraphRAG(settings, http, temperature, meter, max_rows)
    except ImportError as error:
        raise UsageError(
            f"{name} is not installed ({error.name} is missing); "
            "type: .venv/bin/pip install -e '.[peers]'"
        ) from None
    except UsageError:
        raise
    except Exception as error:
        reason = failures.one_line(str(error) or type(error).__name__)
        raise GraphError(f"{name} could not be set up: {reason}") from error
