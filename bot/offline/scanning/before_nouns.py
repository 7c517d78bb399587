"""What stands before a noun and says how it is joined: the most common, accepted."""

from __future__ import annotations

from bot.offline.items import Noun
from bot.offline.scanning.sheet import Sheet

_SAME_AS_VERB = 0.05


def nouns_at(sheet: Sheet, at: int) -> list[Noun]:
    """The nouns that start at a token."""
    items = sheet.items[at] if at < len(sheet.items) else []
    return [it for it in items if isinstance(it, Noun) and it.cost < _SAME_AS_VERB + 0.1]
