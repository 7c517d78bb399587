"""A higher price than any other: the highest; heavier than any other part: the heaviest of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.05
_IRREGULAR = {
    "more": "most",
    "less": "least",
    "fewer": "fewest",
    "better": "best",
    "worse": "worst",
}
_THAN = re.compile(
    r"\b(?:an? )?(?P<word>more|less|\w+er|worse) (?P<thing>(?:(?!than\b)\w+ ){0,3})"
    r"than any(?: of the)? others?\b(?P<kind> (?!in\b|of\b|at\b|on\b|for\b|with\b|by\b)\w+)?",
    re.I,
)


@cued("than any")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which products have a higher price than any other in their category?"""
    found = _THAN.search(asked.question)
    if found is None:
        return
    word = found["word"].lower()
    most = _IRREGULAR.get(word, word[:-2] + "est")
    if most not in load("scales")["superlatives"] and most not in _IRREGULAR.values():
        return
    thing = found["thing"].strip()
    for end in (found.end(), found.start("kind")) if found["kind"] else (found.end(),):
        heard = asked.hear((found.start(), end, f"the {most} {thing}".strip()))
        if heard is not None and heard.query.limit == 1 and heard.query.source is None:
            yield heard.priced(_COST)
            return
