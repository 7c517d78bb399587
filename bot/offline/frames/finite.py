"""Where a verb says what things do."""

from __future__ import annotations

import re
from itertools import zip_longest

from bot.offline.words import inflect, lemmas, parts

_OBJECTS = frozenset(["a", "an", "the", "at", "more", "less", "fewer", "over", "no", "any", "one"])


def finite(text: str) -> list[int]:
    """Where a verb starts that says what they do: cite, wrote, placed an order."""
    found = []
    words = list(re.finditer(r"\S+", text))
    for word, after in zip_longest(words[1:], words[2:]):
        form = word[0].lower()
        verb = lemmas(form)[-1]
        if "VERB" not in parts(form):
            continue
        past = form == inflect(verb, "VBD")
        takes = after is not None and (after[0].lower() in _OBJECTS or after[0][0].isdigit())
        if form == verb or (past and (form != inflect(verb, "VBN") or takes)):
            found.append(word.start())
    return found
