"""What the results come to: figures of each candidate, over all, by type, run and writer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.evaluation.metrics import mcnemar, mean, pass_at_k, percentile, share, spread, wilson
from bot.evaluation.records import Record
from bot.prices import Price

UNTYPED = "other"


@dataclass(frozen=True, slots=True)
class Figures:
    """The measures over some results of one candidate; shares are 0 to 1, None of nothing.

    `executable` is the share of statements that ran, of those that were written; `precision` the
    share of right answers (lenient) among the questions not declined. `lenient_interval` is the
    95 % interval of lenient accuracy over the questions. Calls, tokens, `money` and milliseconds
    are means a question; `currency` is that of the price.
    """

    results: int
    questions: int
    strict: float | None
    lenient: float | None
    lenient_interval: tuple[float, float] | None
    pass_at: dict[int, float]
    jaccard: float | None
    completeness: float | None
    jaro_winkler: float | None
    relevancy: float | None
    executable: float | None
    declined: float | None
    answered: int
    precision: float | None
    calls: float | None
    prompt_tokens: float | None
    completion_tokens: float | None
    money: float | None
    ms_mean: float | None
    ms_p50: float | None
    ms_p95: float | None
    steps_ms: dict[str, float]
    outcomes: dict[str, int]
    currency: str = ""


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean and standard deviation of a measure over the runs."""

    mean: float | None
    deviation: float | None


@dataclass(frozen=True, slots=True)
class CandidateSummary:
    """All figures of one candidate; `money_total` is what the whole evaluation of it costs."""

    name: str
    total: Figures
    by_type: dict[str, Figures]
    by_run: dict[int, Figures]
    by_writer: dict[str, Figures]
    spread: dict[str, Spread]
    money_total: float | None
    replies: int
    cached: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two candidates on the same questions (first run): `chance` is McNemar's exact test."""

    first: str
    second: str
    both: int
    only_first: int
    only_second: int
    neither: int
    chance: float


def summarise(name: str, records: Sequence[Record], price: Price | None) -> CandidateSummary:
    """The figures of one candidate's results."""

    def grouped(of: Callable[[Record], str]) -> dict[str, Figures]:
        groups: dict[str, list[Record]] = {}
        for record in records:
            groups.setdefault(of(record), []).append(record)
        return {group: figures(groups[group], price) for group in sorted(groups)}

    runs = sorted({record.run for record in records})
    by_run = {run: figures([r for r in records if r.run == run], price) for run in runs}
    measures = (
        "strict",
        "lenient",
        "jaccard",
        "completeness",
        "jaro_winkler",
        "precision",
        "ms_mean",
    )
    spreads = {}
    for measure in measures:
        values = [v for f in by_run.values() if (v := getattr(f, measure)) is not None]
        spreads[measure] = Spread(mean(values), spread(values))
    total = figures(records, price)
    return CandidateSummary(
        name=name,
        total=total,
        by_type=grouped(lambda record: record.type or UNTYPED),
        by_run=by_run,
        by_writer=grouped(lambda record: record.engine or "none"),
        spread=spreads,
        money_total=total.money * len(records) if total.money is not None else None,
        replies=sum(record.replies for record in records),
        cached=sum(record.cached for record in records),
    )


def figures(records: Sequence[Record], price: Price | None) -> Figures:
    """The measures over some results of one candidate."""
    wrote = [record for record in records if record.cypher is not None]
    ran = sum(record.row_count is not None for record in wrote)
    lenient = sum(record.lenient for record in records)
    questions = len({record.key for record in records})
    times = [record.ms for record in records]
    rate = lenient / len(records) if records else 0.0
    used_model = any(record.calls for record in records)
    money = [price.of(r.prompt_tokens, r.completion_tokens) for r in records] if price else None
    return Figures(
        results=len(records),
        questions=questions,
        strict=share(sum(record.strict for record in records), len(records)),
        lenient=share(lenient, len(records)),
        lenient_interval=wilson(round(rate * questions), questions),
        pass_at=_pass_at(records),
        jaccard=mean([record.jaccard for record in records]),
        completeness=mean([r.completeness for r in records if r.completeness is not None]),
        jaro_winkler=mean([r.jaro_winkler for r in records if r.jaro_winkler is not None]),
        relevancy=mean([r.relevancy for r in records if r.relevancy is not None]),
        executable=share(ran, len(wrote)),
        declined=share(len(records) - len(wrote), len(records)),
        answered=len(wrote),
        precision=share(lenient, len(wrote)),
        calls=mean([record.calls for record in records]),
        prompt_tokens=mean([record.prompt_tokens for record in records]),
        completion_tokens=mean([record.completion_tokens for record in records]),
        money=(mean(money) if money else 0.0) if money or not used_model else None,
        ms_mean=mean(times),
        ms_p50=percentile(times, 50),
        ms_p95=percentile(times, 95),
        steps_ms=_steps(records),
        outcomes=dict(Counter(record.outcome for record in records)),
        currency=price.currency if price else "",
    )


def pairings(records: Sequence[Record], names: Sequence[str]) -> list[Pairing]:
    """Every two candidates on the questions that both were asked, by lenient accuracy."""
    right = {
        name: {r.key: r.lenient for r in records if (r.candidate, r.run) == (name, 0)}
        for name in names
    }
    found = []
    for first, second in combinations(names, 2):
        shared = right[first].keys() & right[second].keys()
        counts = Counter((right[first][key], right[second][key]) for key in shared)
        only_first, only_second = counts[(True, False)], counts[(False, True)]
        found.append(
            Pairing(
                first,
                second,
                counts[(True, True)],
                only_first,
                only_second,
                counts[(False, False)],
                mcnemar(only_first, only_second),
            )
        )
    return found


def _pass_at(records: Sequence[Record]) -> dict[int, float]:
    """Pass@1 to Pass@n by lenient accuracy, n being the runs that every question has."""
    tried: Counter[str] = Counter(record.key for record in records)
    right: Counter[str] = Counter(record.key for record in records if record.lenient)
    most = min(tried.values(), default=0)
    return {
        k: sum(pass_at_k(tried[key], right[key], k) for key in tried) / len(tried)
        for k in range(1, most + 1)
    }


def _steps(records: Sequence[Record]) -> dict[str, float]:
    """Mean milliseconds a question of each step, in the order in which they came."""
    names = dict.fromkeys(name for record in records for name in record.steps)
    return {name: sum(r.steps.get(name, 0.0) for r in records) / len(records) for name in names}
