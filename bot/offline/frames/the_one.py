"""Which berth is the most used one: the most used berth."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.03
_ONE = re.compile(
    r"\A\W*(?:which|what) (?P<noun>[\w-]+(?: [\w-]+)??) (?:is|was) the "
    r"(?P<rank>(?:most|least) [\w-]+|\w+est)(?: one)?\W*\Z",
    re.I,
)


@cued("is the ", "was the ")
def frame(asked: Asked) -> Iterator[Heard]:
    """The rank may stand before its noun as well; only where it says nothing behind it."""
    found = _ONE.match(asked.question)
    if found is None:
        return
    said = f"What is the {found['rank']} {found['noun']}?"
    heard = asked.hear((0, len(asked.question), said))
    if heard is not None:
        yield replace(heard.priced(_COST), modest=True)
