"""Verbs that only say that something is there, or came to be, before a time."""

from __future__ import annotations

from bot.offline.items import Amount, Compare, PropertyWord, Skip, Verb
from bot.offline.phrases import heads, listed
from bot.offline.scanning.sheet import Sheet
from bot.stored.amounts import Moment

_FOUNDED = ("founded", "start", "@time")
_TIMED = frozenset(["in", "on", "during", "within", "for", "last", "this", "between", "from"])
_CHEAP = 0.2
_LONGEST = 4


def put_coming(sheet: Sheet, at: int) -> None:
    """Reviews that came in during 2020; firms that have been around since 1950."""
    if sheet.forms[at] not in heads("asides", "coming", "standing"):
        return
    for size in range(1, _LONGEST + 1):
        span, end = sheet.forms[at : at + size], at + size
        if len(span) < size:
            return
        if (
            span in listed("asides", "coming")
            and _timed(sheet, end)
            and not _related(sheet, at, end)
        ):
            sheet.add(Skip(at, end, 0.05))
        if span in listed("asides", "standing"):
            _standing(sheet, at, end)


def _timed(sheet: Sheet, at: int) -> bool:
    """Whether a time follows."""
    start = at + (sheet.forms[at : at + 1] != () and sheet.forms[at] in _TIMED)
    items = [it for i in (at, start) if i < len(sheet.items) for it in sheet.items[i]]
    return any(isinstance(it, Amount | Compare) and isinstance(it.amount, Moment) for it in items)


def _related(sheet: Sheet, at: int, end: int) -> bool:
    """Whether the words are a relationship or a property of the schema."""
    items = [it for it in sheet.items[at] if isinstance(it, Verb | PropertyWord)]
    # Were filed: on the day that is so called.
    items += [it for it in sheet.items[end - 1] if isinstance(it, PropertyWord) and it.verbal]
    return any(it.end == end and it.cost < _CHEAP for it in items)


def _standing(sheet: Sheet, at: int, end: int) -> None:
    """What has been around since 1950 was founded then, or before."""
    items = sheet.items[end] if end < len(sheet.items) else []
    for item in [it for it in items if isinstance(it, Compare)]:
        if isinstance(item.amount, Moment) and item.operator in ("since", "before", "after"):
            operator = "until" if item.operator == "since" else item.operator
            sheet.add(Compare(at, item.end, -0.05, operator, item.amount, None, _FOUNDED))
