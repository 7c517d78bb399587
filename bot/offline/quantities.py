"""Numbers, units, years, decades and dates as people write them."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache

from bot.offline.periods import periods
from bot.stored.amounts import Moment, Number
from bot.words.data import load
from bot.words.inflection import Token, lemmas
from bot.words.units import unit_at

_MONTHS = {name.lower(): i for i, name in enumerate(calendar.month_name) if name} | {
    name.lower(): i for i, name in enumerate(calendar.month_abbr) if name
}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DECADES = {
    name: 1900 + 10 * nth
    for nth, name in enumerate(
        (
            "twenties",
            "thirties",
            "forties",
            "fifties",
            "sixties",
            "seventies",
            "eighties",
            "nineties",
        ),
        start=2,
    )
}
_DATES = (
    ("ymd", re.compile(r"(?<!\d)(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})(?:T[\d:.]+Z?)?(?!\d)")),
    ("xxy", re.compile(r"(?<![\d/])(?P<a>\d{1,2})[/.](?P<b>\d{1,2})[/.](?P<y>\d{4})(?!\d)")),
    (
        "mdy",
        re.compile(
            rf"\b(?P<m>{_MONTH})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y>\d{{4}})\b", re.I
        ),
    ),
    (
        "dmy",
        re.compile(
            rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m>{_MONTH})\.?,?\s+(?P<y>\d{{4}})\b",
            re.I,
        ),
    ),
    ("my", re.compile(rf"\b(?P<m>{_MONTH})\.?,?\s+(?:of\s+)?(?P<y>\d{{4}})\b", re.I)),
    ("decade", re.compile(r"\b(?P<y>\d{3}0)['’]?s\b")),
    ("short_decade", re.compile(r"(?<![\w.])['’]?(?P<y>\d0)['’]?s\b")),
    ("worded_decade", re.compile(rf"\bthe (?P<y>{'|'.join(_DECADES)})\b(?! \w+s\b)", re.I)),
    ("century", re.compile(r"\b(?P<y>\d{1,2})(?:st|nd|rd|th)[ -]century\b", re.I)),
)
# Spans that are as often counted from a day on as they measure something.
_SPANS = frozenset(["day", "week", "month", "year"])
# Twice as much; the 1990s.
_NO_CODES = frozenset("xs")
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"[-−]?[$€£]?\d[\d,]*(\.\d+)?$")


def dates(question: str) -> list[tuple[int, int, Moment]]:
    """Every date, month, decade or century with its character offsets.

    >>> dates("born in the 1950s")[0][2].after.year
    1960
    """
    found: list[tuple[int, int, Moment]] = []
    found.extend(periods(question))
    figures = _DIGIT.search(question)
    for style, pattern in _DATES:
        if figures is None and style != "worded_decade":
            continue
        for match in pattern.finditer(question):
            moment = _moment(style, match)
            inside = any(s <= match.start() and match.end() <= e for s, e, _ in found)
            if moment is not None and not inside:
                found.append((match.start(), match.end(), moment))
    return found


def _moment(style: str, match: re.Match[str]) -> Moment | None:
    part = match.groupdict()
    if style == "worded_decade":
        year = _DECADES[part["y"].lower()]
        return Moment(date(year, 1, 1), date(year + 10, 1, 1))
    year = int(part["y"])
    try:
        if style == "short_decade":
            year += 1900 if year >= 30 else 2000
        if style in ("decade", "short_decade"):
            return Moment(date(year, 1, 1), date(year + 10, 1, 1))
        if style == "century":
            return Moment(date(year * 100 - 99, 1, 1), date(year * 100 + 1, 1, 1))
        if style == "xxy":
            first, second = int(part["a"]), int(part["b"])
            day, month = (second, first) if second > 12 else (first, second)
        else:
            named = part["m"].lower()
            month = _MONTHS[named] if named in _MONTHS else int(named)
            if style == "my":
                last = calendar.monthrange(year, month)[1]
                return Moment(date(year, month, 1), date(year, month, last) + timedelta(days=1))
            day = int(part["d"])
        day_ = date(year, month, day)
        return Moment(day_, day_ + timedelta(days=1))
    except ValueError:
        return None


def year(value: int) -> Moment:
    """A calendar year."""
    return Moment(date(value, 1, 1), date(value + 1, 1, 1))


# Units of one letter that stand behind a number as well where a blank is between: 12 m, 40 t.
_LETTERS = frozenset("mgtlhw")


@cache
def _units() -> dict[tuple[str, ...], dict[str, object]]:
    return {tuple(name.split()): unit for name, unit in load("scales")["units"].items()}


def number_at(tokens: Sequence[Token], at: int) -> tuple[int, Number] | None:
    """The number that starts at a token, with magnitude and unit, and where it ends.

    "2.5 million dollars" is 2,500,000; "$10" has the unit of money; 4B may be a code as well, and
    12A is nothing else.
    """
    found = _figure_at(tokens, at)
    if found is not None and tokens[at].form in load("scales")["numbers"]:
        return found[0], replace(found[1], in_words=True)
    code = _code(tokens, at)
    if not code or found is None:
        return found
    return at + 2, replace(found[1], code=code, only=found[0] == at + 1)


def _code(tokens: Sequence[Token], at: int) -> str:
    """A number and the one letter right behind it: 4B; "" where there is none."""
    if at + 1 >= len(tokens) or not tokens[at].text.isdigit():
        return ""
    letter = tokens[at + 1]
    letters = len(letter.text) == 1 and letter.text.isalpha() and letter.form not in _NO_CODES
    beside = letter.start == tokens[at].end
    return tokens[at].text + letter.text if letters and beside else ""


def _figure_at(tokens: Sequence[Token], at: int) -> tuple[int, Number] | None:
    value, end, money = _value(tokens, at)
    if value is None:
        return None
    magnitudes = load("scales")["magnitudes"]
    while (
        end < len(tokens)
        and tokens[end].form in magnitudes
        and (len(tokens[end].form) > 1 or tokens[end].start == tokens[end - 1].end)
    ):
        value *= magnitudes[tokens[end].form]
        end += 1
    if isinstance(value, float) and value.is_integer() and end > at + 1:
        value = int(value)
    close = end < len(tokens) and (
        tokens[end].start == tokens[end - 1].end or tokens[end].text in _LETTERS
    )
    named = unit_at([token.form for token in tokens[end : end + 2]], close=close)
    if named is not None and (named[1].name in _SPANS or _decade(tokens, at)):
        named = None
    for size in (2, 1):
        unit = _unit(tuple(token.form for token in tokens[end : end + size]), size)
        if unit is not None:
            measures, seconds = unit
            end += size
            if named is not None:
                measures = (*measures, named[1].measure)
            # Two hours long.
            end += end < len(tokens) and tokens[end].form in ("long", "old", "tall", "high")
            return end, Number(value, measures, seconds, named[1] if named else None)
    if named is not None:
        return end + named[0], Number(value, (named[1].measure,), 0, named[1])
    if money:
        measures, _ = _unit(("dollar",), 1) or ((), 0)
        return end, Number(value, measures)
    return end, Number(value)


def _decade(tokens: Sequence[Token], at: int) -> bool:
    """Whether it is a decade, and no seconds: the 1990s."""
    figure, after = tokens[at], tokens[at + 1].form if at + 1 < len(tokens) else ""
    return after == "s" and len(figure.text) == 4 and figure.text.endswith("0")


def said_once(tokens: Sequence[Token], low: Number, at: int, high: Number) -> Number:
    """The lower end of a range, whose magnitude and unit are only said with the upper one at `at`.

    Between 100 and 500 million; from 90 to 120 minutes.
    """
    figure, _, _ = _value(tokens, at)
    if low.measures or low.unit is not None or not figure:
        return low
    times = high.value / figure
    value = low.value * times if times > 1 and low.value < figure else low.value
    value = int(value) if float(value).is_integer() else value
    return replace(high, value=value)


def _unit(forms: tuple[str, ...], size: int) -> tuple[tuple[str, ...], int] | None:
    if len(forms) < size:
        return None
    units = _units()
    options = [forms] if size > 1 else [(form,) for form in lemmas(forms[0])]
    for option in options:
        if option in units:
            unit = units[option]
            measures = unit["measure"]
            seconds = unit.get("seconds", 0)
            assert isinstance(measures, list) and isinstance(seconds, int)
            return tuple(measures), seconds
    return None


def _value(tokens: Sequence[Token], at: int) -> tuple[int | float | None, int, bool]:
    if at >= len(tokens):
        return None, at, False
    form = tokens[at].form
    if form in "$€£" and at + 1 < len(tokens):
        value, end, _ = _value(tokens, at + 1)
        return value, end, True
    if _NUMBER.match(form):
        bare = form.lstrip("$€£").replace("−", "-").replace(",", "")
        value_ = float(bare) if "." in bare else int(bare)
        return value_, at + 1, form[0] in "$€£"
    words = load("scales")["numbers"]
    if tokens[at].kind == "word" and form in words:
        return int(words[form]), at + 1, False
    if form == "half" and at + 1 < len(tokens):
        whole, end, _ = _value(tokens, at + 1) if tokens[at + 1].form == "a" else (None, at, False)
        return (None, at, False) if whole is None else (whole / 2, end, False)
    if form == "a" and at + 1 < len(tokens) and len(tokens[at + 1].form) > 1:
        magnitude = load("scales")["magnitudes"].get(tokens[at + 1].form)
        if magnitude is not None:
            return int(magnitude), at + 2, False
    return None, at, False
