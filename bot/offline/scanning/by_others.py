"""Answered by X, where it is answers that do: X does so by what X makes."""

from __future__ import annotations

from bot.offline.items import Noun, Value, Verb
from bot.offline.scanning.sheet import Sheet

# A verb or a noun that costs more is a guess.
_SURE = 0.06
# By at least one of the users.
_SO_MANY = 6


def by_others(sheet: Sheet, at: int, end: int) -> bool:
    """Whether a verb's own relationship joins none of those by whom it is said to be done."""
    named = _named(sheet, end)
    verbs = [it for it in sheet.items[at] if isinstance(it, Verb) and it.end == at + 1]
    types = {type_ for it in verbs for type_, cost in it.types if cost + it.cost < _SURE}
    joins = [j for type_ in types for j in sheet.lexicon.schema.relationships[type_].joins]
    return bool(named and joins) and not named & {end for j in joins for end in (j.start, j.end)}


def _named(sheet: Sheet, at: int) -> set[str]:
    """The labels of what is named next, both X and Y, or so many of something."""
    for items in sheet.items[at : at + _SO_MANY]:
        named = {it.link.label for it in items if isinstance(it, Value)}
        named |= {it.label for it in items if isinstance(it, Noun) and it.cost < _SURE}
        if named:
            return named
    return set()
