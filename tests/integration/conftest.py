"""Fixtures of the integration tests; most have a module of their own beside this one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.settings import load_settings
from tests.integration.chats import ada, eve, files, threads
from tests.integration.databases import address, prepared_database, prepared_file, store
from tests.postgres import postgres

__all__ = [
    "ada",
    "address",
    "eve",
    "files",
    "postgres",
    "prepared_database",
    "prepared_file",
    "store",
    "threads",
]


@pytest_asyncio.fixture(scope="module")
async def opened(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cicerone]:
    """The sample graph, without a model."""
    settings = load_settings(home=tmp_path_factory.mktemp("home"), graph="films")
    async with open_cicerone(settings, conversations=InProcess()) as cicerone:
        yield cicerone
