"""Flags of relationships before a noun: a critical incident is none of a critical dependency."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Flag
from bot.offline.scanning.before_nouns import nouns_at
from bot.offline.scanning.sheet import Sheet


def drop_linked_flags(sheet: Sheet, at: int) -> None:
    """A flag right before a noun is of no relationship that the noun is not an end of."""
    for item in [it for it in sheet.items[at] if isinstance(it, Flag)]:
        labels = {noun.label for noun in nouns_at(sheet, item.end)}
        kept = tuple(
            c
            for c in item.candidates
            if not c.of_relationship or not labels or labels & _ends(sheet, c.owner)
        )
        if kept != item.candidates:
            sheet.items[at].remove(item)
            if kept:
                sheet.add(replace(item, candidates=kept))


def _ends(sheet: Sheet, type_: str) -> set[str]:
    joins = sheet.lexicon.schema.relationships[type_].joins
    return {label for join in joins for label in (join.start, join.end)}
