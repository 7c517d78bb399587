"""What do they do for a living, what do they earn: what that is of each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.05
_DONE = {
    "do for a living": "job",
    "work as": "job",
    "earn": "salary",
    "get paid": "salary",
    "cost": "price",
    "weigh": "weight",
}
_WHAT = re.compile(
    r"\A\W*(?P<lead>(?:and |so )?(?:what|how much) (?:do|does|did) (?:the |our )?)"
    rf"(?P<whom>.+?) (?P<done>{'|'.join(_DONE)})(?P<tail>[ ?.!]*)\Z",
    re.I,
)


@cued(*_DONE)
def frame(asked: Asked) -> Iterator[Heard]:
    """What do the owners of X do for a living?"""
    found = _WHAT.match(asked.question)
    if found is None:
        return
    noun = _DONE[found["done"].lower()]
    gone = (found.start("done") - 1, found.end("done"), "")
    heard = asked.hear((*found.span("lead"), f"What are the {noun}s of "), gone)
    if heard is not None:
        yield Heard(heard.query, heard.cost + _COST, heard.used, modest=noun != "job")
