"""Joan Flores, where a first and a last name are stored apart: one person, no two."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Value
from bot.offline.scanning.sheet import Sheet


def put_full_names(sheet: Sheet) -> None:
    """A first name with the last name right behind it, instead of each of them alone."""
    for at, items in enumerate(sheet.items):
        whole = [
            replace(first, end=last.end, cost=max(first.cost, last.cost), family=last.link)
            for first in items
            if isinstance(first, Value) and not first.quoted
            for behind in sheet.items[first.end : first.end + 1]
            for last in behind
            if isinstance(last, Value) and not last.quoted and _one(sheet, first, last)
        ]
        if not whole:
            continue
        end = max(name.end for name in whole)
        for within in range(at, end):
            kept = [it for it in sheet.items[within] if not isinstance(it, Value) or it.end > end]
            sheet.items[within][:] = kept
        items += whole


def _one(sheet: Sheet, first: Value, last: Value) -> bool:
    """Whether two values are the first and the last name that a label stores."""
    named = sheet.lexicon.shown(first.link.label)[:2]
    return first.link.label == last.link.label and named == (
        first.link.property,
        last.link.property,
    )
