"""When was X *delivered*, when was the *delivered* one sent: a date's verb that is a state too."""

from __future__ import annotations

from typing import TypeGuard

from bot.offline.items import Function, Item, Noun, PropertyWord, Value
from bot.offline.scanning.sheet import Sheet
from bot.stored.kinds import TIME_KINDS


def settle_states_with_dates(sheet: Sheet) -> None:
    """Where *when* is asked, such a word is a state before what is in it, and else its date."""
    opening = sheet.items[0] if sheet.items else []
    if not any(isinstance(it, Function) and it.role == "moment" for it in opening):
        return
    for at, items in enumerate(sheet.items):
        dates = [it for it in items if isinstance(it, PropertyWord) and _is_date(sheet, it)]
        ends = {it.end for it in dates}
        states = [it for it in items if _is_state(it) and it.end in ends]
        before = [it for it in states if it.link.label in _labels_at(sheet, it.end)]
        dropped: list[Item] = [*dates] if before else [*states]
        if dates and states:
            sheet.items[at] = [it for it in items if it not in dropped]


def _is_date(sheet: Sheet, word: PropertyWord) -> bool:
    owned = [c for c in word.candidates if word.verbal and not c.of_relationship]
    return any(sheet.lexicon.kind(c.owner, c.property) in TIME_KINDS for c in owned)


def _is_state(item: Item) -> TypeGuard[Value]:
    return isinstance(item, Value) and not item.quoted


def _labels_at(sheet: Sheet, at: int) -> set[str]:
    """What may be named from a token on."""
    items = sheet.items[at] if at < len(sheet.items) else []
    named = {it.link.label for it in items if isinstance(it, Value)}
    return named | {it.label for it in items if isinstance(it, Noun)}
