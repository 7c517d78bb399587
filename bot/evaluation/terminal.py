"""The figures on a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bot.evaluation.evaluate import Evaluation
from bot.evaluation.summary import CandidateSummary, Figures
from bot.evaluation.table import measures, percent
from memory.text import several

_EXPLAINED = 2


def print_evaluation(found: Evaluation, console: Console) -> None:
    """Print the figures of each candidate, and by type where there are several."""
    if found.candidates:
        _print_figures(found, console)
    if found.unusable:
        question, reason = found.unusable[0]
        console.print(
            Text(
                f"{several(len(found.unusable), 'question')} could not be used; the gold of "
                f"“{question.question}” does not run: {reason}"
            )
        )


def _print_figures(found: Evaluation, console: Console) -> None:
    columns = measures(found.candidates)
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("")
    for candidate in found.candidates:
        table.add_column(Text(candidate.name), justify="right", overflow="fold")
    explained = len(found.candidates) <= _EXPLAINED
    table.add_row(Text("Questions"), *(Text(f"{c.total.questions:,}") for c in found.candidates))
    for measure in columns:
        cells = (Text(measure.text(candidate.total)) for candidate in found.candidates)
        meaning = [Text(measure.meaning, style="dim")] if explained else []
        table.add_row(Text(measure.name), *cells, *meaning)
    console.print(table)
    if any(len(candidate.by_type) > 1 for candidate in found.candidates):
        console.print(_by_type(found.candidates))


def _by_type(candidates: tuple[CandidateSummary, ...]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False, title_justify="left")
    table.add_column("Lenient by type")
    for candidate in candidates:
        table.add_column(Text(candidate.name), justify="right", overflow="fold")
    for name in dict.fromkeys(name for each in candidates for name in each.by_type):
        cells = (Text(_cell(each.by_type.get(name))) for each in candidates)
        table.add_row(Text(name), *cells)
    return table


def _cell(figures: Figures | None) -> str:
    return f"{percent(figures.lenient)} of {figures.questions:,}" if figures else "–"
