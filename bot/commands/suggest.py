"""`cicerone eval suggest`: drafts a question set for a graph, and reviews it."""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

from bot.bootstrap import open_graph
from bot.errors import UsageError
from bot.evaluation.suggest.drafts_file import Draft, read_drafts, write_drafts
from bot.evaluation.suggest.prove import Prover
from bot.evaluation.suggest.review import review
from bot.evaluation.suggest.suggest import suggest
from bot.evaluation.suggest.terminal_reviewer import TerminalReviewer
from bot.models.opening import open_model
from bot.settings import Settings
from memory.store import Store
from memory.text import several


async def run_suggest(
    settings: Settings,
    *,
    count: int,
    out: Path | None,
    reviewing: bool | None,
    chat: bool,
    seed: int,
) -> int:
    """Draft a file, or go on with one, and review it at a terminal.

    Args:
        settings: The graph, the store, and the model that words the questions.
        count: So many drafts.
        out: The file; named after the graph by default.
        reviewing: Whether to review; None reviews where there is a terminal.
        chat: Whether to draft rated answers of the chat, too.
        seed: Another seed, other pairs.

    Raises:
        UsageError: the file is there already, or a review has no terminal.
    """
    path = out or Path(f"{settings.graph_name}-questions.toml")
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if reviewing and not terminal:
        raise UsageError("--review needs a terminal; without it the drafts are written to review.")
    if path.suffix.lower() != ".toml":
        raise UsageError(f"{path} cannot be the file of drafts: it has to end in .toml.")
    if path.exists() and not (reviewing or (terminal and reviewing is None)):
        raise UsageError(f"{path} is there already; review it with --review, or name another.")
    async with AsyncExitStack() as stack:
        graph = await stack.enter_async_context(open_graph(settings))
        prover = Prover(graph, await graph.schema())
        if path.exists():
            drafts = read_drafts(path)
        else:
            drafts = await _drafted(settings, prover, stack, count, chat, seed)
            write_drafts(path, drafts, settings.graph_name)
            print(_told(drafts, path, count))
        if reviewing is not False and terminal:
            done = await review(drafts, path, settings.graph_name, prover, TerminalReviewer())
            print(f"\n{done.accepted} accepted, {done.dropped} dropped, {done.left} left: {path}")
    return 0


async def _drafted(
    settings: Settings, prover: Prover, stack: AsyncExitStack, count: int, chat: bool, seed: int
) -> list[Draft]:
    store = None
    if chat:
        store = await Store.open(settings.database_url or settings.folder)
        stack.push_async_callback(store.close)
    model = None
    if settings.has_model and settings.engine != "offline":
        model = open_model(settings)
        stack.push_async_callback(model.close)
    drafts = await suggest(
        prover,
        count,
        seed=seed,
        store=store,
        graph=settings.graph_key,
        model=model,
        progress=lambda done: _progress(f"\r{done:,} of {count:,} drafted"),
        say=lambda text: print(f"cicerone: {text}", file=sys.stderr),
    )
    _progress("\r\033[K")
    if not drafts:
        raise UsageError(
            f"No question could be drafted for {settings.graph_name}: it needs nodes with a name."
        )
    return drafts


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(text, end="", file=sys.stderr, flush=True)


def _told(drafts: list[Draft], path: Path, count: int) -> str:
    sources = Counter(draft.source for draft in drafts)
    types = len({draft.question.type for draft in drafts})
    told = ", ".join(f"{number:,} from {source}" for source, number in sources.most_common())
    fewer = "" if len(drafts) >= count else f" (of {count:,} asked for: the schema gives no more)"
    return f"{several(len(drafts), 'question')} of {several(types, 'type')}{fewer}, {told}: {path}"
