"""How much has each owner paid: no amount is what only tells whether something was paid."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Flag, Item, PropertyWord
from bot.offline.scanning.most_done import NOT_SO
from bot.offline.scanning.sheet import Sheet

_ASIDE = frozenset(["in", "so", "for", "by", "to", "on", "at"])


def price_flags(sheet: Sheet) -> None:
    """Makes what names a flag dear where the question or its main part ends."""
    for at, items in enumerate(sheet.items):
        after = sheet.forms[at + 1 : at + 2]
        if not at or (after and after[0] not in _ASIDE and after[0].isalpha()):
            continue
        sheet.items[at] = [_dearer(sheet, it) for it in items]


def _dearer(sheet: Sheet, item: Item) -> Item:
    if isinstance(item, Flag):
        return replace(item, cost=item.cost + NOT_SO)
    if not isinstance(item, PropertyWord):
        return item
    flags = (sheet.lexicon.kind(c.owner, c.property) == "flag" for c in item.candidates)
    return replace(item, cost=item.cost + NOT_SO) if all(flags) else item
