"""How many a month: how many for each month, where *a* says what *per* does."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget
from bot.offline.words import lemmas
from memory.text import fold

_COST = 0.05
_SPANS = ("hour", "day", "week", "month", "quarter", "year", "decade")
_OFTEN = re.compile(
    r"\A\W*(?:(?:and|so) )?how many (?P<what>.+?) (?P<a>an?) "
    rf"(?:{'|'.join(_SPANS)})[ ?.!]*\Z",
    re.I,
)
# Those who stayed a week did so for a week; what is placed a week is placed each week.
_DONE = re.compile(r"\b(?:do|does|did|(?:are|is|were|was)(?! (?:there|\w+ing)\b))\b", re.I)


@cued(*(f" a {span}" for span in _SPANS), " an hour")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many orders do we get a month?"""
    found = _OFTEN.match(asked.question)
    if found is None or not (_DONE.search(found["what"]) or _named(asked, found["what"])):
        return
    heard = asked.hear((*found.span("a"), "per"))
    if heard is not None:
        yield heard.priced(_COST)


def _named(asked: Asked, what: str) -> bool:
    """Whether nothing is said of the things but what they are."""
    last = fold(what).split()[-1]
    known = asked.lexicon.lookup((lemmas(last)[-1],)) | asked.lexicon.lookup((last,))
    return any(isinstance(target, NounTarget) and cost < 0.3 for target, cost in known.items())
