"""Which dock has the most boats mooring at it: which dock do the most boats moor at."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, RelationTarget
from bot.offline.words import is_plural, lemmas
from memory.text import fold

# Against the plain reading in which it does something to them, too, at 0.03 its cheapest.
_COST = -0.15
_HAS = re.compile(
    r"\b(?P<has>has|have|had) (?P<most>the (?:most|fewest|least|highest number of"
    r"|largest number of)) (?P<noun>[a-z]+(?: [a-z]+)??)"
    r"(?P<verb>(?: (?:that|who|which)(?: are| were)?)? (?P<do>[a-z]+))(?P<to>(?: [a-z]{2,5})?)"
    r" (?:it|them)(?=\W*\Z)",
    re.I,
)


@cued(" it", " them")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which dock has the most boats that moor at it?"""
    found = _HAS.search(asked.question)
    if found is None or not is_plural(found["noun"].split()[-1]):
        return
    known = asked.lexicon.lookup(tuple(fold(found["noun"]).split()))
    verb = _verb(asked, found["do"].lower())
    if not verb or not any(isinstance(target, NounTarget) for target in known):
        return
    many = "fewest" if re.search(r"fewest|least", found["most"], re.I) else "most"
    said = f"do the {many} {found['noun']} {verb}{found['to']}"
    heard = asked.hear((*found.span(), said))
    if heard is not None and heard.query.order:
        yield heard.priced(_COST)


def _verb(asked: Asked, word: str) -> str:
    """The bare form of a verb for a relationship; "" for other words."""
    for verb in dict.fromkeys((*lemmas(word), word)):
        known = asked.lexicon.lookup((verb,)).items()
        if any(isinstance(t, RelationTarget) and t.form == "verb" for t, _ in known):
            return verb
    return ""
