"""Who is the contact at a shop: a name that is kept with it, where no node is a contact."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import PropertyTarget
from bot.offline.property_words import bearer
from bot.offline.words import lemmas
from memory.text import fold, split_name

_COST = 0.05
_WHO = re.compile(
    r"\A\W*(?P<who>who(?:['’]?s| is| was| are| were) (?:the|our) )(?P<one>\w+)"
    r"(?P<at>(?: person| people)? (?:of|for|at|in|behind|from) )",
    re.I,
)


@cued("who")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who is the contact at Mill House?"""
    found = _WHO.match(asked.question)
    if found is None or not _is_kept(asked, found["one"]):
        return
    heard = asked.hear((*found.span("who"), "what is the "), (*found.span("at"), " of "))
    if heard is not None:
        yield heard.priced(_COST)


def _is_kept(asked: Asked, word: str) -> bool:
    """Whether a word is for the name of somebody that is kept with something, and for no more."""
    known = {
        t: cost for form in lemmas(fold(word)) for t, cost in asked.lexicon.lookup((form,)).items()
    }
    if not known or not all(isinstance(target, PropertyTarget) for target in known):
        return False
    least = min(known, key=lambda target: known[target])
    return isinstance(least, PropertyTarget) and bool(bearer(tuple(split_name(least.property))))
