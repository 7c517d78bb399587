"""How many of a ranking are shown, or which end comes first, said behind it: ... the first three.

The second sentence or clause is no question of its own: show me only the top three of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER, number_of
from memory.query import Query

_COST = 0.03
_SHOWN = re.compile(
    r"[,.;?!:]*(?: *\b(?:and|but|then))* *\b(?:please +)?"
    r"(?:(?:show|give|list|return|name|tell|display|print|include|keep|limit)"
    r"(?: it| this| the list)?(?: to)?(?: me| us)?|just|only)"
    r"(?: +(?:only|just))? +(?:the +)?(?:(?:top|first|best|leading|highest) +)"
    rf"(?P<n>{NUMBER})(?! +\w+ +\w)(?: +\w+)?(?: +(?:only|please))?[.?! ]*\Z",
    re.I,
)
_FIRST = re.compile(
    r",? +(?:starting|beginning|start|begin) +(?:with|from) +(?:the +|those with the +)?"
    r"(?P<rank>\w+est|most|least|fewest|best|worst|last)"
    r"(?P<of> +\w+){0,2}?(?: +(?:one|ones|first))?[.?! ]*\Z",
    re.I,
)
_DOWN = frozenset(["most", "highest", "largest", "biggest", "greatest", "best"])
_UP = frozenset(["least", "fewest", "lowest", "smallest", "worst"])


@cued("top ", "first ", "best ", "leading ", "highest ", "start", "begin")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who got the most votes? Show me the top three."""
    found = _SHOWN.search(asked.question)
    if found is not None and found.start():
        heard = asked.hear((found.start(), len(asked.question), "?"))
        size = number_of(found["n"])
        if heard is not None and _ranked(heard.query) and size:
            yield heard.priced(_COST, replace(heard.query, limit=size))
    first = _FIRST.search(asked.question)
    if first is not None and first.start():
        yield from _starting(asked, first)


def _starting(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """Films by length, starting with the longest; films, starting with the oldest."""
    rank = found["rank"].lower()
    heard = asked.hear((found.start(), len(asked.question), "?"))
    if heard is not None and len(heard.query.order) == 1 and rank in _DOWN | _UP:
        key = replace(heard.query.order[0], descending=rank in _DOWN)
        yield heard.priced(_COST, replace(heard.query, order=(key,)))
    elif heard is not None and not heard.query.order and found["of"] is None:
        sorted_ = asked.hear((found.start(), len(asked.question), f", {rank} first?"))
        if sorted_ is not None and len(sorted_.query.order) == 1:
            yield sorted_.priced(_COST)


def _ranked(query: Query) -> bool:
    """Whether the order is told, and not how many there are."""
    one = query.limit in (None, 1) and not query.each and not query.skip
    return query.form == "list" and one and len(query.order) == 1
