"""Clubs owned by X, where X is known as a chairman and owners are kept: nobody's reading of it."""

from __future__ import annotations

from bot.offline.items import Function, Item, PropertyWord, Value, Verb
from bot.offline.scanning.sheet import Sheet


def drop_done_by_another(sheet: Sheet) -> None:
    """Takes away who did it, where the name that follows is kept as something else."""
    for at, items in enumerate(sheet.items):
        ends = {it.end for it in items if isinstance(it, PropertyWord) and _is_foreign(sheet, it)}
        if ends and not any(isinstance(it, Verb) for it in items):
            sheet.items[at] = [it for it in items if not _says_it(it, ends)]


def _is_foreign(sheet: Sheet, word: PropertyWord) -> bool:
    """Whether what did it is named next, and is none of the values of the property."""
    at = _after_by(sheet, word)
    named = [it.link for it in sheet.items[at] if isinstance(it, Value)] if at else []
    own = {(candidate.owner, candidate.property) for candidate in word.candidates}
    return bool(named) and not any((link.label, link.property) in own for link in named)


def _after_by(sheet: Sheet, word: PropertyWord) -> int:
    """Where it is said by whom: behind "owned by"; "refereed" is no more than the referee's."""
    participle = sheet.forms[word.end - 1].endswith("ed")
    end = word.end + (participle and sheet.forms[word.end : word.end + 1] == ("by",))
    by = end < len(sheet.items) and sheet.forms[end - 1] == "by"
    return end if by and (word.verbal or participle) else 0


def _says_it(item: Item, ends: set[int]) -> bool:
    if isinstance(item, PropertyWord):
        return item.end in ends
    return isinstance(item, Function) and item.role == "connectors" and item.end <= max(ends)
