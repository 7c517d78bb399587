"""Quarters, halves and seasons of a year, parts of a decade, and parts of every year."""

from __future__ import annotations

import calendar
import re
from datetime import date

from bot.offline.from_today import SEASONS, from_today, season
from bot.stored.amounts import Moment, Recurrent

_NTH = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
_NTH |= {"last": 4, "final": 4}
_ORDINAL = "|".join(_NTH)
_QUARTER = (
    re.compile(rf"\b(?P<n>{_ORDINAL}) quarter(?: of|,| in)?(?: the year)? (?P<y>\d{{4}})\b", re.I),
    re.compile(r"\bQ(?P<n>[1-4])(?:[ /-]| of | in )?(?P<y>\d{4})\b", re.I),
    re.compile(r"\b(?P<y>\d{4})[ /-]?Q(?P<n>[1-4])\b", re.I),
)
_HALF = (
    re.compile(r"\b(?P<n>first|second|last) half of(?: the year)? (?P<y>\d{4})\b", re.I),
    re.compile(r"\bH(?P<n>[12])[ /-]?(?P<y>\d{4})\b"),
)
_EVERY_QUARTER = re.compile(
    rf"\b(?P<n>{_ORDINAL}) quarters?(?! of \d)\b(?: of (?:any|each|every|the) year)?", re.I
)
_NAMES = "|".join(name for name in calendar.month_name if name)
_EVERY_MONTH = re.compile(
    rf"(?:(?<=\bin )|(?<=\bduring )|(?<=\bevery )|(?<=\beach )|(?<=\bof ))(?P<m>{_NAMES})"
    r"(?: of (?:any|each|every) year)?\b(?!,? ?(?:of )?\d)"
)
_DAYS = "|".join(calendar.day_name)
_EVERY_DAY = re.compile(rf"(?<=\bon )(?:an? )?(?P<d>{_DAYS})s?\b")
_SEASON = re.compile(rf"\b(?P<s>{'|'.join(SEASONS)})(?: of|,)? (?P<y>[12]\d{{3}})\b", re.I)
# The years of a decade that are its early, its middle and its late ones.
_THIRDS = {"early": (0, 4), "mid": (4, 7), "middle": (4, 7), "late": (7, 10)}
_THIRD = re.compile(
    rf"\b(?P<p>{'|'.join(_THIRDS)})(?:-| (?:of )?(?:the )?)?(?P<y>[12]\d{{2}}0)['’]?s\b", re.I
)


def periods(question: str) -> list[tuple[int, int, Moment]]:
    """The spans named in a question, with their character offsets.

    >>> periods("in Q2 2020")[0][2].first.month
    4
    """
    found: list[tuple[int, int, Moment]] = []
    for months, patterns in ((3, _QUARTER), (6, _HALF)):
        for pattern in patterns:
            for match in pattern.finditer(question):
                nth = _nth(match["n"], 12 // months)
                if nth:
                    found.append((*match.span(), _span(int(match["y"]), nth, months)))
    found += [
        (*m.span(), _recurrent("month", _month(m["m"]))) for m in _EVERY_MONTH.finditer(question)
    ]
    found += [
        (*m.span(), _recurrent("dayOfWeek", _day(m["d"]))) for m in _EVERY_DAY.finditer(question)
    ]
    for match in _EVERY_QUARTER.finditer(question):
        inside = any(start <= match.start() < end for start, end, _ in found)
        if not inside and match["n"].lower() not in ("last", "final"):
            found.append((*match.span(), _recurrent("quarter", _nth(match["n"], 4))))
    for match in _SEASON.finditer(question):
        found.append((*match.span(), season(match["s"].lower(), int(match["y"]))))
    for match in _THIRD.finditer(question):
        low, high = (int(match["y"]) + part for part in _THIRDS[match["p"].lower()])
        found.append((*match.span(), Moment(date(low, 1, 1), date(high, 1, 1))))
    return found + from_today(question, date.today())


def _nth(text: str, most: int) -> int:
    """The number of a part of the year; 0 where there is none of that number."""
    low = text.lower()
    nth = int(low) if low.isdigit() else most if low in ("last", "final") else _NTH[low]
    return nth if nth <= most else 0


def _span(year: int, nth: int, months: int) -> Moment:
    first = date(year, (nth - 1) * months + 1, 1)
    last = nth * months
    after = date(year + 1, 1, 1) if last == 12 else date(year, last + 1, 1)
    return Moment(first, after)


def _month(name: str) -> int:
    return [month.lower() for month in calendar.month_name].index(name.lower())


def _day(name: str) -> int:
    return [day.lower() for day in calendar.day_name].index(name.lower()) + 1


def _recurrent(unit: str, nth: int) -> Recurrent:
    return Recurrent(date(1, 1, 2), date(1, 1, 3), unit, nth)
