"""Cities that we have no shop in: cities with no shop; what an asker has is what there is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.1
_LATELY = r"(?: (?:yet|so far|currently|at (?:all|present|the moment)|right now|today))?"
_HAD = (
    r"(?P<what>(?:no|at least|at most|more than|fewer than|less than|exactly|only|just|\d+)\b"
    r"[\w' -]*?) (?:for|of|on|in|at|from|about|to|by)"
)
_WE = r"(?:we|you) (?:\w+ )??(?:have|know|offer|stock|keep|list|store|got)"
_ASKED = re.compile(rf"\bdo {_WE} {_HAD}{_LATELY}(?=[ ?.!]*\Z|[,;])", re.I)
_SAID = re.compile(rf"\b(?:that|which) {_WE} {_HAD}{_LATELY}(?=[ ?.!]*\Z|,|;)", re.I)
_NOT = re.compile(rf"\bdon't {_WE} any (?P<what>[\w' -]+?) (?:for|of|on|in|at|from|about)", re.I)


@cued("we ", "you ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which cities do we have no shop in?"""
    for pattern, before in ((_ASKED, "have "), (_SAID, "with "), (_NOT, "have no ")):
        found = pattern.search(asked.question)
        if found is None or not found.start():
            continue
        heads = (found.start(), found.start("what"), before)
        heard = asked.hear(heads, (found.end("what"), found.end(), ""))
        if heard is not None:
            yield heard.priced(_COST)
