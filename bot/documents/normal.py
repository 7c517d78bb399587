"""Values in one form: dates, amounts, numbers and identifiers; the original is kept beside them."""

from __future__ import annotations

import calendar
import re
import unicodedata
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from bot.documents.schema import PropertyType

Value: TypeAlias = str | int | float | date

_MONTHS = {name.casefold(): n for n, name in enumerate(calendar.month_name) if name}
_MONTHS |= {name.casefold(): n for n, name in enumerate(calendar.month_abbr) if name}
_MONTHS["sept"] = 9
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_YEAR = r"(?P<year>1[5-9]\d\d|20\d\d)"
_ISO = rf"{_YEAR}-(?P<month>\d\d?)-(?P<day>\d\d?)"
_DOTS = rf"(?P<day>\d\d?)\.\s?(?P<month>\d\d?)\.\s?{_YEAR}"
_SLASHES = rf"(?P<one>\d\d?)/(?P<two>\d\d?)/{_YEAR}"
_DAY_FIRST = rf"(?P<day>\d\d?)(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(?P<name>{_MONTH})\.?,?\s+{_YEAR}"
_MONTH_FIRST = rf"(?P<name>{_MONTH})\.?\s+(?P<day>\d\d?)(?:st|nd|rd|th)?,?\s+{_YEAR}"
_MONTH_ONLY = rf"(?P<name>{_MONTH})\.?,?\s+(?:of\s+)?{_YEAR}"
_FORMS = tuple(
    re.compile(rf"(?<![\w.,/-]){form}(?![\w/-])", re.IGNORECASE)
    for form in (_ISO, _DOTS, _SLASHES, _DAY_FIRST, _MONTH_FIRST, _MONTH_ONLY, _YEAR)
)
_SCALES = {
    "thousand": 1e3, "k": 1e3, "million": 1e6, "millions": 1e6, "m": 1e6, "mn": 1e6, "mio": 1e6,
    "billion": 1e9, "billions": 1e9, "bn": 1e9, "b": 1e9, "mrd": 1e9, "trillion": 1e12,
}  # fmt: skip
_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "US$": "USD"}
_SIGN = r"US\$|[$€£¥]|(?-i:[A-Z]{3})"
_FIGURE = r"\d[\d.,'’\u00a0\u202f]*"
_SCALE = "|".join(sorted(_SCALES, key=len, reverse=True))
_AMOUNT = re.compile(
    rf"(?:(?P<before>{_SIGN})\s?)?(?<![\w.,-])(?P<figure>{_FIGURE})"
    rf"(?:\s?(?P<scale>{_SCALE})\b\.?)?(?:\s?(?P<after>{_SIGN})(?!\w))?",
    re.IGNORECASE,
)
_DASHES = re.compile("[\u2010-\u2015\u2212]")


@dataclass(frozen=True, slots=True)
class Normal:
    """A value in one form, and the currency of an amount."""

    value: Value
    currency: str = ""

    @property
    def number(self) -> float:
        """The value of an amount."""
        return float(self.value) if isinstance(self.value, int | float) else 0.0


def normal(text: str, kind: PropertyType) -> Normal | None:
    """The value that a text writes; None where it writes none of that type.

    >>> normal("May 3rd, 2021", "date"), normal("03/05/2021", "date")
    (Normal(value=datetime.date(2021, 5, 3), currency=''), None)
    >>> normal("$1.2 million", "amount"), normal("1.250,50 EUR", "amount").value
    (Normal(value=1200000.0, currency='USD'), 1250.5)
    >>> normal("3:21–cv–04417", "identifier").value
    '3:21-cv-04417'
    """
    text = " ".join(unicodedata.normalize("NFKC", text).split())
    if kind == "date":
        found = next(iter(dates(text)), None)
        return Normal(found[2]) if found else None
    if kind in ("amount", "number", "integer"):
        amount = next(iter(amounts(text)), None)
        if amount is None:
            return None
        value = amount[2].number
        if kind == "integer":
            return Normal(round(value)) if value.is_integer() else None
        return amount[2] if kind == "amount" else Normal(value)
    written = _DASHES.sub("-", text) if kind == "identifier" else text
    return Normal(written) if written else None


def dates(text: str) -> list[tuple[int, int, date]]:
    """(start, end, date) of what is written as a date; a month or a year is its first day.

    What may be two dates (03/05/2021) is none.

    >>> [(start, end, str(day)) for start, end, day in dates("filed in May 2021 or 2022")]
    [(9, 17, '2021-05-01'), (21, 25, '2022-01-01')]
    """
    found: list[tuple[int, int, date]] = []
    for form in _FORMS:
        for match in form.finditer(text):
            free = all(match.end() <= a or match.start() >= b for a, b, _ in found)
            day = _day(match.groupdict()) if free else None
            if day is not None:
                found.append((match.start(), match.end(), day))
    return sorted(found)


def _day(parts: dict[str, str]) -> date | None:
    year, day = int(parts["year"]), int(parts.get("day") or 1)
    month = int(parts.get("month") or _MONTHS.get((parts.get("name") or "").casefold(), 1))
    if "one" in parts:
        one, two = int(parts["one"]), int(parts["two"])
        if one == two or (one > 12) != (two > 12):
            month, day = (two, one) if one > 12 else (one, two)
        else:
            return None
    try:
        return date(year, month, day)
    except ValueError:
        return None


def amounts(text: str) -> list[tuple[int, int, Normal]]:
    """(start, end, amount) of the figures of a text, with their currency where one is written."""
    found = []
    for match in _AMOUNT.finditer(text):
        value = _figure(match["figure"])
        if value is None:
            continue
        scale = _SCALES.get((match["scale"] or "").casefold(), 1.0)
        sign = (match["before"] or match["after"] or "").upper()
        found.append((match.start(), match.end(), Normal(value * scale, _SIGNS.get(sign, sign))))
    return found


def _figure(written: str) -> float | None:
    """A figure with marks between its digits.

    >>> _figure("1,234,567.5"), _figure("1.234,5"), _figure("12,000"), _figure("0,5")
    (1234567.5, 1234.5, 12000.0, 0.5)
    """
    bare = re.sub("['’\u00a0\u202f]", "", written).rstrip(".,")
    marks = [mark for mark in bare if mark in ".,"]
    if marks:
        last = marks[-1]
        decimals = len(bare) - bare.rindex(last) - 1
        whole = len(set(marks)) == 1 and (len(marks) > 1 or (decimals == 3 and bare[0] != "0"))
        other = "," if last == "." else "."
        bare = bare.replace(last, "") if whole else bare.replace(other, "").replace(last, ".")
    try:
        return float(bare)
    except ValueError:
        return None
