"""The embedded database: one process a home, shared by every command, ended with its last user.

    async with EmbeddedServer(home, memory_mb=768, statement_seconds=10) as server:
        await server.ensure_sample()
        server.endpoint  # for the Bolt client

Questions run as the account `reader`, which can read and nothing else; a load runs as an account
that can write to the one database being loaded.
How the processes work together is drawn in `bot.graph.embedded`.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Any

import neo4j

from bot.errors import GraphUnreachable
from bot.graph import films
from bot.graph.admin import READER
from bot.graph.embedded.catalogue import Catalogue, Endpoint, GraphInfo
from bot.graph.embedded.folder import Folder
from bot.graph.embedded.lease import Lease, LeaseLost, Wanted, unreachable
from bot.graph.graph_json import GraphData, from_json
from bot.graph.load import graph_name

__all__ = ["SAMPLE", "EmbeddedServer", "Endpoint", "GraphInfo"]

SAMPLE = "films"


class EmbeddedServer:
    """A lease on the shared database process, as an async context manager.

    Args:
        home: the CICERONE_HOME; data lies in `home/graphs`.
        memory_mb: heap of the database in MB, if this is the command that starts it.
        statement_seconds: limit of a statement; the longest of all present users' holds.
    """

    def __init__(self, home: Path, *, memory_mb: int, statement_seconds: float) -> None:
        self.home = home
        self._folder = Folder(home)
        self._wanted = Wanted(memory_mb, statement_seconds)
        self._lease: Lease
        self._keeper: asyncio.Task[None]
        self._renewal = asyncio.Lock()
        self._catalogue = Catalogue(self._folder, lambda: self.endpoint, self.ready)
        self.endpoint: Endpoint

    async def __aenter__(self) -> EmbeddedServer:
        """Join the running server or start it.

        Raises:
            GraphUnreachable: it cannot be started; `remedy` says what to do.
        """
        await self._acquire()
        self._keeper = asyncio.create_task(self._keep())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Give the lease back; the server ends if it was the last."""
        self._keeper.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._keeper
        self._lease.close()

    async def ready(self) -> Endpoint:
        """Wait until the database answers: at once, or after a restart; then reconnect.

        Raises:
            GraphUnreachable: it does not come back.
        """
        while True:
            async with self._renewal:
                if self._keeper.done():  # it gave up; perhaps the cause is gone
                    await self._acquire()
                    self._keeper = asyncio.create_task(self._keep())
            try:
                return self._locate(await self._lease.ready())
            except LeaseLost:
                await asyncio.sleep(0.05)

    async def graphs(self) -> list[GraphInfo]:
        """The stored graphs, by name."""
        return await self._catalogue.graphs()

    async def load(
        self,
        data: GraphData | Path,
        name: str,
        *,
        progress: Callable[[int, int], None] | None = None,
    ) -> GraphInfo:
        """Store a graph under a name, all or nothing; it replaces one of that name.

        Args:
            data: the graph, or a file of graph JSON (`.json`, `.json.gz`) or Cypher (`.cypher`).
            name: letters, digits, dots, dashes and underscores.
            progress: called with (done, total) nodes and relationships, or statements.

        Raises:
            LoadError: the data is malformed; the message has line and reason.
            UsageError: the name cannot be used.
            GraphError: the database failed; what was stored before is untouched.
        """
        return await self._catalogue.load(data, graph_name(name), progress=progress)

    def writing(self, name: str) -> AbstractAsyncContextManager[neo4j.AsyncDriver]:
        """A driver that can write to one graph, which is made where there is none.

        Raises:
            UsageError: the name cannot be used.
            GraphError: the database failed.
        """
        return self._catalogue.writing(graph_name(name))

    async def drop(self, name: str) -> None:
        """Delete a graph; none of that name is no error.

        Raises:
            GraphError: the database failed.
        """
        await self._catalogue.drop(name)

    async def ensure_sample(self) -> None:
        """Load the sample graph if it is missing or older than its source.

        A graph of your own that was loaded under its name is left alone.
        """
        fingerprint = await asyncio.to_thread(_sample_fingerprint)
        if self._keeps_sample(fingerprint):
            return
        async with self._catalogue.alone("sample.lock"):
            if not self._keeps_sample(fingerprint):
                data = await asyncio.to_thread(lambda: from_json(films.load()))
                await self._catalogue.load(data, SAMPLE, fingerprint=fingerprint)

    def _keeps_sample(self, fingerprint: str) -> bool:
        """Whether what bears the sample's name is up to date, or somebody's own."""
        noted = self._catalogue.fingerprint(SAMPLE)
        return self._catalogue.holds(SAMPLE) and noted in (None, fingerprint)

    async def _acquire(self) -> None:
        try:
            self._folder.create()
            self._lease, answer = await Lease.take(self._folder, self._wanted)
        except OSError as error:
            raise unreachable(
                f"The folder {self._folder.root} cannot be used: {error.strerror or error}.",
                "Set CICERONE_HOME to a folder that you can write to.",
            ) from None
        self._locate(answer)

    async def _keep(self) -> None:
        """Take a new lease whenever the supervisor was killed."""
        while True:
            await self._lease.lost()
            self._lease.close()
            try:
                await self._acquire()
            except GraphUnreachable:
                return

    def _locate(self, answer: dict[str, Any]) -> Endpoint:
        self.endpoint = Endpoint(
            bolt_uri=f"bolt://127.0.0.1:{answer['bolt_port']}",
            http_url=f"http://127.0.0.1:{answer['http_port']}",
            username=READER,
            password=answer["reader_password"],
            root_password=answer["root_password"],
        )
        return self.endpoint


def _sample_fingerprint() -> str:
    """A hash of the sample's source files: it changes when the sample does."""
    digest = hashlib.sha256()
    for source in sorted(files(films).iterdir(), key=lambda path: path.name):
        if source.name.endswith((".py", ".toml")):
            digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]
