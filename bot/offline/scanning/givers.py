"""User ratings, match ratings: an end of the relationship that keeps it, said before it."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Candidate, Noun, PropertyWord, RoleNoun
from bot.offline.scanning.sheet import Sheet

_SAID_TWICE = 0.02
_OWN = 0.1


def put_givers(sheet: Sheet) -> None:
    """A giver's noun and the property that their relationship keeps, in one piece."""
    for items in sheet.items:
        for giver in [it for it in items if isinstance(it, Noun | RoleNoun) and not it.plural]:
            after = sheet.items[giver.end] if giver.end < len(sheet.items) else []
            for word in [it for it in after if isinstance(it, PropertyWord)]:
                kept = tuple(c for c in word.candidates if _given(sheet, giver, c))
                if kept and min(c.cost for c in kept) < _OWN:
                    both = replace(word, start=giver.start, candidates=kept, verbal=False)
                    sheet.add(replace(both, cost=giver.cost + word.cost + _SAID_TWICE))


def _given(sheet: Sheet, giver: Noun | RoleNoun, kept: Candidate) -> bool:
    """Whether a property is of a relationship that the giver stands in."""
    if not kept.of_relationship:
        return False
    if isinstance(giver, RoleNoun):
        return any((t, role) == (kept.owner, "start") for t, role, _ in giver.types)
    joins = sheet.lexicon.schema.relationships[kept.owner].joins
    starts, ends = {j.start for j in joins}, {j.end for j in joins}
    return {giver.label} in (starts, ends) and not starts & ends
