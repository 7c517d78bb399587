"""The graphs that the embedded database holds: listed, loaded as a whole or not at all, dropped.

A graph is filled beside the present one of its name, in a database whose name starts with a dot.
Only when it is whole do the two folders change places, which takes some fifty milliseconds; a
killed command leaves at most a folder that the next start sweeps (`Folder.sweep`).
"""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import secrets
import shutil
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import neo4j

from bot.errors import CiceroneError, StatementFailed
from bot.graph.admin import Admin, AdminError
from bot.graph.embedded.folder import REPLACED, STAGED, Folder, exclusive
from bot.graph.embedded.lease import unreachable
from bot.graph.graph_json import GraphData
from bot.graph.load import Progress, check_storable, load_file, load_into

_FACTS = "cicerone.json"
_OPENINGS = 8
_LOCK_SECONDS = 120


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the database is and who may read it; `root_password` is for administration alone."""

    bolt_uri: str
    http_url: str
    username: str
    password: str = field(repr=False)
    root_password: str = field(repr=False)

    def admin(self) -> Admin:
        """The administrator's interface."""
        return self.http(user="root", password=self.root_password)

    def http(self, user: str, password: str) -> Admin:
        """The same interface, as far as another account may use it."""
        return Admin(int(self.http_url.rpartition(":")[2]), password, user=user)


@dataclass(frozen=True, slots=True)
class GraphInfo:
    """A stored graph and its size."""

    name: str
    nodes: int
    relationships: int


class Catalogue:
    """The graphs of one folder.

    Args:
        folder: where they lie.
        endpoint: the server's present endpoint.
        ready: waits until the server answers (again).
    """

    def __init__(
        self,
        folder: Folder,
        endpoint: Callable[[], Endpoint],
        ready: Callable[[], Awaitable[Endpoint]],
    ) -> None:
        self._folder = folder
        self._endpoint = endpoint
        self._ready = ready

    async def graphs(self) -> list[GraphInfo]:
        """The stored graphs, by name."""
        return [await self._info(name) for name in self._folder.names()]

    def fingerprint(self, name: str) -> str | None:
        """The fingerprint noted when a graph was loaded; None where there is none."""
        return (_facts(self._folder, name) or {}).get("fingerprint")

    def holds(self, name: str) -> bool:
        """Whether there is a graph of that name."""
        return name in self._folder.names()

    async def drop(self, name: str) -> None:
        """Delete a graph; none of that name is no error."""
        if self.holds(name):
            await self._ask(self._endpoint().admin().drop, name)

    async def load(
        self,
        data: GraphData | Path,
        name: str,
        *,
        progress: Progress | None = None,
        fingerprint: str | None = None,
    ) -> GraphInfo:
        """Store a graph or a file under a name, in the place of what has it now.

        Raises:
            LoadError: the data is malformed.
            GraphError: the database failed.
        """
        staged = f"{STAGED}{name}.{secrets.token_hex(4)}"
        try:
            await self._ask(self._endpoint().admin().create, staged)
            await self._fill(staged, data, progress)
            nodes, relationships = await self._ask(self._endpoint().admin().size, staged)
            facts = {"nodes": nodes, "relationships": relationships, "fingerprint": fingerprint}
            (self._folder.databases / staged / _FACTS).write_text(json.dumps(facts))
            async with self.alone("replace.lock"):
                await self._ask(self._replace, staged, name)
        except BaseException:
            await asyncio.shield(self._discard(staged))
            raise
        return GraphInfo(name, nodes, relationships)

    @asynccontextmanager
    async def alone(self, lock: str) -> AsyncIterator[None]:
        """Keep other commands from doing the same.

        Raises:
            GraphUnreachable: another one has been at it for too long.
        """
        try:
            async with exclusive(self._folder.root / lock, _LOCK_SECONDS):
                yield
        except TimeoutError:
            raise unreachable(
                "Another command has been loading a graph for too long.",
                "End that command and try again.",
            ) from None

    async def _fill(self, database: str, data: GraphData | Path, progress: Progress | None) -> None:
        """Load as an account of its own: a file's statements can reach this one database only."""
        endpoint = self._endpoint()
        user, password = f"load-{secrets.token_hex(4)}", secrets.token_hex(24)
        await self._ask(endpoint.admin().add_loader, user, password, database)
        try:
            async with neo4j.AsyncGraphDatabase.driver(
                endpoint.bolt_uri, auth=(user, password), notifications_min_severity="OFF"
            ) as driver:
                if isinstance(data, Path):
                    reason = partial(endpoint.http(user, password).reason, database)
                    await load_file(driver, database, data, progress=progress, reason=reason)
                else:
                    check_storable(data)
                    await load_into(driver, database, data, progress=progress)
        finally:
            with contextlib.suppress(CiceroneError):
                await asyncio.shield(self._ask(endpoint.admin().drop_user, user))

    def _replace(self, staged: str, name: str) -> None:
        """Put the staged database in the place of the present one, or leave that as it is."""
        admin, databases = self._endpoint().admin(), self._folder.databases
        aside = databases / f"{REPLACED}{name}.{secrets.token_hex(4)}"
        admin.close(staged)
        try:
            if (databases / name).exists():
                _move_aside(admin, databases / name, aside)
            (databases / staged).rename(databases / name)
            _open(admin, name, staged)
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
            await self._ready()
            await self._ask(self._endpoint().admin().drop, staged)
        shutil.rmtree(self._folder.databases / staged, ignore_errors=True)

    async def _ask(self, request: Callable[..., Any], *arguments: Any) -> Any:
        """An administrative request; its failures as ours."""
        try:
            return await asyncio.to_thread(request, *arguments)
        except AdminError as error:
            raise StatementFailed(f"The embedded database refused: {error}.") from None
        except (OSError, http.client.HTTPException) as error:
            raise unreachable(
                f"The embedded database does not answer: {error}.",
                "Try again; if it stays so, end all commands first.",
            ) from None

    async def _info(self, name: str) -> GraphInfo:
        facts = _facts(self._folder, name)
        if facts:
            return GraphInfo(name, facts["nodes"], facts["relationships"])
        return GraphInfo(name, *await self._ask(self._endpoint().admin().size, name))


