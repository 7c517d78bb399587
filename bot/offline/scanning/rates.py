"""A total commission is no sum of percentages, unless they are called so."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Item, PropertyWord
from bot.offline.scanning.sheet import Sheet
from bot.offline.units import unit_of

_TOTALS = frozenset(["total", "combined", "overall", "cumulative", "sum"])
_PERCENT = frozenset(["percent", "percentage", "percentages", "pct", "%", "share", "shares"])


def drop_total_rates(sheet: Sheet) -> None:
    """Percentages are no meaning of a property's word behind total, sum of."""
    if _TOTALS.isdisjoint(sheet.forms):
        return
    for at in range(len(sheet.forms)):
        if not _TOTALS.isdisjoint(sheet.forms[max(0, at - 3) : at]):
            sheet.items[at] = [kept for item in sheet.items[at] if (kept := _whole(sheet, item))]


def _whole(sheet: Sheet, item: Item) -> Item | None:
    """A piece without the percentages that it may name."""
    if not isinstance(item, PropertyWord):
        return item
    if not _PERCENT.isdisjoint(sheet.forms[item.start : item.end + 1]):
        return item
    kept = tuple(c for c in item.candidates if not _rate(c.property))
    return replace(item, candidates=kept) if kept else None


def _rate(name: str) -> bool:
    unit = unit_of(name)
    return unit is not None and unit.name == "percent"
