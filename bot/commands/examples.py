"""`cicerone examples` as it is typed; what its commands do is in `bot.commands.learnt`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from bot.commands.running import Credentials, Graph, run_command, settings_of

examples = typer.Typer(
    help="What was learnt: question/Cypher pairs, to read and approve.", no_args_is_help=True
)

Identifiers = Annotated[
    list[str], typer.Argument(metavar="ID", help="The first digits of each, from list.")
]
Status = Annotated[
    Literal["quarantine", "approved", "refused"] | None,
    typer.Option(help="Only those of this status."),
]


@examples.command("list")
def list_lessons(
    graph: Graph = None, status: Status = None, credentials: Credentials = None
) -> None:
    """List what was learnt on a graph."""
    from bot.commands import learnt  # SQLAlchemy takes a second to import

    run_command(learnt.list_lessons(settings_of(graph, credentials), status))


@examples.command("approve")
def approve(ids: Identifiers, graph: Graph = None, credentials: Credentials = None) -> None:
    """Let pairs serve everybody."""
    from bot.commands import learnt

    run_command(learnt.approve_lessons(settings_of(graph, credentials), ids))


@examples.command("forget")
def forget(ids: Identifiers, graph: Graph = None, credentials: Credentials = None) -> None:
    """Forget pairs for good."""
    from bot.commands import learnt

    run_command(learnt.forget_lessons(settings_of(graph, credentials), ids))


@examples.command("export")
def export(
    path: Annotated[Path | None, typer.Argument(help="A new file; else to the terminal.")] = None,
    graph: Graph = None,
    status: Status = None,
    credentials: Credentials = None,
) -> None:
    """Write pairs as text to review."""
    from bot.commands import learnt

    run_command(learnt.export_lessons(settings_of(graph, credentials), path, status))


@examples.command("import")
def import_(
    path: Annotated[Path, typer.Argument(help="A file as export writes it.")],
    graph: Graph = None,
    credentials: Credentials = None,
) -> None:
    """Take in reviewed pairs, all or none."""
    from bot.commands import learnt

    run_command(learnt.import_lessons(settings_of(graph, credentials), path))


@examples.command("replay")
def replay(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Only these; all by default.")
    ] = None,
    graph: Graph = None,
    credentials: Credentials = None,
) -> None:
    """Run pairs again: what holds is approved, what fails goes back to quarantine."""
    from bot.commands import learnt

    run_command(learnt.replay_lessons(settings_of(graph, credentials), ids or []))
