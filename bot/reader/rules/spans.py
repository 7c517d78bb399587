"""So much time from one thing to another: delivered more than ten days after they were ordered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.reader.anchors import Mention, mask_of
from bot.reader.ground import Measure
from bot.reader.lexicon import LEXICON
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Sketch, Test
from bot.stored.comparing import as_date
from memory.query import Attribute, Comparison, Constant, Function

_UNITS = {"minute": 1, "hour": 1, "day": 1, "week": 7, "month": 1, "year": 1}
_FROM = {"after": True, "from": True, "of": True, "since": True, "before": False}
_NEAR = 6


@dataclass(frozen=True, slots=True)
class Span:
    """So many units of time, and whether what is named before them comes later."""

    start: int
    end: int
    operator: str
    unit: str
    count: int | float
    later: bool
    mask: int


def spans(work: Work) -> list[Span]:
    """Return the times that are told to lie between two others."""
    forms, found = work.anchors.forms, list[Span]()
    figures = {n: one for one in work.anchors.numbers for n in range(one.start, one.end)}
    for at, form in enumerate(forms[:-1]):
        unit, then = form.removesuffix("s"), forms[at + 1]
        if unit not in _UNITS or then not in _FROM or not at:
            continue
        one = figures.get(at - 1)
        if one is not None and one.kind == "number" and isinstance(one.value, int | float):
            count, operator, mask = one.value, one.operator, one.mask
        elif forms[at - 1] in ("a", "an"):
            count, operator, mask = 1, None, mask_of(at - 1, at)
            for length in (3, 2, 1):
                said = forms[max(0, at - 1 - length) : at - 1]
                if len(said) == length and said in LEXICON.comparisons:
                    operator, mask = LEXICON.comparisons[said], mask_of(at - 1 - length, at)
                    break
        else:
            continue
        operator = "<=" if operator in (None, "=") and then == "of" else operator or "="
        mask |= mask_of(at, at + 2)
        start = (mask & -mask).bit_length() - 1
        told = (start, at + 2, operator, unit, count * _UNITS[unit], _FROM[then], mask)
        found.append(Span(*told))
    return found


def spanned(work: Work, sketch: Sketch, one: Span) -> Iterator[Sketch]:
    """Yield the sketch held to the time between two that are named, and as it is."""
    yield sketch
    if sketch.covered & one.mask:
        return
    for ref in sketch.refs():
        times = [m for m in work.ground.by_owner.get(sketch.owner(ref), ()) if m.dated]
        if sketch.group_of(ref) or len(times) < 2:
            continue
        for mine, named in _named(work, times, one.start - _NEAR, one.start):
            for other, also in _named(work, times, one.end, one.end + _NEAR):
                if mine is other or mine.kind != other.kind:
                    continue
                first, last = (other, mine) if one.later else (mine, other)
                own = f"@{ref}"
                ends = tuple(as_date(Attribute(own, m.name), m.kind) for m in (first, last))
                span = Function(_function(one.unit, mine), ends)
                held = Comparison(span, one.operator, Constant(one.count))  # type: ignore[arg-type]
                test = Test(ref, str(ref), "raw", "", held)
                cover = one.mask | named.mask | also.mask
                told = sketch.but(tests=(*sketch.tests, test), cover=cover)
                said: list[Belief] = ["span.used", ("span.named", named.score + also.score)]
                yield told.believe(work.weights, said)


def _named(
    work: Work, times: list[Measure], start: int, end: int
) -> Iterator[tuple[Measure, Mention]]:
    """The times that are named there, and by which words."""
    for measure in times:
        there = [
            one
            for one in work.anchors.of_property.get((measure.owner, measure.name), ())
            if start <= one.start < end and one.sure
        ]
        if there:
            yield measure, max(there, key=lambda one: one.score)


def _function(unit: str, measure: Measure) -> str:
    unit = "day" if unit == "week" else unit
    timed = measure.kind in ("datetime", "zoned")
    exact = unit in ("minute", "hour") or (unit == "day" and timed)
    return f"{unit}s_exactly_between" if exact else f"{unit}s_between"
