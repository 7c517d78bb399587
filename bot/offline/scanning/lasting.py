"""Still or no longer: currently, the current head of, former members."""

from __future__ import annotations

from functools import cache

from bot.offline.data import load
from bot.offline.items import Function
from bot.offline.phrases import forms_of
from bot.offline.scanning.sheet import Sheet

_LONGEST = 3


@cache
def _words(kind: str) -> frozenset[tuple[str, ...]]:
    return frozenset(forms_of(phrase) for phrase in load("lasting")[kind])


def still(sheet: Sheet, at: int, end: int) -> bool:
    """Whether words tell that something still holds, where the schema can tell."""
    return bool(sheet.lexicon.lasting) and sheet.forms[at:end] in _words("still")


def put_lasting(sheet: Sheet, at: int) -> None:
    """Words for what holds still, or did once."""
    if not sheet.lexicon.lasting:
        return
    for size in range(1, _LONGEST + 1):
        span = sheet.forms[at : at + size]
        for kind in ("still", "once") if len(span) == size else ():
            if span in _words(kind):
                sheet.add(Function(at, at + size, 0.0, "lasting", kind))
