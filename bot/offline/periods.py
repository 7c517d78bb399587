"""Quarters, halves and seasons of a year, parts of every year, and spans told from today."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta

from bot.offline.items import Moment, Recurrent

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
_FROM_TODAY = re.compile(
    r"\b(?P<which>this|last|current|previous|next|coming) (?P<unit>year|month|week)\b", re.I
)
# How far off the day is.
_DAYS_OFF = {"today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0}
_DAYS_OFF |= {"yesterday": -1, "last night": -1, "tomorrow": 1, "tomorrow night": 1}
_DAY = re.compile(rf"(?<!-)\b(?P<day>{'|'.join(sorted(_DAYS_OFF, key=len)[::-1])})\b", re.I)


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
    found += [
        (*m.span(), _from_today(m["which"], m["unit"])) for m in _FROM_TODAY.finditer(question)
    ]
    for match in _DAY.finditer(question):
        day = date.today() + timedelta(days=_DAYS_OFF[match["day"].lower()])
        found.append((*match.span(), Moment(day, day + timedelta(days=1))))
    return found


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


def _from_today(which: str, unit: str) -> Moment:
    """This year, last month, next week."""
    off = {"last": -1, "previous": -1, "next": 1, "coming": 1}.get(which.lower(), 0)
    today = date.today()
    if unit.lower() == "week":
        monday = today + timedelta(days=7 * off - today.weekday())
        return Moment(monday, monday + timedelta(days=7))
    months = 12 if unit.lower() == "year" else 1
    at = today.year * 12 + (0 if months > 1 else today.month - 1) + off * months
    return Moment(_first_of(at), _first_of(at + months))


def _first_of(months: int) -> date:
    """The first day of a month, counted from the year 0."""
    return date(months // 12, months % 12 + 1, 1)
