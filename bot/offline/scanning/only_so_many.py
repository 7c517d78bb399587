"""So many and no more: have only one supplier, have two owners, placed just two orders."""

from __future__ import annotations

from bot.offline.items import (
    TIMES,
    Compare,
    Function,
    Item,
    Noun,
    Number,
    PropertyWord,
    RoleNoun,
    Verb,
)
from bot.offline.quantities import number_at
from bot.offline.scanning.comparing_words import so_many
from bot.offline.scanning.sheet import Sheet

_COST = 0.02
_ONLY = frozenset(["only", "just"])
_DOING = frozenset(["have", "has", "had", "having", "with", "by", "does", "did", "do", "contain"])
_HAVE = frozenset(["have", "has", "had", "having"])
# A number alone may stand for at least so many: that costs as much as that a word is added.
_BARE = 0.1
_OFTEN = {"once": 1, "twice": 2}
_MOST = frozenset(["most", "highest", "largest", "maximum", "greatest", "biggest", "longest"])
_NOT = frozenset(["not", "never", "n't", "without", "no", "nobody"])


def put_only_so_many(sheet: Sheet, at: int) -> None:
    """Behind what somebody does or has: *show only five films* names no condition."""
    if at and sheet.forms[at - 1] in _HAVE and (bare := number_at(sheet.tokens, at)) is not None:
        if bare[1].value not in (0, 1) and _several(sheet, bare[0]):
            many = so_many(sheet, *bare)
            sheet.add(Compare(at, bare[0], _BARE, "=", bare[1], counted=many))
        return
    form = sheet.forms[at]
    if (form not in _ONLY and form != "a") or not _told(sheet, at):
        return
    number = number_at(sheet.tokens, at + 1) if form in _ONLY else None
    if number is not None and number[0] < len(sheet.forms) and not _often(sheet, at + 1):
        many = so_many(sheet, *number)
        sheet.add(Compare(at, number[0], _COST, "=", number[1], counted=many))
    elif form in _ONLY and _often(sheet, at + 1):
        times = Number(_OFTEN[sheet.forms[at + 1]])
        sheet.add(Compare(at, at + 2, _COST, "=", times, None, TIMES))
    elif sheet.forms[at : at + 2] == ("a", "single") and not (_MOST | _NOT) & set(sheet.forms[:at]):
        # Never a single order is none; the most in a single order is of each.
        sheet.add(Compare(at, at + 2, _COST, "=", Number(1), counted=True))


def _several(sheet: Sheet, at: int) -> bool:
    """Whether things of a kind come next, and not an amount's unit: *have two owners*."""
    after = sheet.items[at] if at < len(sheet.items) else []
    named = [it for it in after if isinstance(it, Noun | RoleNoun) and it.plural]
    return bool(named) and not any(isinstance(it, PropertyWord) for it in after)


def _often(sheet: Sheet, at: int) -> bool:
    return at < len(sheet.forms) and sheet.forms[at] in _OFTEN


def _told(sheet: Sheet, at: int) -> bool:
    """Whether right before it someone has or does something."""
    if at and sheet.forms[at - 1] in _DOING:
        return True
    before: list[Item] = [it for items in sheet.items[:at] for it in items if it.end == at]
    return any(isinstance(it, Verb) or _acts(it) for it in before)


def _acts(item: Item) -> bool:
    return isinstance(item, Function) and item.role in ("agent", "patient")
