"""Molecular weight, where the schema has mw: words whose first letters a property is named by."""

from __future__ import annotations

from functools import lru_cache

from bot.offline.items import Candidate, Noun, PropertyWord
from bot.offline.lexicon import PropertyTarget
from bot.offline.scanning.sheet import Sheet
from bot.offline.words import is_plural, parts

_SAID = 0.15
_LETTERS = (2, 3, 4)
# Miles per gallon, alcohol by volume.
_INSIDE = frozenset(["per", "by", "of"])


def put_by_initials(sheet: Sheet, at: int) -> None:
    """The property that two to four words from a token on are the short form of."""
    for size in _LETTERS:
        words = sheet.forms[at : at + size]
        if len(words) < size or not all(map(_describes, words[:-1])):
            return
        if words[0] in _INSIDE:
            return
        short = "".join(word[0] for word in words)
        known = any(item.end == at + size for item in sheet.items[at])
        # The oldest service is one: no os.
        known = known or any(isinstance(it, Noun) for it in sheet.items[at + size - 1])
        if known or "NOUN" not in parts(words[-1]) or parts(short):
            continue
        found = tuple(
            Candidate(target.owner, target.property, target.of_relationship, cost + _SAID)
            for target, cost in sheet.lexicon.lookup((short,)).items()
            if isinstance(target, PropertyTarget) and target.property.lower() == short
        )
        if found:
            sheet.schema.update(range(at, at + size))
            plural = is_plural(words[-1])
            sheet.add(PropertyWord(at, at + size, 0.0, found, plural))


@lru_cache(maxsize=20_000)
def _describes(word: str) -> bool:
    return word in _INSIDE or (word.isalpha() and bool(parts(word) & {"ADJ", "NOUN"}))
