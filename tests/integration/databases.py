"""Every test of the store runs on an SQLite file and on a PostgreSQL database of its own."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import Connection, Executable

from memory.store import Store
from tests.postgres import Postgres

KINDS = ["sqlite", "postgresql"]


async def written(store: Store, *statements: Executable) -> None:
    """Run statements in one transaction."""

    def run(connection: Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    await store.write(run)


@pytest_asyncio.fixture(params=KINDS)
async def address(
    request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres
) -> AsyncIterator[str]:
    """The address of a database without tables."""
    if request.param == "sqlite":
        yield str(tmp_path / "home" / "cicerone.db")
        return
    async with postgres.database() as url:
        yield url


@pytest_asyncio.fixture(scope="session")
async def prepared_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with tables, to be copied."""
    path = tmp_path_factory.mktemp("prepared") / "cicerone.db"
    await (await Store.open(path)).close()
    return path


@pytest_asyncio.fixture(scope="session")
async def prepared_database(postgres: Postgres) -> AsyncIterator[str]:
    """The name of a PostgreSQL database with tables, to be copied."""
    async with postgres.database() as url:
        await (await Store.open(url)).close()
        yield url.rpartition("/")[2]


@pytest_asyncio.fixture(params=KINDS)
async def store(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    postgres: Postgres,
    prepared_file: Path,
    prepared_database: str,
) -> AsyncIterator[Store]:
    """An open store without rows."""
    if request.param == "sqlite":
        (tmp_path / "home").mkdir(mode=0o700)
        shutil.copy(prepared_file, tmp_path / "home" / "cicerone.db")
        opened = await Store.open(tmp_path / "home")
        yield opened
        await opened.close()
        return
    async with postgres.database(template=prepared_database) as url:
        opened = await Store.open(url)
        yield opened
        await opened.close()
