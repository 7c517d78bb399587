"""Charts of an evaluation as inline SVG: lengths in per cent, so that text keeps its size."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise

from bot.evaluation.metrics import percentile
from bot.evaluation.summary import CandidateSummary
from bot.evaluation.table import milliseconds, percent
from memory.text import several

OUTCOMES = ("right", "other columns", "wrong", "empty", "failed", "declined")
_SERIES = 8
_TOLD_APART = 0.02


def colour_of(outcome: str) -> str:
    """The CSS class of an outcome.

    >>> colour_of("other columns"), colour_of("wrong")
    ('columns', 'wrong')
    """
    return outcome.split()[-1]


def outcome_bars(candidates: Sequence[CandidateSummary]) -> str:
    """How the questions of each candidate ended, as one bar a candidate."""
    present = [o for o in OUTCOMES if any(o in c.total.outcomes for c in candidates)]
    lines = []
    for candidate in candidates:
        parts, at = [], 0.0
        for outcome in present:
            count = candidate.total.outcomes.get(outcome, 0)
            width = 100 * count / max(candidate.total.results, 1)
            told = f"{outcome}: {count:,} ({width:.1f} %)"
            parts.append(_rect(at, width, colour_of(outcome), told, height=22))
            at += width
        lines.append(
            _line(candidate.name, _svg("".join(parts), 22, f"How {candidate.name} did"),
                  percent(candidate.total.lenient))
        )  # fmt: skip
    return legend([(colour_of(outcome), outcome) for outcome in present]) + _bars(lines)


def type_bars(candidates: Sequence[CandidateSummary]) -> str:
    """Lenient accuracy of each candidate by type of question."""
    lines = []
    single = len(candidates) == 1
    for name in dict.fromkeys(sorted(name for each in candidates for name in each.by_type)):
        asked = max(each.by_type[name].questions for each in candidates if name in each.by_type)
        if not single:
            group = f"{escape(name)} <small>{several(asked, 'question')}</small>"
            lines.append(f'<div class="group">{group}</div>')
        for index, candidate in enumerate(candidates):
            figures = candidate.by_type.get(name)
            share = figures.lenient if figures else None
            shown = percent(share) + (f" of {asked:,}" if single else "")
            bar = _rect(0, 100, "track", "", height=14)
            bar += _rect(0, 100 * (share or 0), _series(index), f"{name}: {shown}", height=14)
            label = name if single else candidate.name
            lines.append(_line(label, _svg(bar, 14, f"{label}: {shown}"), shown))
    return _bars(lines)


def run_dots(candidates: Sequence[CandidateSummary]) -> str:
    """Lenient accuracy of each run, a line a candidate; the scale is cut to what occurs."""
    shares = [f.lenient or 0.0 for each in candidates for f in each.by_run.values()]
    low = max(0.0, math.floor(min(shares) * 10 - 0.5) / 10)
    high = min(1.0, math.ceil(max(shares) * 10 + 0.5) / 10)
    runs = max(len(each.by_run) for each in candidates)
    height, top, bottom = 170, 10, 28

    def x(run: int) -> float:
        return 8 + 88 * (run / (runs - 1) if runs > 1 else 0.5)

    def y(share: float) -> float:
        return top + (height - top - bottom) * (1 - (share - low) / ((high - low) or 1))

    parts = []
    for tick in sorted({low, (low + high) / 2, high}):
        level_at = f"{y(tick):.1f}"
        parts.append(f'<line class="grid" x1="8%" x2="100%" y1="{level_at}" y2="{level_at}"/>')
        parts.append(f'<text x="0" y="{level_at}" dy="4">{100 * tick:.0f} %</text>')
    parts += [
        f'<text x="{x(run):.2f}%" y="{height - 6}" text-anchor="middle">{run + 1}</text>'
        for run in range(runs)
    ]
    for index, candidate in enumerate(candidates):
        points = [(x(run), y(f.lenient or 0.0), f) for run, f in candidate.by_run.items()]
        for (x1, y1, _), (x2, y2, _) in pairwise(points):
            parts.append(
                f'<line class="{_series(index)}" x1="{x1:.2f}%" y1="{y1:.1f}" '
                f'x2="{x2:.2f}%" y2="{y2:.1f}"/>'
            )
        for run, (at, level, figures) in enumerate(points, 1):
            told = escape(f"{candidate.name}, run {run}: {percent(figures.lenient)}")
            parts.append(
                f'<circle class="{_series(index)}" cx="{at:.2f}%" cy="{level:.1f}" r="5">'
                f"<title>{told}</title></circle>"
            )
    named = legend([(_series(i), each.name) for i, each in enumerate(candidates)])
    return named + _svg("".join(parts), height, "Lenient accuracy by run")


def latency_boxes(times: Mapping[str, Sequence[float]]) -> str:
    """Time of a question by candidate on a logarithmic scale: p5 to p95, quartiles, median.

    Args:
        times: Milliseconds of each question, by candidate.
    """
    every = [max(value, 1.0) for values in times.values() for value in values]
    low = math.floor(math.log10(min(every)))
    high = max(math.ceil(math.log10(max(every))), low + 1)

    def x(value: float | None) -> float:
        return 100 * (math.log10(max(value or 1.0, 1.0)) - low) / (high - low)

    ticks = [10.0**power for power in range(low, high + 1)]
    grid = "".join(
        f'<line class="grid" x1="{x(tick):.2f}%" x2="{x(tick):.2f}%" y1="0" y2="26"/>'
        for tick in ticks
    )
    lines = []
    for index, (name, values) in enumerate(times.items()):
        p5, p25, p50, p75, p95 = (x(percentile(values, p)) for p in (5, 25, 50, 75, 95))
        series = _series(index)
        told = f"{name}: half in {milliseconds(percentile(values, 50))}, 95 % in " + milliseconds(
            percentile(values, 95)
        )
        whisker = f'<line class="{series} whisker" x1="{p5:.2f}%" x2="{p95:.2f}%" y1="13" y2="13"/>'
        box = _rect(p25, max(p75 - p25, 0.6), series, told, y=6, height=14)
        mark = f'<line class="mark" x1="{p50:.2f}%" x2="{p50:.2f}%" y1="6" y2="20"/>'
        shown = milliseconds(percentile(values, 50))
        lines.append(_line(name, _svg(grid + whisker + box + mark, 26, told), shown))
    scale = "".join(
        f'<text x="{x(tick):.2f}%" y="11" text-anchor="{_anchor(x(tick))}">'
        f"{milliseconds(tick)}</text>"
        for tick in ticks
    )
    lines.append(_line("", _svg(scale, 14, "Scale"), ""))
    return _bars(lines)


def step_bars(candidates: Sequence[CandidateSummary]) -> str:
    """Where the time goes: mean milliseconds of each step; short steps stand together."""
    stepped = [each for each in candidates if each.total.steps_ms]
    most = max((sum(each.total.steps_ms.values()) for each in stepped), default=0.0) or 1.0
    shares = {each.name: _long_steps(each.total.steps_ms, most) for each in stepped}
    names = dict.fromkeys(name for steps in shares.values() for name in steps)
    colours = {name: _series(index) for index, name in enumerate(names)}
    lines = []
    for name, steps in shares.items():
        parts, at = [], 0.0
        for step, value in steps.items():
            width = 100 * value / most
            told = f"{step}: {milliseconds(value)}"
            parts.append(_rect(at, width, colours[step], told, height=18))
            at += width
        lines.append(_line(name, _svg("".join(parts), 18, name), milliseconds(sum(steps.values()))))
    return legend([(colour, name) for name, colour in colours.items()]) + _bars(lines)


def _long_steps(steps: Mapping[str, float], most: float) -> dict[str, float]:
    """The steps that can be told apart by eye; the others are put together.

    >>> _long_steps({"link": 60.0, "check": 0.5, "judge": 0.5}, 61.0)
    {'link': 60.0, 'other steps': 1.0}
    """
    ranked = sorted(steps, key=lambda name: -steps[name])[: _SERIES - 1]
    long = {n: v for n, v in steps.items() if n in ranked and v >= _TOLD_APART * most}
    rest = sum(steps.values()) - sum(long.values())
    return {**long, "other steps": rest} if rest else long


def legend(entries: Sequence[tuple[str, str]]) -> str:
    """What the colours mean."""
    shown = "".join(
        f'<span><svg viewBox="0 0 10 10" aria-hidden="true"><rect class="{colour}" width="10" '
        f'height="10" rx="3"/></svg>{escape(name)}</span>'
        for colour, name in entries
    )
    return f'<div class="legend">{shown}</div>'


def _bars(lines: Sequence[str]) -> str:
    return f'<div class="bars">{"".join(lines)}</div>'


def _line(name: str, chart: str, value: str) -> str:
    return (
        f'<div class="name">{escape(name)}</div><div>{chart}</div>'
        f'<div class="value">{escape(value)}</div>'
    )


def _svg(content: str, height: int, label: str) -> str:
    return f'<svg height="{height}" role="img" aria-label="{escape(label)}">{content}</svg>'


def _rect(
    at: float, width: float, colour: str, told: str, *, y: float = 0, height: float = 16
) -> str:
    if width <= 0:
        return ""
    title = f"<title>{escape(told)}</title>" if told else ""
    return (
        f'<rect class="{colour}" x="{at:.3f}%" y="{y}" width="{width:.3f}%" height="{height}" '
        f'rx="3">{title}</rect>'
    )


def _series(index: int) -> str:
    return f"s{index % _SERIES}"


def _anchor(place: float) -> str:
    return "start" if place < 5 else "end" if place > 95 else "middle"
