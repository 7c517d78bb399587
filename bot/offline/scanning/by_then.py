"""A day by which something was so: films released by 31 December 1990."""

from __future__ import annotations

from bot.offline.items import Compare, Moment, Recurrent, Value
from bot.offline.scanning.amounts import amounts_at
from bot.offline.scanning.sheet import Sheet

# A year may be a name: written by 1984.
_NAMED = 0.3


def put_by_then(sheet: Sheet, at: int) -> None:
    """By May 2010: then or before."""
    if sheet.forms[at] != "by":
        return
    for end, amount in amounts_at(sheet, at + 1):
        if isinstance(amount, Moment) and not isinstance(amount, Recurrent):
            named = any(isinstance(it, Value) for it in sheet.items[at + 1])
            cost = _NAMED if named else 0.0
            sheet.add(Compare(at, end, cost, "until", amount, None, ("@time",)))
