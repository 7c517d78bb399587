"""Both sender and receiver are in Oslo: what is said of two that have to do with one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.offline.subtrees import both

_COST = 0.1
_THE = r"(?:(?:the|an?|their|its) )?"
_BOTH = re.compile(
    rf"\b(?P<whose>whose|where|in which|for which) both {_THE}(?P<one>\w+(?: \w+)??) and {_THE}"
    r"(?P<two>\w+(?: \w+)??) (?P<are>are|were) (?P<so>\w[^,;]*?)(?=\W*\Z)",
    re.I,
)
_ALL = re.compile(
    rf"\b(?P<whose>whose|where|in which|for which) {_THE}(?P<one>\w+(?: \w+)??) and {_THE}"
    r"(?P<two>\w+(?: \w+)??) (?P<are>are|were) both (?P<so>\w[^,;]*?)(?=\W*\Z)",
    re.I,
)
_BARE = re.compile(
    rf"\b(?P<whose>(?:that |which )?(?:have|has|with)) both {_THE}(?P<one>\w+(?: \w+)??) and {_THE}"
    r"(?P<two>\w+(?: \w+)??)(?P<are>) (?P<so>(?:in|from) \w[^,;]*?)(?=\W*\Z)",
    re.I,
)


@cued(" both ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which orders are there where both sender and receiver are in Oslo?"""
    patterns = (pattern.search(asked.question) for pattern in (_BOTH, _ALL, _BARE))
    found = next((one for one in patterns if one is not None), None)
    if found is None:
        return
    start, end = found.start(), found.start("so")
    each = [asked.hear((start, end, f"whose {found[x]} is ")) for x in ("one", "two")]
    one, other = each
    if one is None or other is None:
        return
    plain = [
        h.query for h in (one, other) if not (h.query.having or h.query.source or h.query.order)
    ]
    pattern = both(*plain) if len(plain) == 2 else None
    if pattern is not None:
        query = replace(one.query, pattern=pattern)
        yield Heard(query, max(one.cost, other.cost) + _COST, used_by(one, other))
