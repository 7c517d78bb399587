"""Positive reviews, mentions that are negative: the sign of the one figure that goes below zero."""

from __future__ import annotations

from bot.offline.items import Candidate, Flag, PropertyWord, Stated, Value
from bot.offline.scanning.sheet import Sheet
from bot.offline.signed import ADJECTIVES, signed

_PRICE = 0.15


def put_signed(sheet: Sheet, at: int) -> None:
    """What such a word says of a node where it names no property, no flag and no stored value."""
    operator = ADJECTIVES.get(sheet.forms[at])
    if operator is None:
        return
    after = sheet.items[at + 1] if at + 1 < len(sheet.items) else []
    if any(isinstance(it, PropertyWord) for it in after):
        return
    if any(isinstance(it, PropertyWord | Flag | Value) for it in sheet.items[at]):
        return
    found = tuple(
        Candidate(label.name, names[0], False, _PRICE)
        for label in sheet.lexicon.schema.labels.values()
        if len(names := signed(label)) == 1
    )
    if found:
        sheet.schema.add(at)
        sheet.add(Stated(at, at + 1, 0.0, found, operator))
