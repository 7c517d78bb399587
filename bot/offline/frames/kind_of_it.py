"""The average price per kind of house: per house kind, and not of what is kind of a house."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.words import lemmas

_COST = 0.05
_EACH = re.compile(
    r"\b(?P<each>per|by|for each|for every|for all|of each|in each|across)"
    r"(?: different| the(?: different)?)? (?P<kind>kind|type|sort|category|class)(?:e?s)? of "
    r"(?P<noun>[a-z]+)\b",
    re.I,
)


@cued("kind", "type", "sort", "categor", "class")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many beds are there for each type of ward?"""
    found = _EACH.search(asked.question)
    if found is None:
        return
    each = "in each" if found["each"].lower() == "in each" else "per"
    noun = lemmas(found["noun"].lower())[0]
    heard = asked.hear((*found.span(), f"{each} {noun} {found['kind'].lower()}"))
    if heard is not None:
        yield heard.priced(_COST)
