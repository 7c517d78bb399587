"""What every command does first and last: reads its settings, runs, ends with its exit code."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.logs import start_logging
from bot.settings import Settings, load_settings
from memory.home import make_private

Graph = Annotated[str | None, typer.Option("--graph", help="Embedded graph to ask.")]
Credentials = Annotated[
    Path | None, typer.Option(help="The Neo4j-….txt file that Aura gives.", show_default=False)
]


def settings_of(graph: str | None, credentials: Path | None, **options: Any) -> Settings:
    """The settings of this process; what is given on the command line wins.

    Raises:
        UsageError: one of them cannot be used.
    """
    found: dict[str, Any] = {}
    if credentials:
        from bot.graph.credentials import read_credentials

        found = dict(read_credentials(credentials))
    settings = load_settings(**found, graph=graph, **options)
    start_logging(settings)
    if settings.folder.is_dir():
        with suppress(OSError):  # whoever writes there says that it cannot be written
            make_private(settings.folder)
    return settings


def run_command(work: Coroutine[Any, Any, int]) -> None:
    """Run a command to its end; what it returns is the exit code."""
    code = asyncio.run(work)
    if code:
        raise typer.Exit(code)
