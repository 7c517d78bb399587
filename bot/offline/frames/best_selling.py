"""Best-selling products: those of which the most units were sold, where lines keep quantities."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.words import is_plural

_COST = 0.1
_SELLING = re.compile(
    r"\b(?P<how>best|top|most|biggest|highest|worst|least|poorest)(?:-|\s+)?"
    r"(?:often\s+|frequently\s+)?(?:selling|sold)\s+(?P<noun>\w+)(?P<more>\s+\w+)?",
    re.I,
)
_FEWEST = ("worst", "least", "poorest")


@cued("selling", "sold")
def frame(asked: Asked) -> Iterator[Heard]:
    """What are our five best-selling products?"""
    if not asked.lexicon.sums.quantities:
        return
    for found in _SELLING.finditer(asked.question):
        most = "fewest" if found["how"].lower() in _FEWEST else "most"
        for group in ("noun", "more"):
            if found[group] is None:
                continue
            end = found.end(group)
            said = f" with the {most} units sold"
            heard = asked.hear((found.start(), found.start("noun"), ""), (end, end, said))
            if heard is None:
                continue
            picked = heard.query.source or heard.query
            if not picked.order:
                continue
            one = not is_plural(found[group].strip()) and picked.limit is None
            query = replace(heard.query, limit=1) if one else heard.query
            yield heard.priced(_COST, query)
