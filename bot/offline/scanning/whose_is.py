"""Whose status is open and whose region is X: the second property is tested, and not asked for."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import PropertyWord
from bot.offline.scanning.sheet import Sheet

_BE = frozenset(["is", "are", "was", "were"])
_BEFORE = frozenset(["and", "or", "but", "whose", "the", "their", "its"])


def mark_tested(sheet: Sheet) -> None:
    """The properties named before *is* by *whose*, and after others of the same *whose*."""
    whose = sheet.forms.index("whose") if "whose" in sheet.forms else 0
    if not whose:
        return
    for at in range(whose + 1, len(sheet.items)):
        if sheet.forms[at - 1] in _BEFORE:
            sheet.items[at] = [
                replace(it, tested=True)
                if isinstance(it, PropertyWord) and set(sheet.forms[it.end : it.end + 1]) & _BE
                else it
                for it in sheet.items[at]
            ]
