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
    for at in range(len(sheet.items)):
        _either(sheet, at)


def _either(sheet: Sheet, at: int) -> None:
    """A hard or very hard difficulty: two values before their property."""
    for one in [it for it in sheet.items[at] if isinstance(it, Value)]:
        if sheet.forms[one.end : one.end + 1] != ("or",) or one.end + 1 >= len(sheet.items):
            continue
        for two in [it for it in sheet.items[one.end + 1] if isinstance(it, Value)]:
            own = (one.link.label, one.link.property)
            if own != (two.link.label, two.link.property) or two.end >= len(sheet.items):
                continue
            for word in [it for it in sheet.items[two.end] if isinstance(it, PropertyWord)]:
                if any((c.owner, c.property) == own for c in word.candidates):
                    sheet.add(replace(one, cost=min(one.cost, _NAMED)))
                    sheet.add(replace(two, end=word.end, cost=min(two.cost, _NAMED)))


def _behind(sheet: Sheet, at: int) -> list[PropertyWord]:
    """The properties named after as or among, and an article."""
    size = next((len(p) for p in _AS if sheet.forms[at : at + len(p)] == p), 0)
    end = at + size
    if not size or end + 1 >= len(sheet.items):
        return []
    end += sheet.forms[end] in _WHOSE
    return [it for it in sheet.items[end] if isinstance(it, PropertyWord) and not it.verbal]
