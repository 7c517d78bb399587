"""One property for each unit of another: revenue per employee, the ratio of price to weight."""

from __future__ import annotations

from bot.offline.items import Difference, PropertyWord
from bot.offline.scanning.sheet import Sheet

_PER = frozenset(["per", "divided"])
_RATIO = frozenset(["ratio", "quotient"])
_BETWEEN = frozenset(["of", "between"])
_SMALL = frozenset(["the", "its", "their", "a", "by", "unit", "of", "single"])


def put_ratios(sheet: Sheet) -> None:
    """Every ratio of two properties that a question names."""
    for at, form in enumerate(sheet.forms):
        if form in _PER:
            for start in range(at):
                for one in sheet.items[start]:
                    if isinstance(one, PropertyWord) and one.end == at:
                        _put(sheet, start, one, at + 1)
        if form in _RATIO and sheet.forms[at + 1 : at + 2] and sheet.forms[at + 1] in _BETWEEN:
            for one in _properties(sheet, at + 2):
                if sheet.forms[one.end : one.end + 1] in (("to",), ("and",)):
                    _put(sheet, at, one, one.end + 1)


def _put(sheet: Sheet, start: int, one: PropertyWord, at: int) -> None:
    for two in _properties(sheet, at):
        sheet.add(Difference(start, two.end, 0.05, one, two, ratio=True))


def _properties(sheet: Sheet, at: int) -> list[PropertyWord]:
    """The properties named at a token, small words skipped."""
    while sheet.forms[at : at + 1] and sheet.forms[at] in _SMALL:
        at += 1
    items = sheet.items[at] if at < len(sheet.items) else []
    return [it for it in items if isinstance(it, PropertyWord)]
