"""That something has a property at all: an email; of what is counted in it, more than none."""

from __future__ import annotations

from bot.offline.assemble import Assembler
from bot.offline.items import Candidate
from bot.words.data import load
from bot.words.inflection import is_plural
from memory.query import Attribute, Comparison, Constant
from memory.text import split_name

_PREPOSITIONS = frozenset(load("phrases")["prepositions"])


def kept_at_all(
    a: Assembler, candidate: Candidate, own: Attribute, *, denied: bool = False
) -> Comparison:
    """The test that there is one; one that is to be `denied` leaves those who have 0."""
    if a.kind(candidate.owner, candidate.property) == "flag":
        return Comparison(own, "=", Constant(True))
    if _counted(a, candidate):
        return Comparison(own, "<>" if denied else ">", Constant(0))
    return Comparison(own, "IS NOT NULL")


def _counted(a: Assembler, candidate: Candidate) -> bool:
    """Whether a property keeps how many there are, and that there are none as 0."""
    stored = a.lexicon.property(candidate.owner, candidate.property)
    if stored is None or a.kind(candidate.owner, candidate.property) != "number":
        return False
    if stored.values == (0, 1):
        # A major loss, 0 or 1: whether there was one.
        return True
    none = stored.minimum == 0 or "0" in map(str, stored.examples)
    words = split_name(candidate.property)
    # Units in stock: units are counted.
    head = next((i for i, word in enumerate(words) if i and word in _PREPOSITIONS), len(words))
    return none and is_plural(words[head - 1])
