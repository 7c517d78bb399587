"""`cicerone graph`: the graphs that the embedded database holds."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.bootstrap import embedded_server
from bot.errors import UsageError
from bot.graph.embedded.catalogue import GraphInfo
from bot.graph.load import graph_name
from bot.graph.server import SAMPLE
from bot.settings import Settings
from memory.text import several


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
    print(_told(info))
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
            print(_told(info))
    return 0


async def drop_graph(settings: Settings, name: str) -> int:
    """Delete a graph, and tell what went, what is left and how to have it again.

    Raises:
        UsageError: there is none of that name.
    """
    async with embedded_server(settings) as server:
        known = {info.name: info for info in await server.graphs()}
        if name not in known:
            raise UsageError(f"There is no graph {name}; there is {', '.join(known) or 'none'}.")
        await server.drop(name)
    dropped = known.pop(name)
    print(f"Dropped {_told(dropped)}.")
    print(f"Left: {'; '.join(map(_told, known.values())) or 'no graph'}.")
    if name == SAMPLE:
        print("It is the sample: it is loaded again when it is next asked.")
    else:
        print(
            f"To have it again: cicerone graph load FILE --name {name}. Conversations about it and "
            "what was learnt on it are kept, and serve it then."
        )
    return 0


def _told(info: GraphInfo) -> str:
    """A graph with its size.

    >>> _told(GraphInfo("pets", 2, 1))
    'pets: 2 nodes, 1 relationship'
    """
    return (
        f"{info.name}: {several(info.nodes, 'node')}, {several(info.relationships, 'relationship')}"
    )
