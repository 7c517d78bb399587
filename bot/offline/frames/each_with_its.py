"""List each film together with its directors: films with their directors."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.returned import LISTING
from bot.offline.lexicon import NounTarget, RelationTarget
from bot.offline.words import plural
from memory.text import fold

_COST = 0.05
_EACH = re.compile(r"\W*(?:each|every) (?P<one>\w+)\b", re.I)
_ITS = re.compile(
    r"(?P<its>,? (?:and|(?:(?:along|together) )?with|as well as|alongside)"
    r" (?:its|his|her|their)(?: own)?) (?P<whose>\w+)\W*\Z",
    re.I,
)


@cued("each ", "every ")
def frame(asked: Asked) -> Iterator[Heard]:
    """List each film together with its directors."""
    listing, its = LISTING.match(asked.question), _ITS.search(asked.question)
    each = _EACH.match(asked.question, listing.end()) if listing is not None else None
    if each is None or its is None or not _stands_for_things(asked, its["whose"]):
        return
    heard = asked.hear(
        (each.start(), each.end(), f" {plural(each['one'])}"),
        (*its.span("its"), " along with their"),
    )
    if heard is not None and heard.query.form == "list":
        yield heard.priced(_COST)


def _stands_for_things(asked: Asked, word: str) -> bool:
    """Whether a word is for nodes of their own, and for nothing that is kept of each."""
    known = asked.lexicon.lookup((fold(word),))
    return bool(known) and all(isinstance(t, NounTarget | RelationTarget) for t in known)
