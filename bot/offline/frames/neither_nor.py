"""Neither a major death nor a major capture: without the one, and without the other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.05
_HAD = re.compile(
    r"\b(?P<have>(?:that |which |who )?(?:with|have|has|had|having)) neither (?:an? |any )?"
    r"(?P<one>[^,?]+?),? nor (?:an? |any )?(?=\S)",
    re.I,
)
# Neither directed nor wrote a film.
_DID = re.compile(r"\bneither (?P<one>[a-z]+(?:ed|en|[a-z]))(?: [a-z]+)??,? nor (?=[a-z])", re.I)


@cued("neither")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which battles had neither a major death nor a major capture?"""
    had, did = _HAD.search(asked.question), _DID.search(asked.question)
    if had is not None:
        first, last = (had.end("have"), had.start("one")), (had.end("one"), had.end())
        heard = asked.hear((*had.span("have"), "without"), (*first, " "), (*last, " and without "))
    elif did is not None:
        heard = asked.hear(
            (did.start(), did.start("one"), "never "), (did.end("one"), did.end(), " or ")
        )
    else:
        return
    if heard is not None:
        yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)
