"""Spans told from today: last week, in the past 30 days, three years ago, last summer."""

from __future__ import annotations

import calendar
import re
from datetime import date, timedelta

from bot.stored.amounts import Before, Moment, UpToToday
from bot.words.data import load

_UNITS = "day|week|month|quarter|year|decade"
_NUMBERS: dict[str, int] = load("scales")["numbers"]
_N = rf"\d{{1,4}}|{'|'.join(word for word, n in _NUMBERS.items() if n)}"
_WHICH = re.compile(
    r"\b(?P<which>this|last|current|previous|next|coming) (?P<unit>week|month|quarter|year)\b", re.I
)
# How far off the day is.
_DAYS = {"today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0}
_DAYS |= {"yesterday": -1, "last night": -1, "tomorrow": 1, "tomorrow night": 1}
_DAY = re.compile(rf"(?<!-)\b(?P<day>{'|'.join(sorted(_DAYS, key=len)[::-1])})\b", re.I)
# The last three months of 2020 are none of these.
_LASTING = re.compile(
    rf"\b(?<!each of )(?<!each of the )(?:within )?(?:the )?(?P<way>last|past|previous|next|coming)"
    rf" (?P<n>{_N}) (?P<unit>{_UNITS})s?\b(?! of\b)"
    rf"|\b(?:within )?the (?:past (?P<one>{_UNITS})|last (?P<ten>decade))\b(?! of\b)",
    re.I,
)
_AGO = re.compile(
    r"\b(?:(?P<more>more than|over|longer than|at least)|"
    r"(?P<less>less than|under|within|no more than|at most))? ?"
    rf"\b(?P<n>{_N}|an?) (?P<unit>{_UNITS})s? ago\b",
    re.I,
)
# The month in which a season begins, in the northern half.
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
# One of these stands in all of them.
_CUES = (*_UNITS.split("|"), "night", "morning", "evening", "afternoon", "tomorrow", *SEASONS)
_SEASON = re.compile(rf"\b(?P<which>this|last) (?P<season>{'|'.join(SEASONS)})\b", re.I)


def from_today(question: str, today: date) -> list[tuple[int, int, Moment]]:
    """The spans told from `today`, with their character offsets.

    >>> from_today("in the last two weeks", date(2024, 3, 15))[0][2].first
    datetime.date(2024, 3, 1)
    >>> from_today("since last quarter", date(2024, 3, 15))[0][2].first
    datetime.date(2023, 10, 1)
    """
    found: list[tuple[int, int, Moment]] = []
    lowered = question.lower()
    if not any(cue in lowered for cue in _CUES):
        return found
    for match in _DAY.finditer(question):
        day = today + timedelta(days=_DAYS[match["day"].lower()])
        found.append((*match.span(), Moment(day, day + timedelta(days=1))))
    for match in _WHICH.finditer(question):
        way = {"last": -1, "previous": -1, "next": 1, "coming": 1}.get(match["which"].lower(), 0)
        found.append((*match.span(), _whole(match["unit"].lower(), way, today)))
    for match in _SEASON.finditer(question):
        last = match["which"].lower() == "last"
        found.append((*match.span(), _season_near(match["season"].lower(), today, last=last)))
    for match in _LASTING.finditer(question):
        unit, n = (match["unit"] or match["one"] or match["ten"]).lower(), number(match["n"])
        forward = (match["way"] or "past").lower() in ("next", "coming")
        edge = moved(today, unit, n if forward else -n)
        if edge is not None:
            after = (edge if forward else today) + timedelta(days=1)
            span = Moment(today, after) if forward else UpToToday(edge, after)
            found.append((*match.span(), span))
    for match in _AGO.finditer(question):
        moment = _ago(match, today)
        if moment is not None:
            lead = len(match[0]) - len(match[0].lstrip())
            found.append((match.start() + lead, match.end(), moment))
    return found


def season(name: str, year: int) -> Moment:
    """Summer 2020 is June to August; winter 2020 ends in February 2021."""
    first = date(year, SEASONS[name], 1)
    return Moment(first, _months_on(first, 3))


def number(text: str | None) -> int:
    """How many the words say: an hour is one."""
    low = (text or "one").lower()
    return int(low) if low.isdigit() else 1 if low in ("a", "an") else _NUMBERS[low]


def _ago(match: re.Match[str], today: date) -> Moment | None:
    """Three years ago is in that year, two days ago on that day."""
    unit, n = match["unit"].lower(), number(match["n"])
    day = moved(today, unit, -n)
    if day is None:
        return None
    if match["more"]:
        return Before(day, day + timedelta(days=1))
    if match["less"]:
        return UpToToday(day, today + timedelta(days=1))
    return _whole(unit, 0, day) if unit != "decade" else None


def moved(day: date, unit: str, n: int) -> date | None:
    """So many units on, or back; None where there are no such years."""
    days = {"day": 1, "week": 7}.get(unit)
    try:
        if days:
            return day + timedelta(days=days * n)
        return _months_on(day, {"month": 1, "quarter": 3, "year": 12, "decade": 120}[unit] * n)
    except (ValueError, OverflowError):
        return None


def _months_on(day: date, months: int) -> date:
    """The same day of another month, or its last."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _whole(unit: str, way: int, day: date) -> Moment:
    """The day, week, month, quarter or year that a day is in, or the one before or after it."""
    if unit in ("day", "week"):
        days = 7 if unit == "week" else 1
        first = day - timedelta(days=day.weekday() if unit == "week" else 0)
        first += timedelta(days=days * way)
        return Moment(first, first + timedelta(days=days))
    months = {"month": 1, "quarter": 3, "year": 12}[unit]
    first = date(day.year, (day.month - 1) // months * months + 1, 1)
    first = _months_on(first, months * way)
    return Moment(first, _months_on(first, months))


def _season_near(name: str, today: date, *, last: bool) -> Moment:
    """The last one that is over; this one is of this year, or of last where it still lasts."""
    these = [season(name, today.year - back) for back in (0, 1, 2)]
    if last:
        return next(one for one in these if one.after <= today)
    return next((one for one in these if one.first <= today < one.after), these[0])
