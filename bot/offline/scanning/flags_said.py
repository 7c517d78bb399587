"""The *corresponding* author, where who corresponds is flagged: none that could go unsaid."""

from __future__ import annotations

from bot.offline.items import Flag, Item, Skip
from bot.offline.scanning.sheet import Sheet


def keep_flags_said(sheet: Sheet) -> None:
    """A word that is the name of a flag is not passed over for free."""
    for at, items in enumerate(sheet.items):
        flags = {it.end for it in items if isinstance(it, Flag) and not it.cost}
        if flags:
            sheet.items[at] = [it for it in items if not _passes_over(it, flags)]


def _passes_over(item: Item, ends: set[int]) -> bool:
    return isinstance(item, Skip) and not item.cost and item.end in ends
