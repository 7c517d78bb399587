"""The ways to write one day or one time of day, for graphs that keep them as texts."""

from __future__ import annotations

import re
from datetime import date

_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d\d))?\s*([ap])\.?m\.?\Z|(\d{1,2})[:.](\d\d)\Z", re.I)
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\Z")
_DAY_FIRST = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\Z")


def text_forms(text: str) -> tuple[str, ...]:
    """Other forms of a day or a time of day; none of any other text.

    >>> text_forms("6 PM"), text_forms("2017-08-05")[:2]
    (('18:00', '18:00:00'), ('05/08/2017', '5/8/2017'))
    >>> text_forms("Burglary")
    ()
    """
    return tuple(form for form in (*_times(text.strip()), *_days(text.strip())) if form != text)


def _times(text: str) -> tuple[str, ...]:
    found = _CLOCK.match(text)
    if found is None:
        return ()
    hour, minute = int(found[1] or found[4]), int(found[2] or found[5] or 0)
    if found[3] is not None:
        hour = hour % 12 + (12 if found[3].lower() == "p" else 0)
    if hour > 23 or minute > 59:
        return ()
    return f"{hour:02}:{minute:02}", f"{hour:02}:{minute:02}:00"


def _days(text: str) -> tuple[str, ...]:
    iso, other = _ISO.match(text), _DAY_FIRST.match(text)
    try:
        if iso is not None:
            day = date(int(iso[1]), int(iso[2]), int(iso[3]))
        elif other is not None:
            day = date(int(other[3]), int(other[2]), int(other[1]))
        else:
            return ()
    except ValueError:
        return ()
    y, m, d = day.year, day.month, day.day
    return (
        f"{d:02}/{m:02}/{y}",
        f"{d}/{m}/{y}",
        f"{d}/{m:02}/{y}",
        f"{d:02}.{m:02}.{y}",
        f"{y}-{m:02}-{d:02}",
    )
