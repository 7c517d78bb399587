"""Both asked and answered questions: two deeds of the same ones, where one verb leads further."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.1
# Dearer where a verb is guessed to lead to what it says over something else.
_NEAR = 0.7
_DEEDS = re.compile(
    r"(?P<both>\bboth )?\b(?P<one>[a-z]+(?:ed|en|t|de|e)) and (?P<two>[a-z]+(?:ed|en|t|de|e)) "
    r"(?P<thing>[a-z]+s)(?=[ ?.!]*\Z)",
    re.I,
)


@cued(" and ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which users have both asked and answered questions? Not the same ones, unless it is said."""
    found = _DEEDS.search(asked.question)
    if found is None:
        return
    both = found.span("both") if found["both"] else (found.start("one"),) * 2
    said = (*both, "")
    heard = asked.hear(said, (found.end("one"), found.start("two"), f" {found['thing']} and also "))
    if heard is not None and heard.cost < _NEAR and len(heard.query.pattern.edges) > 2:
        yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)
