"""How much has each owner paid: no amount is what only tells whether something was paid."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Flag, Item, PropertyWord
from bot.offline.scanning.most_done import NOT_SO
from bot.offline.scanning.sheet import Sheet
from memory.text import split_name

_ASIDE = frozenset(["in", "so", "for", "by", "to", "on", "at"])
_DID = frozenset(["do", "does", "did"])


def price_flags(sheet: Sheet) -> None:
    """Makes what names a flag dear where the question or its main part ends."""
    for at, items in enumerate(sheet.items):
        after = sheet.forms[at + 1 : at + 2]
        if not at or (after and after[0] not in _ASIDE and after[0].isalpha()):
            continue
        pays = sheet.forms[at] == "pay" and bool(_DID & set(sheet.forms[:at]))
        sheet.items[at] = [_dearer(sheet, it, pays=pays) for it in items]


def _dearer(sheet: Sheet, item: Item, *, pays: bool) -> Item:
    if isinstance(item, Flag):
        return replace(item, cost=item.cost + NOT_SO)
    if not isinstance(item, PropertyWord):
        return item
    unlike = (
        sheet.lexicon.kind(c.owner, c.property) == "flag"
        or (pays and _wage(sheet, c.owner, c.property))
        for c in item.candidates
    )
    return replace(item, cost=item.cost + NOT_SO) if all(unlike) else item


def _wage(sheet: Sheet, owner: str, name: str) -> bool:
    """Whether a property is what someone is paid, and not what they pay."""
    return "salary" in sheet.lexicon.groups_of(owner, name) or split_name(name)[-1] == "pay"
