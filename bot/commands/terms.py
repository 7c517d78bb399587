"""`cicerone terms` as it is typed; what its commands do is in `bot.commands.learnt_terms`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.commands.running import Credentials, Graph, run_command, settings_of

terms = typer.Typer(help="What people said words mean, to read and approve.", no_args_is_help=True)

Identifiers = Annotated[
    list[str], typer.Argument(metavar="ID", help="The first digits of each, from list.")
]


@terms.command("list")
def list_terms(graph: Graph = None, credentials: Credentials = None) -> None:
    """List what words mean on a graph, and for whom."""
    from bot.commands import learnt_terms  # SQLAlchemy takes a second to import

    run_command(learnt_terms.list_terms(settings_of(graph, credentials)))


@terms.command("approve")
def approve(ids: Identifiers, graph: Graph = None, credentials: Credentials = None) -> None:
    """Let meanings hold for everybody."""
    from bot.commands import learnt_terms

    run_command(learnt_terms.approve_terms(settings_of(graph, credentials), ids))


@terms.command("forget")
def forget(ids: Identifiers, graph: Graph = None, credentials: Credentials = None) -> None:
    """Forget meanings for good, whoever taught them."""
    from bot.commands import learnt_terms

    run_command(learnt_terms.forget_terms(settings_of(graph, credentials), ids))


@terms.command("export")
def export(
    path: Annotated[Path | None, typer.Argument(help="A new file; else to the terminal.")] = None,
    graph: Graph = None,
    credentials: Credentials = None,
) -> None:
    """Write lines for terminology.yaml; what holds for some alone is commented out."""
    from bot.commands import learnt_terms

    run_command(learnt_terms.export_terms(settings_of(graph, credentials), path))
