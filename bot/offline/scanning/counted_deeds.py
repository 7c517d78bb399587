"""Like count, reply counts: a figure that is kept under these words, and nothing that is done."""

from __future__ import annotations

from bot.offline.items import PropertyWord, Verb
from bot.offline.scanning.sheet import Sheet

_COUNTS = frozenset(["count", "counts"])
# What a figure's own name costs at most, said in full.
_NAMED = 0.05


def keep_counted_deeds(sheet: Sheet) -> None:
    """Take out the verb that a figure's name begins with, and the bare count that ends it."""
    for at, items in enumerate(sheet.items):
        if sheet.forms[at + 1 : at + 2] and sheet.forms[at + 1] in _COUNTS:
            end = at + 2
            if any(isinstance(it, PropertyWord) and it.end == end and _named(it) for it in items):
                items[:] = [it for it in items if not (isinstance(it, Verb) and it.end < end)]


def _named(word: PropertyWord) -> bool:
    return word.cost + min(candidate.cost for candidate in word.candidates) < _NAMED
