"""Who asked the most viewed question: that with the highest number of how often it was viewed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, PropertyTarget, RelationTarget
from bot.offline.words import lemmas, participles
from memory.text import fold, split_name

_COST = 0.1
_ALIKE = 0.2
_HOW = {"most": "highest", "highest": "highest", "best": "highest", "top": "highest"}
_MOST = re.compile(
    r"(?<=\w )(?:the )?(?P<how>most|highest|best|top|least|lowest|worst)[ -](?P<done>[a-z]+)"
    r" (?P<noun>[a-z]+)(?=\W*\Z| (?:have|has|had|and|or)\b)",
    re.I,
)


@cued("most ", "highest", "best", "top", "least ", "lowest", "worst")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which tags has the most viewed question?"""
    for found in _MOST.finditer(asked.question):
        name = _number(asked, found["done"].lower(), fold(found["noun"]))
        if not name:
            continue
        noun, pole = found["noun"], _HOW.get(found["how"].lower(), "lowest")
        said = f"the {noun} with the {pole} {' '.join(split_name(name))}"
        heard = asked.hear((*found.span(), said))
        if heard is not None:
            yield Heard(heard.query, heard.cost + _COST, heard.used, modest=True)


def _number(asked: Asked, done: str, noun: str) -> str:
    """The only number of such things that a participle names: viewed, of a view count."""
    if done not in participles(done):
        return ""
    known = asked.lexicon.lookup((done,))
    if any(isinstance(t, RelationTarget) and cost < _ALIKE for t, cost in known.items()):
        # The most reviewed book: what was done to it is counted.
        return ""
    nouns = (x for form in {noun, *lemmas(noun)} for x in asked.lexicon.lookup((form,)).items())
    labels = {t.label for t, cost in nouns if isinstance(t, NounTarget) and cost < _ALIKE}
    names = {
        (t.owner, t.property)
        for t, cost in known.items()
        if isinstance(t, PropertyTarget) and t.owner in labels and cost < _ALIKE
        if asked.lexicon.kind(t.owner, t.property) == "number"
    }
    return next(iter(names))[1] if len(names) == 1 else ""
