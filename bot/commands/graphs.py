"""`cicerone graph`: the graphs that the embedded database holds."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.bootstrap import embedded_server
from bot.errors import UsageError
from bot.graph.load import graph_name
from bot.settings import Settings


async def load_graph(settings: Settings, path: Path, name: str | None) -> int:
    """Load a file, all or nothing, under `name` or the file's stem.

    Raises:
        LoadError: the file cannot be read or is malformed; the message has line and reason.
    """
    wanted = graph_name(name or path)

    def progress(done: int, total: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done:,} of {total:,}", end="", file=sys.stderr, flush=True)

    async with embedded_server(settings) as server:
        replaced = wanted in [info.name for info in await server.graphs()]
        info = await server.load(path, wanted, progress=progress)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    print(f"{info.name}: {info.nodes:,} nodes, {info.relationships:,} relationships")
    if replaced:
        print(
            f"It takes the place of the {info.name} there was: run `cicerone index --graph "
            f"{info.name}`; a chat that is running notices at its next question."
        )
    return 0


async def list_graphs(settings: Settings) -> int:
    """Print each graph with its size."""
    async with embedded_server(settings) as server:
        for info in await server.graphs():
            print(f"{info.name}: {info.nodes:,} nodes, {info.relationships:,} relationships")
    return 0


async def drop_graph(settings: Settings, name: str) -> int:
    """Delete a graph.

    Raises:
        UsageError: there is none of that name.
    """
    async with embedded_server(settings) as server:
        known = [info.name for info in await server.graphs()]
        if name not in known:
            raise UsageError(f"There is no graph {name}; there is {', '.join(known) or 'none'}.")
        await server.drop(name)
    print(f"{name} is gone.")
    return 0
