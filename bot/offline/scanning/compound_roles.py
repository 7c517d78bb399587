"""Club captains, team owners: the noun before says of what, and nothing else of those."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Noun, RoleNoun
from bot.offline.scanning.sheet import Sheet


def put_compound_roles(sheet: Sheet, at: int) -> None:
    """The role that two nouns name, the first for what is at the other end of its relationship."""
    for role in [it for it in sheet.items[at] if isinstance(it, RoleNoun)]:
        for noun in [it for items in sheet.items[:at] for it in items if isinstance(it, Noun)]:
            if noun.end != at or noun.plural:
                continue
            types = tuple(t for t in role.types if noun.label in _others(sheet, *t[:2]))
            if types:
                sheet.add(replace(role, start=noun.start, types=types))


def _others(sheet: Sheet, type_: str, end: str) -> set[str]:
    """The labels at the other end of a relationship than that of a role."""
    joins = sheet.lexicon.schema.relationships[type_].joins
    return {join.end if end == "start" else join.start for join in joins}