def _facts(folder: Folder, name: str) -> dict[str, Any] | None:
    """What was noted when a graph was loaded."""
    try:
        facts: dict[str, Any] = json.loads((folder.databases / name / _FACTS).read_text())
    except (OSError, ValueError):
        return None
    return facts


def stored(home: Path) -> list[GraphInfo]:
    """The stored graphs by name, as far as their folders tell: the server is not asked."""
    folder = Folder(home)
    return [
        GraphInfo(name, facts["nodes"], facts["relationships"])
        for name in folder.names()
        if (facts := _facts(folder, name)) is not None
    ]


def loaded_at(home: Path, name: str) -> int | None:
    """When a graph was loaded, in nanoseconds, without asking the server; None where unknown."""
    try:
        return (Folder(home).databases / name / _FACTS).stat().st_mtime_ns
    except OSError:
        return None


def _move_aside(admin: Admin, database: Path, aside: Path) -> None:
    """Close a database and move its folder away.

    A question that comes in between opens it again, and would for ever be answered from what was
    moved: then it is put back and closed once more.

    Raises:
        AdminError: questions come too fast.
    """
    for attempt in range(_OPENINGS):
        with contextlib.suppress(AdminError):  # it is not open
            admin.close(database.name)
        database.rename(aside)
        try:
            admin.open(database.name)
        except AdminError as error:
            if "does not exist" in str(error):
                return
        aside.rename(database)
        time.sleep(0.05 * attempt)
    raise AdminError(f"{database.name} is being asked all the time; load it again later")


def _open(admin: Admin, name: str, staged: str) -> None:
    """Open a database that was just put in its place.

    A question that comes in at that moment opens it too, and of two openings one is refused: what
    counts is that it answers in the end. A connection that ended late may have opened it by the
    name that it had before, which holds its lock.

    Raises:
        AdminError: it does not.
    """
    for attempt in range(_OPENINGS):
        try:
            admin.open(name)
            return
        except AdminError:
            time.sleep(0.1 * (attempt + 1))
            with contextlib.suppress(AdminError):
                admin.size(name)
                return
            for held in (staged, name):
                with contextlib.suppress(AdminError):
                    admin.close(held)
    admin.open(name)
