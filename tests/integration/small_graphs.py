"""A small graph of a test's own in an embedded database, and a scripted model beside it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.graph.graph_json import from_json
from bot.graph.server import EmbeddedServer
from bot.settings import load_settings
from tests.scripted_model import Script, scripted_model


@asynccontextmanager
async def opened_with_model(
    home: Path, graph: Mapping[str, Any], **settings: object
) -> AsyncIterator[tuple[Cicerone, Script]]:
    """The application over `graph` (nodes and rels, as files have them), and its model."""
    async with EmbeddedServer(home, memory_mb=256, statement_seconds=10) as server:
        await server.load(from_json(graph), "small")
        with scripted_model() as script:
            here = load_settings(home=home, graph="small", openai_base_url=script.url, **settings)
            async with open_cicerone(here, conversations=InProcess()) as opened:
                yield opened, script
