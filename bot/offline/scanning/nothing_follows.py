"""Were ordered, and no more: where the graph has a verb for it, that is no number that is kept."""

from __future__ import annotations

from bot.offline.items import Amount, Compare, Function, PropertyWord
from bot.offline.scanning.sheet import Sheet
from memory.text import split_name

_MANY = frozenset(["most", "fewest", "more", "fewer", "less"])


def drop_bare_figures(sheet: Sheet) -> None:
    """Drops figures that a verb at the end could name: nothing follows that they could be."""
    ends = [at for at, token in enumerate(sheet.tokens) if token.kind != "mark"]
    last = sheet.items[ends[-1]] if ends else []
    done = any(isinstance(it, Function) and it.role == "event" for it in last)
    if not last or not (done or sheet.relates(ends[-1], ends[-1] + 1)):
        return
    sheet.items[ends[-1]] = [it for it in last if not _bare_figure(sheet, it)]


def _bare_figure(sheet: Sheet, item: object) -> bool:
    if not isinstance(item, PropertyWord) or not item.verbal:
        return False
    if _so_many(sheet, item):
        return False
    if any([sheet.forms[item.start]] == split_name(c.property) for c in item.candidates):
        # The highest rating: that is what it is called, and no verb.
        return False
    kinds = {sheet.lexicon.kind(c.owner, c.property) for c in item.candidates}
    return "number" in kinds


def _so_many(sheet: Sheet, item: PropertyWord) -> bool:
    """Whether there are so many of them: over 5000 likes, the most likes, which are no verb."""
    if not sheet.forms[item.start].endswith("s"):
        return False
    if sheet.forms[item.start - 1] in _MANY:
        return True
    pieces = (it for items in sheet.items for it in items if it.end == item.start)
    return any(isinstance(it, Compare | Amount) and it.amount is not None for it in pieces)
