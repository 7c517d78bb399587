"""What two have in common: users who share a location with X, have their town in common with X."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.05
_NOUN = r"(?P<what>\w[\w' -]*?)"
_SOME = r"(?:at least one |the same |the |an? |their |his |her |its |some |any |one )?"
_SHARE = re.compile(rf"\b(?P<verb>shar(?:es?|ing|ed)) {_SOME}{_NOUN} with (?=\S)", re.I)
_COMMON = re.compile(rf"\b(?P<verb>ha(?:ve|s|ving|d)) {_SOME}{_NOUN} in common with (?=\S)", re.I)
_MOST_WORDS = 3


@cued("shar", " in common with ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which users share their location with X: have the same location as X."""
    for pattern in (_COMMON, _SHARE):
        for found in pattern.finditer(asked.question):
            if len(found["what"].split()) > _MOST_WORDS:
                continue
            if any(link.start < found.end() and found.start() < link.end for link in asked.linked):
                continue
            have = "with" if found["verb"].lower().endswith("ing") else "have"
            heard = asked.hear((*found.span(), f"{have} the same {found['what']} as "))
            if heard is not None:
                yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)
