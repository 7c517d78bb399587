"""The largest cast, the smallest staff: the most actors, the fewest employees."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, PropertyTarget
from bot.offline.words import plural

_COST = 0.1
_BODIES: dict[str, list[str]] = load("kinds")["members"]
_KNOWN = 0.25
_LARGEST = re.compile(
    r"\b(?:an? |the )?(?:(?P<up>largest|biggest|greatest)|(?P<down>smallest|tiniest)) "
    rf"(?P<body>{'|'.join(_BODIES)})\b",
    re.I,
)


@cued(*_BODIES)
def frame(asked: Asked) -> Iterator[Heard]:
    """Which film has the largest cast?"""
    found = _LARGEST.search(asked.question)
    if found is None or _called(asked, found["body"].lower()):
        return
    most = "the most" if found["up"] else "the fewest"
    for member in _BODIES[found["body"].lower()]:
        if not _known(asked, member):
            continue
        heard = asked.hear((*found.span(), f"{most} {plural(member)}"))
        if heard is not None and heard.query.order:
            yield heard.priced(_COST)
            return


def _known(asked: Asked, word: str) -> bool:
    """Whether the schema has somebody or something of the word."""
    return any(cost < _KNOWN for cost in asked.lexicon.lookup(tuple(word.split())).values())


def _called(asked: Asked, word: str) -> bool:
    """Whether a label or a property is itself called so."""
    known = asked.lexicon.lookup(tuple(word.split())).items()
    own = (target for target, cost in known if cost < _KNOWN)
    return any(isinstance(target, NounTarget | PropertyTarget) for target in own)
