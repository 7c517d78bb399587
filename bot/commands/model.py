"""`cicerone model` as it is typed; what its commands do is in modules of their own."""

from __future__ import annotations

from typing import Annotated

import typer

from bot.commands.running import Credentials, Graph, run_command, settings_of, with_model

models = typer.Typer(help="Models in the house.", no_args_is_help=True)


@models.command("list")
def list_models() -> None:
    """List models that can be fetched, with their sizes."""
    from bot.commands.model_files import list_models as listed

    run_command(listed(settings_of(None, None)))


@models.command("get")
def get(
    name: Annotated[str, typer.Argument(help="A name of the list, or OWNER/REPOSITORY/FILE.gguf.")],
) -> None:
    """Fetch a model, or go on fetching it, and print the line that sets it."""
    from bot.commands.model_files import get_model  # httpx takes a moment to import

    run_command(get_model(settings_of(None, None), name))


@models.command("check")
def check(graph: Graph = None, credentials: Credentials = None) -> None:
    """Ask the model that is set twenty questions of the graph and ten follow-ups, in each way."""
    from bot.commands.model_check import run_check  # everything is opened for it

    run_command(with_model(settings_of(graph, credentials), run_check))
