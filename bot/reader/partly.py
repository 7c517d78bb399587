"""Listed values that are said by some of their words, or by their initials: E19, PIs, meat."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TypeAlias

from bot.reader.lexicon import LEXICON
from bot.reader.words import lemmas

# The owner, the property, the value.
Place: TypeAlias = tuple[str, str, str]

_WORD = re.compile(r"\w+")
# Values of more words are sentences.
_LONGEST = 5
_OPERATING = {*LEXICON.function_words, *LEXICON.aggregates, *LEXICON.parts, *LEXICON.units}
_OPERATING |= {word for said in (*LEXICON.rankings, *LEXICON.comparatives) for word in said}
_OPERATING |= {word for said in (*LEXICON.comparisons, *LEXICON.adding) for word in said}


def by_part(listed: Mapping[tuple[str, ...], Iterable[Place]]) -> Mapping[str, set[Place]]:
    """Return values by the dictionary forms of their words, and by their initials.

    What keeps whole sentences is left out.
    """
    found: dict[str, set[Place]] = defaultdict(set)
    split = {said: [word for text in said for word in _WORD.findall(text)] for said in listed}
    texts = {p[:2] for said, words in split.items() if len(words) > _LONGEST for p in listed[said]}
    for said, words in split.items():
        telling = {word for word in words if len(word) > 2} - _OPERATING
        initials = "".join(word[0] for word in words)
        for form in {initials}.union(*map(lemmas, telling)) if len(words) > 1 else ():
            found[form].update(place for place in listed[said] if place[:2] not in texts)
    return found


def partly(parts: Mapping[str, set[Place]], words: tuple[str, ...]) -> list[Place]:
    """Return the one value of each property that has these words among others."""
    if _OPERATING & {*words}:
        return []
    having = [{p for form in lemmas(word) for p in parts.get(form, ())} for word in words]
    whole = sorted(set.intersection(*having))
    alike = (list(places) for _, places in groupby(whole, key=lambda place: place[:2]))
    return [places[0] for places in alike if len(places) == 1]
