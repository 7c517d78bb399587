"""Did any of the delays affect a train: any delay."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.02
_ANY = re.compile(
    r"\A\W*(?:is|are|was|were|do|does|did|has|have|had|can|could|will) [^,;.?!]*?"
    r"(?P<of>\b(?:any|some|one|even one|at least one)(?: one)? of (?:all )?"
    r"(?:the|our|your|these|those))"
    r"(?= \w)",
    re.I,
)


@cued(" of ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Have any of our drivers driven a bus?"""
    found = _ANY.search(asked.question)
    heard = asked.hear((*found.span("of"), "any")) if found else None
    if heard is not None:
        yield heard.priced(_COST)
