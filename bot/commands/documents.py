"""`cicerone documents`: from documents to a graph; the one command that writes into one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.commands.running import run_command, settings_of, with_model
from bot.settings import Settings

documents = typer.Typer(
    help="From documents to a graph: text, Markdown, HTML, PDF, Word, e-mail.",
    no_args_is_help=True,
)
Graph = Annotated[
    str | None,
    typer.Option("--graph", help="The embedded graph; else the Neo4j of CICERONE_INGEST_URI."),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Don't ask before a model is paid for.")]
NoModel = Annotated[bool, typer.Option("--no-model", help="Read by lists and patterns alone.")]


def _settings(graph: str | None, *, no_model: bool = False) -> Settings:
    return settings_of(graph, None, engine="offline" if no_model else None)


@documents.command("add")
def add(
    paths: Annotated[list[str], typer.Argument(help="Files, folders or globs.")],
    graph: Graph = None,
    schema: Annotated[
        Path | None, typer.Option(help="What to look for; the graph's last one by default.")
    ] = None,
    yes: Yes = False,
    no_model: NoModel = False,
) -> None:
    """Read documents into a graph; what has not changed is not read again."""
    from bot.commands.documents_run import add_documents  # for this command only

    settings = _settings(graph, no_model=no_model)
    run_command(with_model(settings, lambda s: add_documents(s, paths, schema, yes=yes)))


@documents.command("sample")
def sample(
    graph: Annotated[str, typer.Option("--graph", help="The graph to make.")] = "reports",
    to: Annotated[
        Path | None, typer.Option(help="Folder for the files; in the home folder by default.")
    ] = None,
) -> None:
    """Read three short made-up reports and their schema into a graph, without a model."""
    from bot.commands.documents_run import add_sample

    run_command(add_sample(_settings(graph, no_model=True), to))


@documents.command("schema")
def schema(
    paths: Annotated[list[str], typer.Argument(help="Some of the documents.")],
    graph: Graph = None,
    out: Annotated[Path, typer.Option(help="The file to make.")] = Path("schema.yaml"),
    yes: Yes = False,
    no_model: NoModel = False,
) -> None:
    """Draft a schema from a sample of the texts and the graph there is; overwrites nothing."""
    from bot.commands.documents_schema import draft_schema

    settings = _settings(graph, no_model=no_model)
    run_command(with_model(settings, lambda s: draft_schema(s, paths, out, yes=yes)))


@documents.command("list")
def list_(graph: Graph = None) -> None:
    """List the documents of a graph."""
    from bot.commands.documents_run import list_documents

    run_command(list_documents(_settings(graph)))


@documents.command("remove")
def remove(
    names: Annotated[list[str], typer.Argument(help="Names, as `documents list` has them.")],
    graph: Graph = None,
) -> None:
    """Remove documents, and what only they say."""
    from bot.commands.documents_run import remove_documents

    run_command(remove_documents(_settings(graph), names))


@documents.command("status")
def status(graph: Graph = None) -> None:
    """Tell how much was read, what failed, what was dropped and what is still to be decided."""
    from bot.commands.documents_run import tell_status

    run_command(tell_status(_settings(graph)))


@documents.command("review")
def review(
    graph: Graph = None,
    merges: Annotated[
        bool, typer.Option("--merges", help="List what was merged, and why.")
    ] = False,
    undo: Annotated[
        list[int] | None, typer.Option(help="Take a merge back, by its number; repeatable.")
    ] = None,
) -> None:
    """Decide which names are of one thing, or see and undo what was decided."""
    from bot.commands.documents_review import review_merges

    run_command(review_merges(_settings(graph), listing=merges, undo=undo or []))
