"""Lives with X: what the words say together, not that somebody lives somewhere, with X."""

from __future__ import annotations

from bot.offline.items import Function, Verb
from bot.offline.scanning.sheet import Sheet

_LIVES = frozenset(["live", "lives", "lived", "reside", "resides", "resided", "living", "residing"])
# A relationship that costs more is only guessed at.
_MEANT = 0.1


def keep_longer_verbs(sheet: Sheet) -> None:
    """Take out living where it only begins the words of a relationship: living with."""
    for at, items in enumerate(sheet.items):
        said = sheet.forms[at] in _LIVES and sheet.forms[at + 1 : at + 2] == ("with",)
        if said and any(isinstance(it, Verb) and it.end > at + 1 and _meant(it) for it in items):
            items[:] = [it for it in items if not _begins(it, at + 1)]


def _meant(verb: Verb) -> bool:
    return min(cost for _, cost in verb.types) <= _MEANT


def _begins(item: object, end: int) -> bool:
    return isinstance(item, Function) and item.role == "connectors" and item.end == end
