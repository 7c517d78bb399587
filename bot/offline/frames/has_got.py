"""How many rooms has X got: what X has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_GOT = re.compile(
    r"(?<=\w )(?P<has>has|have)"
    r"(?= (?!not\b|never\b|you\b|we\b|i\b)\S.*? (?P<got>got)\b(?: in\b|\W*\Z))",
    re.I,
)


@cued(" got")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many acres has Oakhurst got?"""
    found = _GOT.search(asked.question) if " got" in asked.question else None
    if found is not None:
        one = found["has"].lower() == "has"
        heard = asked.hear(
            (*found.span("has"), "does" if one else "do"), (*found.span("got"), "have")
        )
        if heard is not None:
            yield heard
