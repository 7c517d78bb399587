"""Have gravel as a surface, red among their colors: a value with its property behind it."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import PropertyWord, Value
from bot.offline.scanning.sheet import Sheet

_AS = (("as", "one", "of"), ("as",), ("among",), ("amongst",))
_WHOSE = frozenset(["a", "an", "the", "its", "their", "his", "her", "one"])
_NAMED = 0.04


def put_as_property(sheet: Sheet) -> None:
    """Values of the property that is named right behind them, in one piece with it."""
    for items in sheet.items:
        for value in [it for it in items if isinstance(it, Value)]:
            for word in _behind(sheet, value.end):
                link = value.link
                if any(
                    (c.owner, c.property) == (link.label, link.property) for c in word.candidates
                ):
                    sheet.add(replace(value, end=word.end, cost=min(value.cost, _NAMED)))


def _behind(sheet: Sheet, at: int) -> list[PropertyWord]:
    """The properties named after as or among, and an article."""
    size = next((len(p) for p in _AS if sheet.forms[at : at + len(p)] == p), 0)
    end = at + size
    if not size or end + 1 >= len(sheet.items):
        return []
    end += sheet.forms[end] in _WHOSE
    return [it for it in sheet.items[end] if isinstance(it, PropertyWord) and not it.verbal]
