"""The figures as Markdown, to be put into a guide or a pull request."""

from __future__ import annotations

from collections.abc import Sequence

from bot.evaluation.evaluate import Evaluation
from bot.evaluation.summary import CandidateSummary
from bot.evaluation.table import measures, percent
from memory.text import several

_TERMS = (
    (
        "Strict",
        "Execution accuracy: the same multiset of rows, a row being the multiset of its values; a "
        "node or relationship counts as its property values. Names and order of columns never "
        "matter, the order of rows only where the question asks for one. Where the gold repeats a "
        "row, both sides are compared as sets.",
    ),
    (
        "Lenient",
        "As many rows, which pair one to one so that in each pair one row's values contain the "
        "other's, nulls aside: the gold returned a node and the answer its name, or one column "
        "more. Precision, Pass@k and the charts go by it.",
    ),
    ("Precision", "Right answers among the questions that were not declined."),
    ("Declined", "Questions for which no Cypher was written."),
    ("Executable", "Statements that ran, among those written."),
    (
        "Pass@k",
        "The chance that one of k runs is right, by the unbiased estimator of Chen et al., 2021.",
    ),
    ("Jaccard", "Rows that both have, as a share of the rows that either has; nought if declined."),
    ("Complete", "Share of the gold's rows that are in the answer; what it has beyond is let be."),
    ("Jaro-Winkler", "Likeness of the Cypher as text, where some was written (Winkler, 1990)."),
    ("Relevancy", "A model's grade of how far the answer answers the question, 0 to 1."),
    ("p50, p95", "The time that half, and 95 %, of the questions keep within."),
)


def terms() -> Sequence[tuple[str, str]]:
    """Each measure with what it means."""
    return _TERMS


def about_line(found: Evaluation) -> str:
    """What was measured, how often, and when, in a line."""
    about = found.about
    questions = max((each.total.questions for each in found.candidates), default=0)
    runs = about.get("runs", 1)
    often = "one run" if runs == 1 else f"{runs} runs"
    line = (
        f"{several(questions, 'question')} of {about.get('questions', '')}, {often} at temperature "
        f"{about.get('temperature', 0):g}, Cicerone {about.get('version', '')}, "
        f"{str(about.get('when', ''))[:10]}."
    )
    replies = sum(each.replies for each in found.candidates)
    cached = sum(each.cached for each in found.candidates)
    if cached:
        line += (
            f" {cached:,} of {replies:,} replies of the model came from the cache; the times "
            "include what those took at first."
        )
    if about.get("judge"):
        line += f" Relevancy is graded by {about['judge']}."
    return line


def by_writer(found: Evaluation) -> list[list[str]]:
    """Candidate, writer, its share of the questions and its precision, where several wrote."""
    lines = []
    for each in found.candidates:
        writers = {name: f for name, f in each.by_writer.items() if f.answered}
        for name, figures in writers.items() if len(writers) > 1 else ():
            share = percent(figures.results / each.total.results)
            lines.append([each.name, name, share, percent(figures.precision)])
    return lines


def report_markdown(found: Evaluation) -> str:
    """The figures as tables: in all, by type, and by run where there are several."""
    candidates = found.candidates
    names = [each.name for each in candidates]
    measured = [
        [measure.name, *(measure.text(each.total) for each in candidates)]
        for measure in measures(candidates)
    ]
    title = f"# Evaluation of {found.about.get('graph', '')}"
    parts = [title, about_line(found), _table(["", *names], measured)]
    if by_type := _by_type(candidates):
        heads = ["type", "questions", *names]
        parts += ["## Lenient accuracy by type", _table(heads, by_type)]
    if written := by_writer(found):
        heads = ["candidate", "written by", "questions", "precision"]
        parts += ["## By writer", _table(heads, written)]
    if any(len(each.by_run) > 1 for each in candidates):
        runs = [f"run {run + 1}" for run in candidates[0].by_run]
        heads = ["candidate", *runs, "mean", "standard deviation"]
        parts += [
            "## Lenient accuracy by run",
            _table(heads, [_by_run(each) for each in candidates]),
        ]
    if found.pairings:
        heads = ["first", "second", "both right", "only first", "only second", "by chance"]
        rows = [
            [p.first, p.second, *map(str, (p.both, p.only_first, p.only_second)), f"{p.chance:.3f}"]
            for p in found.pairings
        ]
        parts += ["## One against the other", _table(heads, rows)]
    if found.unusable:
        count = several(len(found.unusable), "question")
        parts.append(f"Left out, as their gold could not be used: {count}.")
    return "\n\n".join(parts)


def _by_type(candidates: Sequence[CandidateSummary]) -> list[list[str]]:
    """Each type with its questions and everybody's share; nothing where all are of one type."""
    types = dict.fromkeys(name for each in candidates for name in each.by_type)
    rows = []
    for name in types if len(types) > 1 else ():
        of_type = [each.by_type.get(name) for each in candidates]
        asked = max(figures.questions for figures in of_type if figures is not None)
        shares = [figures.lenient if figures is not None else None for figures in of_type]
        rows.append([name, f"{asked:,}", *map(percent, shares)])
    return rows


def _by_run(each: CandidateSummary) -> list[str]:
    """A candidate's share in each run, their mean and how far they lie apart."""
    spread = each.spread["lenient"]
    runs = [percent(figures.lenient) for figures in each.by_run.values()]
    return [each.name, *runs, percent(spread.mean), percent(spread.deviation)]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [heads, ["---", *("---:" for _ in heads[1:])], *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(text: str) -> str:
    r"""Text that stays inside of its cell.

    >>> _cell("a|b\n<i>")
    'a\\|b &lt;i&gt;'
    """
    plain = " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|")
    return plain.replace("<", "&lt;").replace(">", "&gt;")
