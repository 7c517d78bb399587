"""What every command does first and last: reads its settings, runs, ends with its exit code."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.bootstrap import model_in_house
from bot.logs import start_logging
from bot.settings import Settings, load_settings
from memory.home import make_private

Graph = Annotated[str | None, typer.Option("--graph", help="Graph to ask; see CICERONE_GRAPH.")]
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


async def with_model(settings: Settings, work: Callable[[Settings], Awaitable[int]]) -> int:
    """Do the work of a command while its model in the house, where it has one, is there.

    Raises:
        CiceroneError: that model cannot be served, or the work fails.
    """
    async with model_in_house(settings, tell) as found:
        return await work(found)


def tell(sentence: str) -> None:
    """Say something beside what the command prints."""
    print(f"cicerone: {sentence}", file=sys.stderr, flush=True)


def run_command(work: Coroutine[Any, Any, int]) -> None:
    """Run a command to its end; what it returns is the exit code."""
    code = asyncio.run(work)
    if code:
        raise typer.Exit(code)
