"""Words that a property is named by, though a label could be meant in other words."""

from __future__ import annotations

from collections.abc import Mapping

from bot.offline.lexicon import NounTarget, PropertyTarget, Target
from bot.words.inflection import lemmas
from memory.text import split_name

_SYNONYM = 0.15


def literally(form: str, found: Mapping[Target, float]) -> bool:
    """Whether a word ends the name of a property, and names a label only by a synonym.

    Countries are home countries, where there are states besides.
    """
    said = set(lemmas(form))
    nouns = [(t.label, cost) for t, cost in found.items() if isinstance(t, NounTarget)]
    named = {"".join(split_name(label)) for label, _ in nouns}
    if not nouns or named & said or any(cost < _SYNONYM for _, cost in nouns):
        return False
    properties = [t for t in found if isinstance(t, PropertyTarget)]
    owners = {t.owner for t in properties if split_name(t.property)[-1] in said}
    return bool(owners) and not owners & {label for label, _ in nouns}
