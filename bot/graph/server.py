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
import http.client
import json
import secrets
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Any

import neo4j

from bot.errors import CiceroneError, GraphUnreachable, StatementFailed
from bot.graph import films
from bot.graph.admin import READER, Admin, AdminError, Statement
from bot.graph.embedded.folder import REPLACED, STAGED, Folder, exclusive
from bot.graph.embedded.lease import Lease, LeaseLost, Wanted, unreachable
from bot.graph.graph_json import GraphData, from_json
from bot.graph.load import check_storable, graph_name, load_file, load_into

SAMPLE = "films"
_FACTS = "cicerone.json"
_LOCK_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the database is and who may read it; `root_password` is for administration alone."""

    bolt_uri: str
    http_url: str
    username: str
    password: str = field(repr=False)
    root_password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class GraphInfo:
    """A stored graph and its size."""

    name: str
    nodes: int
    relationships: int


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
        return [await self._info(name) for name in self._folder.names()]

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
        return await self._load(data, graph_name(name), progress, fingerprint=None)

    async def drop(self, name: str) -> None:
        """Delete a graph; none of that name is no error.

        Raises:
            GraphError: the database failed.
        """
        if (self._folder.databases / graph_name(name)).is_dir():
            await self._ask(self._admin().drop, name)

    async def ensure_sample(self) -> None:
        """Load the sample graph if it is missing or older than its source.

        A graph of your own that was loaded under its name is left alone.
        """
        fingerprint = await asyncio.to_thread(_sample_fingerprint)
        if self._is_current(fingerprint):
            return
        async with self._alone("sample.lock"):
            if not self._is_current(fingerprint):
                data = await asyncio.to_thread(lambda: from_json(films.load()))
                await self._load(data, SAMPLE, None, fingerprint)

    async def end_statements(self, text: str) -> int:
        """Ask every running statement with this text to end; how many there were.

        Closing a connection does not end what runs on it.
        """
        admin = self._admin()
        names = self._folder.names()
        if not names:
            return 0
        running: list[Statement] = await self._ask(admin.statements, names[0])
        found = [s for s in running if s.text == text and s.username == READER]
        for statement in found:
            await self._ask(admin.terminate, names[0], statement)
        return len(found)

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

    def _admin(self, user: str = "root", password: str | None = None) -> Admin:
        port = int(self.endpoint.http_url.rpartition(":")[2])
        return Admin(port, password or self.endpoint.root_password, user=user)

    async def _ask(self, request: Callable[..., Any], *arguments: Any) -> Any:
        """An administrative request; its failures as ours."""
        try:
            return await asyncio.to_thread(request, *arguments)
        except AdminError as error:
            raise StatementFailed(f"The embedded database refused: {error}.") from None
        except (OSError, http.client.HTTPException) as error:
            raise GraphUnreachable(f"The embedded database does not answer: {error}.") from None

    async def _info(self, name: str) -> GraphInfo:
        facts = self._facts(name)
        if facts is None:
            admin = self._admin()
            nodes, relationships = await self._ask(admin.size, name)
            return GraphInfo(name, nodes, relationships)
        return GraphInfo(name, facts["nodes"], facts["relationships"])

    def _facts(self, name: str) -> dict[str, Any] | None:
        """What was noted when the graph was loaded."""
        try:
            facts: dict[str, Any] = json.loads((self._folder.databases / name / _FACTS).read_text())
        except (OSError, ValueError):
            return None
        return facts

    def _is_current(self, fingerprint: str) -> bool:
        if not (self._folder.databases / SAMPLE).is_dir():
            return False
        facts = self._facts(SAMPLE) or {}
        return facts.get("fingerprint") in (None, fingerprint)

    async def _load(
        self,
        data: GraphData | Path,
        name: str,
        progress: Callable[[int, int], None] | None,
        fingerprint: str | None,
    ) -> GraphInfo:
        staged = f"{STAGED}{name}.{secrets.token_hex(4)}"
        try:
            await self._ask(self._admin().create, staged)
            await self._fill(staged, data, progress)
            nodes, relationships = await self._ask(self._admin().size, staged)
            facts = {"nodes": nodes, "relationships": relationships, "fingerprint": fingerprint}
            (self._folder.databases / staged / _FACTS).write_text(json.dumps(facts))
            async with self._alone("replace.lock"):
                await self._ask(self._replace, staged, name)
        except BaseException:
            await asyncio.shield(self._discard(staged))
            raise
        return GraphInfo(name, nodes, relationships)

    async def _fill(
        self,
        database: str,
        data: GraphData | Path,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        """Load as an account of its own: a file's statements can reach this one database only."""
        user, password = f"load-{secrets.token_hex(4)}", secrets.token_hex(24)
        await self._ask(self._admin().add_loader, user, password, database)
        try:
            async with neo4j.AsyncGraphDatabase.driver(
                self.endpoint.bolt_uri, auth=(user, password), notifications_min_severity="OFF"
            ) as driver:
                if isinstance(data, Path):
                    reason = partial(self._admin(user, password).reason, database)
                    await load_file(driver, database, data, progress=progress, reason=reason)
                else:
                    check_storable(data)
                    await load_into(driver, database, data, progress=progress)
        finally:
            with contextlib.suppress(CiceroneError):
                await asyncio.shield(self._ask(self._admin().drop_user, user))

    @asynccontextmanager
    async def _alone(self, lock: str) -> AsyncIterator[None]:
        """Keep other commands from doing the same."""
        try:
            async with exclusive(self._folder.root / lock, _LOCK_SECONDS):
                yield
        except TimeoutError:
            raise GraphUnreachable(
                "Another command has been loading a graph for too long; end it and try again."
            ) from None

    def _replace(self, staged: str, name: str) -> None:
        """Put the staged database in the place of the present one, or leave that as it is."""
        admin, databases = self._admin(), self._folder.databases
        aside = databases / f"{REPLACED}{name}.{secrets.token_hex(4)}"
        admin.close(staged)
        try:
            if (databases / name).exists():
                with contextlib.suppress(AdminError):  # it is not open
                    admin.close(name)
                (databases / name).rename(aside)
            (databases / staged).rename(databases / name)
            admin.open(name)
        except BaseException:
            if aside.exists():
                shutil.rmtree(databases / name, ignore_errors=True)
                aside.rename(databases / name)
            with contextlib.suppress(AdminError, OSError):
                admin.open(name)
            raise
        shutil.rmtree(aside, ignore_errors=True)

    async def _discard(self, staged: str) -> None:
        """Remove a half graph, from the server where it answers, and from the disk."""
        with contextlib.suppress(CiceroneError):
            await self.ready()
            await self._ask(self._admin().drop, staged)
        shutil.rmtree(self._folder.databases / staged, ignore_errors=True)


def _sample_fingerprint() -> str:
    """A hash of the sample's source files: it changes when the sample does."""
    digest = hashlib.sha256()
    for source in sorted(files(films).iterdir(), key=lambda path: path.name):
        if source.name.endswith((".py", ".toml")):
            digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]
