"""The `cicerone` command: one line for every mistake, never a traceback."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from bot.commands.ask import ask_lines, ask_one
from bot.commands.check import check_lines, check_one
from bot.commands.examples import examples
from bot.commands.graphs import drop_graph, list_graphs, load_graph
from bot.commands.index import build_index
from bot.commands.model import models
from bot.commands.run_by_default import RunByDefault
from bot.commands.running import Credentials, Graph, run_command, settings_of, with_model
from bot.commands.terms import terms
from bot.errors import CiceroneError, UsageError, in_full
from bot.settings import Flow, Settings
from memory.home import keep_to_owner

app = typer.Typer(
    help="Talk to a property graph.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
graphs = typer.Typer(help="The embedded graphs.", no_args_is_help=True)
app.add_typer(graphs, name="graph")
evaluations = typer.Typer(
    cls=RunByDefault, help="Hold answers to questions with gold Cypher.", no_args_is_help=True
)
app.add_typer(evaluations, name="eval")
app.add_typer(examples, name="examples")
app.add_typer(terms, name="terms")
app.add_typer(models, name="model")

Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
FlowOption = Annotated[Flow | None, typer.Option("--flow", help="See CICERONE_FLOW.")]
Engine = Annotated[
    Literal["auto", "offline", "llm"] | None, typer.Option(help="See CICERONE_ENGINE.")
]


@app.command()
def chat(
    port: Annotated[int | None, typer.Option(help="Port, 8000 by default.")] = None,
    graph: Graph = None,
    credentials: Credentials = None,
) -> None:
    """Serve the chat app."""
    from bot.serve import serve  # Chainlit takes a second to import; no other command needs it

    serve(settings_of(graph, credentials, port=port))


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="A question, or - for one a line on stdin.")],
    graph: Graph = None,
    json: Json = False,
    flow: FlowOption = None,
    engine: Engine = None,
    credentials: Credentials = None,
) -> None:
    """Ask one question, or many."""
    settings = settings_of(graph, credentials, flow=flow, engine=engine)
    if question == "-":
        run_command(with_model(settings, lambda s: ask_lines(s, sys.stdin, as_json=json)))
    else:
        run_command(with_model(settings, lambda s: ask_one(s, question, as_json=json)))


@app.command()
def check(
    cypher: Annotated[str, typer.Argument(help="A statement, or - for one a line on stdin.")],
    graph: Graph = None,
    run: Annotated[bool, typer.Option("--run", help="Also run it.")] = False,
    json: Json = False,
    credentials: Credentials = None,
) -> None:
    """Show what the guard makes of a statement."""
    settings = settings_of(graph, credentials)
    if cypher == "-":
        run_command(check_lines(settings, sys.stdin, run=run, as_json=json))
    else:
        run_command(check_one(settings, cypher, run=run, as_json=json))


@app.command()
def describe(
    graph: Graph = None,
    from_old: Annotated[
        bool,
        typer.Option("--from-old", help="Take over terminology.yaml and the approved lessons."),
    ] = False,
    by: Annotated[str, typer.Option(help="Who vouches for those lessons.")] = "",
    lessons: Annotated[
        Path | None, typer.Option(help="A file of lessons; lessons.toml in the home by default.")
    ] = None,
    engine: Engine = None,
    credentials: Credentials = None,
) -> None:
    """Draft the file that describes a graph, or add to it what it lacks."""
    from bot.commands.describe import describe as draft  # for this command only

    settings = settings_of(graph, credentials, engine=engine)
    run_command(draft(settings, from_old=from_old, by=by, lessons=lessons))


@app.command("check-layer")
def check_layer(graph: Graph = None, json: Json = False, credentials: Credentials = None) -> None:
    """Hold the file that describes a graph against the database; 1 where something is wrong."""
    from bot.commands.check_layer import check_layer as hold  # for this command only

    run_command(hold(settings_of(graph, credentials), as_json=json))


@app.command()
def index(graph: Graph = None, credentials: Credentials = None) -> None:
    """Build the schema and value indexes anew."""
    # No model is asked for it, so that none has to be served.
    run_command(with_model(settings_of(graph, credentials, engine="offline"), build_index))


@app.command()
def doctor(graph: Graph = None, credentials: Credentials = None) -> None:
    """Check every part, and say what to do about each that fails."""
    from bot.commands.doctor import run_doctor

    run_command(run_doctor(settings_of(graph, credentials)))


@app.command()
def password(name: Annotated[str, typer.Argument(help="Who will sign in.")]) -> None:
    """Make a line for the password file of CICERONE_AUTH."""
    from memory.people import hash_password

    # Standard output is the line alone: it is redirected into the file.
    secret = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    typer.echo(f"{name}:{hash_password(secret)}")


@app.command()
def unlock(
    who: Annotated[
        str | None, typer.Argument(help="An address or a name; without one, list them.")
    ] = None,
) -> None:
    """Let an address or a name sign in again that wrong passwords locked out."""
    from bot.commands.unlock import unlock as lift

    run_command(lift(settings_of(None, None), who))


@app.command()
def forget(
    who: Annotated[
        str, typer.Argument(help="The name they sign in with, slack_EMAIL or teams_ID.")
    ],
) -> None:
    """Forget all that is kept of a person."""
    from bot.commands.forget import forget_person  # Chainlit takes a second to import

    run_command(forget_person(settings_of(None, None), who))


@evaluations.command("run", hidden=True, epilog="See also: cicerone eval suggest --help")
def evaluate(
    questions: Annotated[
        Path, typer.Argument(help="Questions with gold Cypher: .toml, .csv, .jsonl or .json.")
    ],
    graph: Graph = None,
    engine: Engine = None,
    flow: FlowOption = None,
    model: Annotated[str | None, typer.Option(help="See CICERONE_MODEL.")] = None,
    compare: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LIST",
            help="Candidates side by side, with commas: an engine, its flow and model, such as "
            "offline, llm/naive, auto/check@gpt-4.1, or without a part, auto/check-links (slice, "
            "links, examples, repair, parser); langchain, graphrag; or recorded@MODEL, the Cypher "
            "that the file recorded.",
        ),
    ] = None,
    type_: Annotated[
        list[str] | None, typer.Option("--type", help="Only questions of this type; repeatable.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="So many, drawn at random.")] = None,
    seed: Annotated[int, typer.Option(help="What the draw starts from.")] = 0,
    stable_only: Annotated[
        bool, typer.Option("--stable-only", help="Only gold that does not hang on chance.")
    ] = False,
    runs: Annotated[int, typer.Option(min=1, max=100, help="Ask everything so often.")] = 1,
    temperature: Annotated[float, typer.Option(min=0, max=2, help="The model's.")] = 0.0,
    judge: Annotated[
        bool, typer.Option("--judge", help="Have a model grade the answers' relevancy.")
    ] = False,
    judge_model: Annotated[
        str | None, typer.Option(help="The model that grades; CICERONE_MODEL by default.")
    ] = None,
    cache: Annotated[
        Path | None, typer.Option(help="Folder that keeps the model's replies by prompt.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder of results and reports; the next start goes on.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Don't go on; start over.")] = False,
    max_rows: Annotated[int, typer.Option(min=1, help="Rows judged at most.")] = 10_000,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, not a table.")] = False,
    credentials: Credentials = None,
) -> None:
    """Ask questions with gold Cypher, and tell how many answers are right, and what they cost."""
    from bot.commands.evaluate import planned, run_evaluation  # for this command only

    settings = settings_of(graph, credentials, engine=engine, flow=flow, model=model)

    async def evaluated(found: Settings) -> int:
        plan = planned(
            found,
            questions,
            compare=compare or [],
            types=type_ or [],
            limit=limit,
            seed=seed,
            stable_only=stable_only,
            runs=runs,
            temperature=temperature,
            judge=(judge_model or found.model) if judge or judge_model else None,
            cache=cache,
            out=out,
            fresh=fresh,
            max_rows=max_rows,
        )
        return await run_evaluation(found, plan, as_json=json)

    run_command(with_model(settings, evaluated))


@evaluations.command("suggest")
def suggest(
    graph: Graph = None,
    count: Annotated[int, typer.Option("-n", min=1, max=10_000, help="So many questions.")] = 200,
    out: Annotated[
        Path | None, typer.Option(help="The file, GRAPH-questions.toml by default.")
    ] = None,
    review: Annotated[
        bool | None,
        typer.Option("--review/--no-review", help="One by one; by default at a terminal."),
    ] = None,
    chat: Annotated[
        bool, typer.Option("--chat/--no-chat", help="Also answers that people rated in the chat.")
    ] = True,
    seed: Annotated[int, typer.Option(help="Another seed, other questions.")] = 0,
    engine: Engine = None,
    credentials: Credentials = None,
) -> None:
    """Draft a question set for a graph, each question proven to return rows, and review it."""
    from bot.commands.suggest import run_suggest  # for this command only

    settings = settings_of(graph, credentials, engine=engine)

    async def suggested(found: Settings) -> int:
        return await run_suggest(
            found, count=count, out=out, reviewing=review, chat=chat, seed=seed
        )

    run_command(with_model(settings, suggested))


@graphs.command("load")
def load(
    path: Annotated[Path, typer.Argument(help="Graph JSON (also .gz) or a .cypher file.")],
    name: Annotated[str | None, typer.Option(help="The file's stem by default.")] = None,
) -> None:
    """Load a file into the embedded database, all or nothing."""
    run_command(load_graph(settings_of(None, None), path, name))


@graphs.command("list")
def list_() -> None:
    """List the embedded graphs."""
    run_command(list_graphs(settings_of(None, None)))


@graphs.command("drop")
def drop(name: Annotated[str, typer.Argument(help="Graph to delete.")]) -> None:
    """Delete an embedded graph."""
    run_command(drop_graph(settings_of(None, None), name))


def main() -> None:
    """Entry point: errors become one line and the exit code of the contract."""
    keep_to_owner()
    try:
        app()
    except UsageError as error:
        _fail(error, 2)
    except CiceroneError as error:
        _fail(error, 3)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


def _fail(error: CiceroneError, code: int) -> None:
    print(f"cicerone: {in_full(error)}", file=sys.stderr)
    sys.exit(code)
