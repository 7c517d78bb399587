"""The longest call time, where calls have a time of day and a duration: how long they took."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import PropertyTarget
from bot.offline.words import lemmas
from memory.text import fold

_COST = 0.05
_SAID = re.compile(
    r"(?<!est )\b(?:longest|shortest|average|mean|total) (?!total |average )(?P<what>\w+)"
    r" (?P<time>times?)\b",
    re.I,
)


@cued(" time")
def frame(asked: Asked) -> Iterator[Heard]:
    """What is the longest call time? A time of day is not long."""
    found = _SAID.search(asked.question)
    if found is None:
        return
    what = fold(found["what"])
    time, taken = (_named(asked, what, word) for word in ("time", "duration"))
    if time and taken and not time & taken:
        heard = asked.hear((*found.span("time"), "duration"))
        if heard is not None:
            yield heard.priced(_COST)


def _named(asked: Asked, what: str, word: str) -> set[PropertyTarget]:
    """The properties that are called so, with no guess."""
    known = asked.lexicon.lookup((lemmas(what)[-1], word))
    return {t for t, cost in known.items() if isinstance(t, PropertyTarget) and cost == 0.0}
