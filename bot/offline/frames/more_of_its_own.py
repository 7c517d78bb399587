"""More wins than losses: one figure of a thing is held against another of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import PropertyTarget
from memory.text import fold

_COST = 0.05
_KNOWN = 0.15
_THAN = {"more": "higher", "greater": "higher", "fewer": "lower", "less": "lower"}
_MORE = re.compile(
    r"\b(?:(?:(?:that|who|which) )?(?:have|has|had|got|with|having|made|scored) )"
    r"(?:a )?(?P<more>more|greater|fewer|less) (?P<one>[a-z]+(?: [a-z]+)?)"
    r" than (?P<other>[a-z]+(?: [a-z]+)?)",
    re.I,
)


@cued("more ", "fewer ", "less ", "greater ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which skippers have more wins than losses?"""
    found = _MORE.search(asked.question)
    if found is None:
        return
    for end in (found.end(), found.start("other") + len(found["other"].split()[0])):
        other = asked.question[found.start("other") : end]
        if _numbers(asked, found["one"]) & _numbers(asked, other):
            said = f"with {found['one']} {_THAN[found['more'].lower()]} than {other}"
            heard = asked.hear((found.start(), end, said))
            if heard is not None:
                yield heard.priced(_COST)
            return


def _numbers(asked: Asked, words: str) -> set[str]:
    """The labels that keep a number of that name."""
    found = asked.lexicon.lookup(tuple(fold(words).split()))
    return {
        target.owner
        for target, cost in found.items()
        if isinstance(target, PropertyTarget)
        and cost < _KNOWN
        and asked.lexicon.kind(target.owner, target.property) == "number"
    }
