"""Dates and times of day as people write them, as the folded forms under which text may hold them.

Many graphs keep dates as text, in one of a few formats; "August 3, 2017" then stands for
"03/08/2017" or "2017-08-03". Which of the formats a graph uses shows in what is stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MONTHS = [
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
]
_NUMBER_OF = {
    **{name: n for n, name in enumerate(_MONTHS, 1)},
    **{name[:3]: n for n, name in enumerate(_MONTHS, 1)},
    "sept": 9,
}
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
CALENDAR_WORDS = frozenset((*_NUMBER_OF, *_DAYS))

_MONTH = "(?P<month>" + "|".join(sorted(_NUMBER_OF, key=len, reverse=True)) + r")\b\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>\d{4})"
_DATES = [
    re.compile(rf"\b{_DAY}(?:\s+of)?[\s-]+{_MONTH}[\s,-]+{_YEAR}\b", re.IGNORECASE),
    re.compile(rf"\b{_MONTH}\s+{_DAY}(?:\s*,\s*|\s+){_YEAR}\b", re.IGNORECASE),
    re.compile(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b"),
    re.compile(r"\b(?P<day>\d{1,2})[/.](?P<month>\d{1,2})[/.](?P<year>\d{4})\b"),
    re.compile(r"\b(?P<month>\d{1,2})[/.](?P<day>\d{1,2})[/.](?P<year>\d{4})\b"),
]
_TIMES = [
    re.compile(
        r"\b(?P<hour>1[0-2]|0?[1-9])(?::(?P<minute>[0-5]\d))?\s*(?P<half>[ap])\.?m\b\.?",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)\b(?!\s*[apAP]\.?[mM])(?P<half>)"),
]


@dataclass(frozen=True, slots=True)
class Moment:
    """A date or time at `start` up to `end` in the text, and the forms it may be stored in."""

    start: int
    end: int
    forms: tuple[str, ...]


def moments(text: str) -> Iterator[Moment]:
    """The dates and times of a text.

    >>> [m.forms[0] for m in moments("on 3rd August 2017 at 6:30 pm")]
    ['2017 08 03', '18 30']
    """
    for pattern in _DATES:
        for match in pattern.finditer(text):
            slashed = "/" in match.group() or match.group().replace(".", "").isdigit()
            forms = _date_forms(match["year"], match["month"], match["day"], slashed=slashed)
            if forms:
                yield Moment(*match.span(), forms)
    for pattern in _TIMES:
        for match in pattern.finditer(text):
            yield Moment(*match.span(), _time_forms(match["hour"], match["minute"], match["half"]))


def _time_forms(hour: str, minute: str | None, half: str) -> tuple[str, ...]:
    h = int(hour)
    if half:
        h = h % 12 + (12 if half.lower() == "p" else 0)
    m = minute or "00"
    return tuple(dict.fromkeys((f"{h:02} {m}", f"{h} {m}", f"{h:02} {m} 00")))


def _date_forms(year: str, month: str, day: str, *, slashed: bool) -> tuple[str, ...]:
    """The forms of a date; of 11/08/2017 none, because only the graph knows which is the month."""
    m = int(month) if month.isdigit() else _NUMBER_OF[month.lower()]
    d = int(day)
    if not (1 <= m <= 12 and 1 <= d <= 31) or (slashed and d <= 12):
        return ()
    forms = (
        f"{year} {m:02} {d:02}",
        f"{d:02} {m:02} {year}",
        f"{d} {m:02} {year}",
        f"{d} {m} {year}",
        f"{m:02} {d:02} {year}",
        f"{m} {d:02} {year}",
        f"{m} {d} {year}",
        f"{year}{m:02}{d:02}",
        f"{d} {_MONTHS[m - 1]} {year}",
        f"{_MONTHS[m - 1]} {d} {year}",
    )
    return tuple(dict.fromkeys(forms))
