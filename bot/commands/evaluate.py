"""`cicerone eval`: hold answers to gold Cypher, with progress, and write the reports."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)

from bot.errors import UsageError
from bot.evaluation.evaluate import Evaluator, Plan, Step
from bot.evaluation.questions import read_questions
from bot.evaluation.report_json import report_json
from bot.evaluation.reports import write_reports
from bot.evaluation.specs import read_specs
from bot.evaluation.terminal import print_evaluation
from bot.prices import read_prices
from bot.settings import Settings


def planned(
    settings: Settings,
    path: Path,
    *,
    compare: Sequence[str],
    types: Sequence[str],
    limit: int | None,
    seed: int,
    stable_only: bool,
    judge: str | None,
    **options: Any,
) -> Plan:
    """What the options ask for, with the questions read.

    Raises:
        UsageError: an option or the file of questions cannot be used.
    """
    questions = read_questions(path).choose(
        types=types, stable_only=stable_only, limit=limit, seed=seed
    )
    if judge and not settings.has_model:
        raise UsageError("--judge needs a language model; set OPENAI_API_KEY or OPENAI_BASE_URL.")
    specs = read_specs(compare, settings)
    return Plan(
        questions,
        specs,
        judge=judge,
        prices=read_prices(settings.prices, settings.currency),
        **options,
    )


async def run_evaluation(settings: Settings, plan: Plan, *, as_json: bool) -> int:
    """Measure, print the figures, and write the reports where a folder is named.

    Raises:
        UsageError: none of the questions has gold that can be used.
        CiceroneError: a part is unreachable, or something named does not exist.
    """
    told = Console(stderr=True)

    def notify(sentence: str) -> None:
        told.print(escape(sentence), highlight=False, soft_wrap=True)

    evaluator: Evaluator | None = None
    try:
        with _bar(told) as show:
            evaluator = Evaluator(settings, plan, show, notify)
            await evaluator.run()
    except asyncio.CancelledError:
        if evaluator is not None:
            _tell_stopped(evaluator, plan, notify)
        raise
    found = evaluator.evaluation()
    if as_json:
        print(report_json(found))
    else:
        print_evaluation(found, Console(highlight=False))
    if plan.out is not None:
        page = write_reports(found, plan.out)
        notify(f"The report is in {page}.")
    if not found.records and found.unusable:
        raise UsageError("Nothing was measured: no gold of these questions could be used.")
    return 0


def _tell_stopped(evaluator: Evaluator, plan: Plan, notify: Callable[[str], None]) -> None:
    done, total = evaluator.progress
    if plan.out is not None and done:
        write_reports(evaluator.evaluation(), plan.out)
        notify(f"Stopped at {done:,} of {total:,}; the same command goes on from there.")
    else:
        notify("Stopped; with --out DIR it could go on from here.")


@contextmanager
def _bar(console: Console) -> Iterator[Callable[[Step], None]]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[right]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        tasks: dict[str, TaskID] = {}

        def show(step: Step) -> None:
            name = escape(step.candidate) or "gold"
            if name not in tasks:
                tasks[name] = bar.add_task(name, total=step.total, right="")
            right = f"{100 * step.right / step.done:.0f} % right" if step.candidate else ""
            bar.update(tasks[name], completed=step.done, right=right)

        yield show
