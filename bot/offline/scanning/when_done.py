"""When was X *delivered*: the day on which it was, not X as something whose state is delivered."""

from __future__ import annotations

from bot.offline.items import Function, PropertyWord, Value
from bot.offline.kinds import TIME_KINDS, kind_of
from bot.offline.scanning.sheet import Sheet

_DETERMINERS = frozenset({"a", "an", "all", "any", "each", "every", "the", "which"})


def keep_when_done(sheet: Sheet) -> None:
    """Takes away the value that is written like the verb whose date was asked for."""
    opening = sheet.items[0] if sheet.items else []
    if not any(isinstance(it, Function) and it.role == "moment" for it in opening):
        return
    for at, items in enumerate(sheet.items):
        ends = {it.end for it in items if isinstance(it, PropertyWord) and _is_date(sheet, it)}
        stands_before = at > 0 and sheet.forms[at - 1] in _DETERMINERS
        if ends and not stands_before:
            sheet.items[at] = [it for it in items if not _names_a_state(it, ends)]


def _is_date(sheet: Sheet, word: PropertyWord) -> bool:
    labels = sheet.lexicon.schema.labels
    owned = [c for c in word.candidates if word.verbal and not c.of_relationship]
    kept = [labels[c.owner].properties[c.property] for c in owned]
    return any(kind_of(known) in TIME_KINDS for known in kept)


def _names_a_state(item: object, ends: set[int]) -> bool:
    return isinstance(item, Value) and not item.quoted and item.end in ends
