"""How many people live in a town: its population, where the people themselves are not kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.1
_LIVING = re.compile(
    r"\A\W*(?P<said>how many (?:people|persons|inhabitants) (?:live|lived|reside|are living) "
    r"(?:in|on))(?= )",
    re.I,
)


@cued("people", "persons", "inhabitants")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many people live in Rome?"""
    found = _LIVING.search(asked.question)
    heard = asked.hear((*found.span("said"), "what is the population of")) if found else None
    if heard is not None and not heard.query.pattern.edges:
        yield replace(heard.priced(_COST), modest=True)
