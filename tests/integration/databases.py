"""Every test of the store runs on an empty SQLite file and on an empty PostgreSQL database."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from memory.store import Store
from tests.postgres import Postgres, postgres

__all__ = ["address", "postgres", "store"]


@pytest_asyncio.fixture(params=["sqlite", "postgresql"])
async def address(
    request: pytest.FixtureRequest, tmp_path: Path, postgres: Postgres
) -> AsyncIterator[str]:
    if request.param == "sqlite":
        yield str(tmp_path / "home" / "cicerone.db")
        return
    async with postgres.database() as url:
        yield url


@pytest_asyncio.fixture
async def store(address: str) -> AsyncIterator[Store]:
    opened = await Store.open(address)
    yield opened
    await opened.close()
