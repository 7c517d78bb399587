"""Two properties reckoned together: revenue per employee, the sum of budget and revenue over 5."""

from __future__ import annotations

from typing import Literal as OneOf

from bot.offline.items import PropertyWord, Reckoned
from bot.offline.scanning.sheet import Sheet

_PER = frozenset(["per", "divided"])
_NAMED: dict[str, OneOf["+", "*", "/"]] = {
    "ratio": "/",
    "quotient": "/",
    "sum": "+",
    "total": "+",
    "product": "*",
}
_JOINED: dict[str, OneOf["+", "-", "*"]] = {"plus": "+", "+": "+", "minus": "-", "times": "*"}
_TOGETHER = frozenset(["combined", "together", "summed"])
_BETWEEN = frozenset(["of", "between"])
_SMALL = frozenset(["the", "its", "their", "a", "by", "unit", "of", "single"])
_AND = (("and",), ("&",))
_COST = 0.05


def put_reckoned(sheet: Sheet) -> None:
    """Every two properties that a question puts together."""
    for at, form in enumerate(sheet.forms):
        if form in _PER:
            for one in _ending(sheet, at):
                _put(sheet, one.start, one, at + 1, "/")
        if form in _NAMED and sheet.forms[at + 1 : at + 2] and sheet.forms[at + 1] in _BETWEEN:
            joints = (*_AND, ("to",)) if _NAMED[form] == "/" else _AND
            for one in _properties(sheet, at + 2):
                if sheet.forms[one.end : one.end + 1] in joints:
                    _put(sheet, at, one, one.end + 1, _NAMED[form])
        if form in _JOINED:
            for one in _ending(sheet, at):
                _put(sheet, one.start, one, at + 1, _JOINED[form])
        if form in _TOGETHER:
            _put_together(sheet, at)


def _put_together(sheet: Sheet, at: int) -> None:
    """A combined budget and revenue; budget and revenue combined."""
    for one in _properties(sheet, at + 1):
        if sheet.forms[one.end : one.end + 1] in _AND:
            _put(sheet, at, one, one.end + 1, "+")
    for two in _ending(sheet, at):
        if sheet.forms[two.start - 1 : two.start] in _AND and two.start > 1:
            for one in _ending(sheet, two.start - 1):
                sheet.add(Reckoned(one.start, at + 1, _COST, one, two, "+"))


def _put(
    sheet: Sheet, start: int, one: PropertyWord, at: int, operator: OneOf["+", "-", "*", "/"]
) -> None:
    for two in _properties(sheet, at):
        sheet.add(Reckoned(start, two.end, _COST, one, two, operator, signed=operator == "-"))


def _ending(sheet: Sheet, at: int) -> list[PropertyWord]:
    """The properties named right before a token."""
    before = (it for items in sheet.items[:at] for it in items)
    return [it for it in before if isinstance(it, PropertyWord) and it.end == at]


def _properties(sheet: Sheet, at: int) -> list[PropertyWord]:
    """The properties named at a token, small words skipped."""
    while at < len(sheet.items):
        found = [it for it in sheet.items[at] if isinstance(it, PropertyWord)]
        if found or sheet.forms[at] not in _SMALL:
            return found
        at += 1
    return []
