"""Nouns for what has a flag: contractors, where people are contractor or not."""

from __future__ import annotations

from bot.offline.flag_nouns import names_one
from bot.offline.items import Candidate, Flag, FlagNoun
from bot.offline.lexicon import NounTarget
from bot.offline.scanning.sheet import Sheet
from bot.offline.words import is_plural, lemmas
from memory.text import split_name

_COST = 0.1
_BEFORE = frozenset(["a", "an", "which", "every", "each", "another", "the"])


def put_flag_nouns(sheet: Sheet, at: int) -> None:
    """A plural, or a singular after an article, of what things are and not of what they have."""
    for item in [it for it in sheet.items[at] if isinstance(it, Flag) and it.value]:
        form = sheet.forms[item.end - 1]
        several = is_plural(form)
        if not several and (sheet.forms[at - 1] if at else "") not in _BEFORE:
            continue
        word = lemmas(form)[-1] if several else form
        owned = [c for c in item.candidates if not c.of_relationship]
        named = [c for c in owned if split_name(c.property)[-1] == word]
        kept = tuple(
            c for c in named if names_one(split_name(c.property)) or _owner(sheet, c, word)
        )
        after = sheet.items[item.end] if item.end < len(sheet.items) else []
        fronts = not several and any(getattr(it, "label", "") for it in after)
        if kept and not item.whole and not fronts:
            told = Flag(item.start, item.end, 0.0, kept, True)
            sheet.add(FlagNoun(item.start, item.end, item.cost + _COST, told, several))


def _owner(sheet: Sheet, candidate: Candidate, word: str) -> bool:
    """Whether a flag is named for what its owner is called: service accounts, of users."""
    return NounTarget(candidate.owner) in sheet.lexicon.lookup((word,))
