"""The figures as lines of a table: one wording for the terminal, Markdown and HTML."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.evaluation.summary import CandidateSummary, Figures
from bot.prices import money


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure: its name, what it says, and its text for some figures."""

    name: str
    meaning: str
    text: Callable[[Figures], str]


def percent(value: float | None) -> str:
    """A share of one.

    >>> percent(0.7351), percent(None)
    ('73.5 %', '–')
    """
    return "–" if value is None else f"{100 * value:.1f} %"


def number(value: float | None, digits: int = 2) -> str:
    """A number with so many decimals.

    >>> number(0.5), number(1234.5678, 0)
    ('0.50', '1,235')
    """
    return "–" if value is None else f"{value:,.{digits}f}"


def milliseconds(value: float | None) -> str:
    """A time, in seconds from one second on.

    >>> milliseconds(12.34), milliseconds(3456), milliseconds(None)
    ('12 ms', '3.5 s', '–')
    """
    if value is None:
        return "–"
    return f"{value:.0f} ms" if value < 1000 else f"{value / 1000:.1f} s"


MEASURES = (
    Measure("Strict", "the same rows", lambda f: percent(f.strict)),
    Measure("Lenient", "the same rows, columns aside", lambda f: percent(f.lenient)),
    Measure("Precision", "right among the answered", lambda f: percent(f.precision)),
    Measure("Declined", "questions without Cypher", lambda f: percent(f.declined)),
    Measure("Executable", "Cypher that ran", lambda f: percent(f.executable)),
    Measure("Jaccard", "rows in common", lambda f: number(f.jaccard)),
    Measure("Complete", "share of the gold's rows found", lambda f: number(f.completeness)),
    Measure("Jaro-Winkler", "likeness of the Cypher", lambda f: number(f.jaro_winkler)),
    Measure("Calls", "of the model, a question", lambda f: number(f.calls)),
    Measure("Tokens in", "a question", lambda f: number(f.prompt_tokens, 0)),
    Measure("Tokens out", "a question", lambda f: number(f.completion_tokens, 0)),
    Measure("p50", "time of half the questions", lambda f: milliseconds(f.ms_p50)),
    Measure("p95", "time of 19 questions in 20", lambda f: milliseconds(f.ms_p95)),
)
_RELEVANCY = Measure("Relevancy", "of the answer, by a judge", lambda f: number(f.relevancy))
_MONEY = Measure("Money", "a question", lambda f: money(f.money, f.currency))


def measures(summaries: Sequence[CandidateSummary]) -> list[Measure]:
    """The measures that say something here: relevancy with a judge, money with a price."""
    found = list(MEASURES)
    totals = [summary.total for summary in summaries]
    most = max((len(total.pass_at) for total in totals), default=0)
    if most > 1:
        found[2:2] = [_pass_at(1), _pass_at(most)]
    if any(total.relevancy is not None for total in totals):
        found.append(_RELEVANCY)
    if any(total.money for total in totals):
        found.append(_MONEY)
    if not any(total.calls for total in totals):
        silent = ("Calls", "Tokens in", "Tokens out")
        found = [measure for measure in found if measure.name not in silent]
    return found


def _pass_at(k: int) -> Measure:
    meaning = "right at the first try" if k == 1 else f"right at one of {k} tries"
    return Measure(f"Pass@{k}", meaning, lambda f: percent(f.pass_at.get(k)))
