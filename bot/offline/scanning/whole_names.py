"""Sender bank country, where that is kept: no country of a sender bank; opening year: not open."""

from __future__ import annotations

from bot.offline.items import Flag, Item, Noun, PropertyWord, Verb
from bot.offline.scanning.sheet import Sheet
from memory.text import split_name

_EXACT = 0.02
# Two words may well be a thing and what is kept of it: a customer's name.
_LONG = 3


def keep_whole_names(sheet: Sheet) -> None:
    """Take out what only part of a property's long name is for."""
    for whole in [it for items in sheet.items for it in items if _is_whole(sheet, it)]:
        for at in range(whole.start, whole.end):
            sheet.items[at][:] = [it for it in sheet.items[at] if not _part(it, whole)]


def _is_whole(sheet: Sheet, item: Item) -> bool:
    said = sheet.forms[item.start : item.end]
    if not isinstance(item, PropertyWord) or len(said) == 1 or "of" in said:
        return False
    exact = (c for c in item.candidates if c.cost <= _EXACT)
    return any(len(split_name(c.property)) == len(said) for c in exact)


def _part(item: Item, whole: Item) -> bool:
    within = item.end <= whole.end and (item.start, item.end) != (whole.start, whole.end)
    taken = (Flag,) if whole.end - whole.start < _LONG else (Noun, PropertyWord, Verb)
    return within and isinstance(item, taken)
