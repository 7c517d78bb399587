"""So many times as much: twice as heavy as, half the average, 20% more than."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import Anchors, mask_of
from bot.reader.lexicon import LEXICON

_SPAN = 5
# (first word, last word, operator, the measures it goes by, factor, all its words)
Multiple = tuple[int, int, str, tuple[str, ...], float, int]


def multiples(anchors: Anchors) -> Iterator[Multiple]:
    """Yield the words that hold one thing to so many times another."""
    yield from _times(anchors)
    yield from _percents(anchors)


def _times(anchors: Anchors) -> Iterator[Multiple]:
    forms = anchors.forms
    for at, form in enumerate(forms):
        factor, end = LEXICON.factors.get(form, 0.0), at
        number = anchors.tokens[at - 1].number if form == "times" and at else None
        if number is not None:
            at, factor = at - 1, float(number)
        if not factor:
            continue
        start, operator = at, ">="
        for count in (3, 2, 1):
            said = forms[max(0, at - count) : at]
            if len(said) == count and said in LEXICON.comparisons and said != ("of",):
                start, operator = at - count, LEXICON.comparisons[said]
                break
        operator, measures = ">=" if operator == "=" else operator, tuple[str, ...]()
        if forms[end + 1 : end + 2] == ("as",):
            last = next(
                (n for n in range(end + 2, end + 2 + _SPAN) if forms[n : n + 1] == ("as",)), 0
            )
            if last:
                measures = LEXICON.measures_asked.get(("how", forms[end + 2]), ())
                end = last
        yield start, end, operator, measures, factor, mask_of(start, at + 1) | mask_of(at, end + 1)


def _percents(anchors: Anchors) -> Iterator[Multiple]:
    forms = anchors.forms
    for one in anchors.numbers:
        end = one.end + (forms[one.end : one.end + 1] in (("percent",), ("per",)))
        share = one.percent or end > one.end
        sign = LEXICON.against.get(forms[end]) if end < len(forms) else None
        than = next((n for n in range(end, min(end + _SPAN, len(forms))) if forms[n] == "than"), 0)
        if not share or sign not in ("<", ">") or not than or isinstance(one.value, str):
            continue
        part = float(one.value) / 100  # type: ignore[arg-type]
        factor = round(1 + part if sign == ">" else 1 - part, 6)
        yield one.start, than, f"{sign}=", (), factor, one.mask | mask_of(one.start, end + 1)
