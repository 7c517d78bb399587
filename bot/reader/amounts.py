"""Figures and dates of a message, with what they are held to: more than 5, May to June 2020."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from bot.reader.anchors import Anchors, NumberAnchor, mask_of
from bot.reader.lexicon import LEXICON
from bot.reader.words import Number as Figure
from bot.words.units import unit_at


def numbers_of(found: Anchors) -> Iterator[NumberAnchor]:
    """Yield the figures and dates of a message with what they are held to; two may be a range."""
    figures = list(_figures(found))
    skip = False
    for nth, one in enumerate(figures):
        if skip:
            skip = False
            continue
        following = figures[nth + 1] if nth + 1 < len(figures) else None
        if following is not None and _is_range(found, one, following):
            skip = True
            opens = max(0, one.start - 1)
            yield NumberAnchor(
                one.start,
                following.end,
                _as_large(found, one, following),
                one.kind,
                "..",
                mask_of(one.start, following.end),
                mask_of(opens, following.end),
                "between",
                following.value,
            )
        else:
            yield _nearly(found, _compared(found, one))


def _as_large(found: Anchors, one: NumberAnchor, following: NumberAnchor) -> Figure | date:
    """The lower end of a range, in what the upper one is told: between 1 and 2 million."""
    said = found.tokens[following.end - 1].text.split()
    worth = LEXICON.magnitudes.get(said[-1].lower()) if len(said) > 1 else None
    figures = isinstance(one.value, int | float) and isinstance(following.value, int | float)
    if not worth or not figures or not found.tokens[one.start].text.isdigit():
        return one.value
    larger = one.value * worth  # type: ignore[operator]
    return larger if larger < following.value else one.value  # type: ignore[operator]


def _nearly(found: Anchors, one: NumberAnchor) -> NumberAnchor:
    """About 300: a tenth less or more."""
    at = one.start - 1
    figure = one.kind == "number" and one.operator is None and isinstance(one.value, int | float)
    if not figure or at < 0 or found.forms[at] not in LEXICON.nearly:
        return one
    low, high = (_whole(round(one.value * factor, 6)) for factor in (0.9, 1.1))  # type: ignore[operator]
    mask = one.mask | mask_of(at, at + 1)
    return replace(one, value=low, upper=high, operator="..", mask=mask, cue="about")


def _whole(value: Figure) -> Figure:
    return int(value) if value == int(value) else value


def _figures(found: Anchors) -> Iterator[NumberAnchor]:
    position = 0
    while position < len(found.tokens):
        one = _dated(found, position) or _figure(found, position)
        if one is not None:
            yield one
            position = one.end
        else:
            position += 1


def _plain(start: int, end: int, value: Figure | date, kind: str) -> NumberAnchor:
    mask = mask_of(start, end)
    return NumberAnchor(start, end, value, kind, None, mask, mask)


def _figure(found: Anchors, position: int) -> NumberAnchor | None:
    token = found.tokens[position]
    if (sign := LEXICON.signs.get(token.form)) is not None:
        mask = mask_of(position, position + 1)
        return NumberAnchor(position, position + 1, 0, "number", sign, mask, mask, "sign")
    if (decade := LEXICON.decades.get(token.form)) is not None:
        mask = mask_of(position, position + 1)
        return NumberAnchor(position, position + 1, decade, "year", None, mask, mask, decade=True)
    if token.number is None or token.use == "ordinal":
        return None
    near = {*found.before(position), *found.forms[position + 2 : position + 3]}
    near &= {"than", "least", "only", "just", "exactly"}
    joined = found.forms[position + 1 : position + 2] == ("-",)
    if token.form in ("one", "single") and not joined and not near:
        return None
    value = token.number
    bare = token.kind == "number" and token.use in ("", "decade") and "," not in token.text
    year = bare and isinstance(value, int) and 1400 <= value <= 2100
    one = _plain(position, position + 1, value, "year" if year else "number")
    if token.use == "decade" and year:
        return NumberAnchor(
            one.start, one.end, value, "year", None, one.core, one.mask, decade=True
        )
    if token.use == "percent":
        return NumberAnchor(
            one.start, one.end, value, "number", None, one.core, one.mask, percent=True
        )
    return one


def _dated(found: Anchors, position: int) -> NumberAnchor | None:
    """A day, or a month of a year, that begins at a position: March 3, 2021; 3 March; May 2020."""
    tokens, forms = found.tokens, found.forms
    token = tokens[position]
    if token.kind == "date" or (
        token.kind == "quote" and re.fullmatch(r"\d{4}-\d\d-\d\d", token.form)
    ):
        moment = _day_of(token.form)
        return _plain(position, position + 1, moment, "date") if moment else None
    words = [
        n
        for n in range(position, min(len(tokens), position + 6))
        if forms[n] not in (",", "of", "the")
    ]
    if not words or words[0] != position:
        return None
    said = [(forms[n], tokens[n].number) for n in words[:3]] + [("", None)] * 3
    if (part := _part_of_year(said[0][0], said[1][0])) is not None:
        month, months, used = part
        year = said[used][1]
        if isinstance(year, int) and 1400 <= year <= 2100:
            end = words[used] + 1
            mask = mask_of(position, end)
            return NumberAnchor(
                position, end, year, "year", None, mask, mask, month=month, months=months
            )
        return None
    return _day_or_month(found, position, words, said)


def _day_or_month(
    found: Anchors, position: int, words: list[int], said: list[tuple[str, Figure | None]]
) -> NumberAnchor | None:
    token = found.tokens[position]
    (a, x), (b, y), (c, z) = said[:3]
    between = "between" in found.before(position, 1) or b in ("to", "-", "–", "through", "until")
    if b in _TO and between and len(words) > 3 and {a, c} <= LEXICON.months.keys():
        # Between June and August 2018.
        first, last, year = LEXICON.months[a], LEXICON.months[c], found.tokens[words[3]].number
        if first < last and isinstance(year, int) and 1400 <= year <= 2100:
            mask, months = mask_of(position, words[3] + 1), last - first + 1
            end = words[3] + 1
            return NumberAnchor(
                position, end, year, "year", None, mask, mask, month=first, months=months
            )
    for month, day, year, used in (
        (LEXICON.months.get(a), y, z, 3),
        (LEXICON.months.get(b) if isinstance(x, int) else None, x, z, 3),
        (LEXICON.months.get(a), None, y, 2),
    ):
        if month is None or not isinstance(year, int) or not 1400 <= year <= 2100:
            continue
        if a == "may" and not token.capital and day is None and not found.lower:
            continue
        end = words[used - 1] + 1
        if day is None:
            mask = mask_of(position, end)
            return NumberAnchor(position, end, year, "year", None, mask, mask, month=month)
        if isinstance(day, int) and 1 <= day <= 31:
            moment = _date(year, month, day)
            return _plain(position, end, moment, "date") if moment else None
    return None


def _part_of_year(a: str, b: str) -> tuple[int, int, int] | None:
    """(first month, how many, words used) of a quarter or half: q3; first half; last quarter."""
    if len(a) == 2 and a[0] in "qh" and a[1] in "1234":
        months, nth, used = (3 if a[0] == "q" else 6), int(a[1]), 1
    elif b in ("quarter", "half"):
        months, used = (3 if b == "quarter" else 6), 2
        nth = 12 // months if a in ("last", "final") else _ORDINALS.get(a, 0)
    else:
        return None
    return ((nth - 1) * months + 1, months, used) if 1 <= nth <= 12 // months else None


_TO = {"and", "to", "-", "–", "through", "until"}
_ORDINALS = {"first": 1, "1st": 1, **LEXICON.ordinals}


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _day_of(text: str) -> date | None:
    parts = [int(part) for part in re.split(r"[-/.]", text)]
    return _date(*parts) if parts[0] > 31 else _date(parts[2], parts[1], parts[0])


def _is_range(found: Anchors, one: NumberAnchor, following: NumberAnchor) -> bool:
    if one.kind != following.kind or following.start - one.end > 2:
        return False
    between = found.forms[one.end : following.start]
    opened = set(found.before(one.start, 4)) & {"between", "from"}
    opened -= opened if LEXICON.boths & set(found.before(one.start, 1)) else set()
    dash = between in (("-",), ("–",)) or (
        one.kind == "year"
        and bool(between)
        and set(between) <= {"through", "thru", "until", "till"}
    )
    return dash or (
        bool(opened)
        and bool(between)
        and set(between) <= {"and", "to", "through", "until", "-", "the"}
    )


def _compared(found: Anchors, one: NumberAnchor) -> NumberAnchor:
    """The figure with the operator before or behind it."""
    if one.cue == "sign":
        return one
    operator, opens, cue = None, one.start, ""
    measures: tuple[str, ...] = ()
    for count in (5, 4, 3, 2, 1):
        start = one.start - count
        if start < 0:
            continue
        said = found.forms[start : one.start]
        bare = tuple(w for w in said if w not in ("the", "a", "an", "year", "$"))
        if not bare or said[0] in ("the", "a", "an", "year"):
            continue
        compares = LEXICON.comparatives.get(bare[:-1]) if bare[-1] == "than" else None
        if compares is not None:
            operator, measures = compares
        elif bare in LEXICON.comparisons and (
            bare not in (("from",), ("by",)) or one.kind != "number"
        ):
            operator = LEXICON.comparisons[bare]
        else:
            continue
        opens, cue = start, " ".join(bare)
        break
    if one.kind == "year" and cue.split()[:1] and cue.split()[0] in LEXICON.aged:
        # Older than 2016 came before.
        operator = {">": "<", "<": ">"}.get(operator or "", operator)
    mask = mask_of(opens, one.end)
    for count in (1, 2, 3):
        closing = (
            found.forms[one.end + count - 2 : one.end + count]
            if count > 1
            else found.forms[one.end : one.end + 1]
        )
        behind = found.tokens[one.end + len(closing) :][:1]
        if closing in LEXICON.closings and not (behind and behind[0].number is not None):
            operator = LEXICON.closings[closing]
            mask |= mask_of(one.end + count - len(closing), one.end + count)
            cue = " ".join(closing)
            break
    told = unit_at(("%",) if one.percent else found.forms[one.end : one.end + 2], close=True)
    if told is not None and not one.percent:
        mask |= mask_of(one.end, one.end + told[0])
    unit = found.forms[one.end] if one.end < len(found.forms) else ""
    unit = unit if unit in LEXICON.units else unit.removesuffix("s")
    seconds = 0
    if unit in LEXICON.units and not measures:
        measures, seconds = LEXICON.units[unit]
        mask |= mask_of(one.end, one.end + 1)
    return NumberAnchor(
        one.start,
        one.end,
        one.value,
        one.kind,
        operator,
        one.core,
        mask,
        cue,
        None,
        measures,
        one.decade,
        one.month,
        one.percent,
        seconds,
        one.months,
        told[1] if told is not None and one.kind == "number" else None,
    )
