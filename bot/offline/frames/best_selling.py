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
# Which cake sells best?
_SELLS = re.compile(
    r"\A\W*(?:which|what) (?P<noun>(?!sells?\b)\w+(?: \w+)?) (?:do |does )?(?:sells?|sold) "
    r"(?:the )?(?P<how>best|most|worst|least)(?P<end>[ ?.!]*)\Z",
    re.I,
)
_FEWEST = ("worst", "least", "poorest")


@cued("selling", "sold", "sell")
def frame(asked: Asked) -> Iterator[Heard]:
    """What are our five best-selling products?"""
    if not asked.lexicon.sums.quantities:
        return
    yield from _which_sells(asked)
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


def _which_sells(asked: Asked) -> Iterator[Heard]:
    found = _SELLS.match(asked.question)
    if found is None:
        return
    most = "fewest" if found["how"].lower() in _FEWEST else "most"
    heard = asked.hear((found.end("noun"), found.start("end"), f" has the {most} units sold"))
    if heard is None or not (heard.query.source or heard.query).order:
        return
    several = is_plural(found["noun"].split()[-1]) or heard.query.limit is not None
    yield heard.priced(_COST, heard.query if several else replace(heard.query, limit=1))
