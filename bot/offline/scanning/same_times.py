"""Two at one time: born in the same year as X."""

from __future__ import annotations

from bot.offline.items import Function
from bot.offline.scanning.sheet import Sheet

# What a part of a date is called, and what is held against another's.
_PARTS = {
    "year": "year",
    "decade": "decade",
    "century": "century",
    "month": "month_and_year",
    "date": "date",
    "day": "date",
}
_AND_YEAR = ("and", "year")


def put_same_times(sheet: Sheet) -> None:
    """The same year as; the same month (and year) as."""
    for at in (i for i, form in enumerate(sheet.forms) if form == "same"):
        part = _PARTS.get(sheet.forms[at + 1]) if at + 1 < len(sheet.forms) else None
        end = at + 2
        if part == "month_and_year" and sheet.forms[end : end + 2] == _AND_YEAR:
            end += 2
        if part is not None and sheet.forms[end : end + 1] == ("as",):
            sheet.add(Function(at, end + 1, 0.0, "same_time", part))
