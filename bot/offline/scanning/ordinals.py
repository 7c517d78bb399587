"""An ordinal before a superlative: the second largest."""

from __future__ import annotations

from bot.offline.data import load
from bot.offline.items import Function
from bot.offline.scanning.sheet import Sheet

_RANKING = ("most_count", "fewest_count", "most_adverb")


def put_ordinal(sheet: Sheet, at: int) -> None:
    """Second, where what follows ranks."""
    place = load("scales")["ordinals"].get(sheet.forms[at])
    roles = [role for _, role in sheet.phrases.get(at + 1, ())]
    if place and any(r in _RANKING or r.startswith("superlatives:") for r in roles):
        sheet.add(Function(at, at + 1, 0.0, "ordinal", str(place)))
