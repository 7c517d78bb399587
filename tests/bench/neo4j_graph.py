"""A throwaway Neo4j 5.26 with APOC, filled with one graph; for measuring beside the peers.

    python -m tests.bench.neo4j_graph GRAPH.json.gz [--port 7690] [--edition neo4j-5.26-apoc]

Prints the three settings that the application needs to ask it, then serves until it is stopped
(Ctrl-C); nothing of it is kept. Needs Maven the first time, to fetch the server.
"""

from __future__ import annotations

import argparse
import asyncio
import shlex
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import neo4j

from bot.graph.graph_json import GraphData, read
from bot.graph.load import load_into
from tests.neo4j_server import EDITIONS, Neo4jServer

APOC = "neo4j-5.26-apoc"


@contextmanager
def neo4j_graph(
    path: Path, *, port: int | None = None, edition: str = APOC
) -> Iterator[Neo4jServer]:
    """A running server that holds the graph of a graph JSON file, removed at the end."""
    server = Neo4jServer(EDITIONS[edition])
    if port is not None:
        server.port = port
    try:
        asyncio.run(_load(server.start(), read(path)))
        yield server
    finally:
        server.stop()


async def _load(server: Neo4jServer, data: GraphData) -> None:
    login = (server.username, server.password)
    async with neo4j.AsyncGraphDatabase.driver(server.uri, auth=login) as driver:
        await load_into(driver, server.database, data)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graph", type=Path)
    parser.add_argument("--port", type=int)
    parser.add_argument("--edition", choices=EDITIONS, default=APOC)
    asked = parser.parse_args()
    with neo4j_graph(asked.graph, port=asked.port, edition=asked.edition) as server:
        for name, value in (
            ("NEO4J_URI", server.uri),
            ("NEO4J_USERNAME", server.username),
            ("NEO4J_PASSWORD", server.password),
        ):
            print(f"export {name}={shlex.quote(value)}", flush=True)
        stopped = threading.Event()
        for kind in (signal.SIGINT, signal.SIGTERM):
            signal.signal(kind, lambda *_: stopped.set())
        stopped.wait()


if __name__ == "__main__":
    main()
