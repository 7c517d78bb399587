"""When did X start following Y: when X followed Y, where it is kept since when that is so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.kinds import TIME_KINDS, kind_of
from bot.offline.vocabulary import type_words
from bot.offline.words import inflect, lemmas

_COST = 0.05
_START = re.compile(
    r"\b(?P<did>(?:did|does|do|will) [^?.!;,]{1,60}? )?"
    r"(?P<start>start(?:s|ed)?|began|begins?) (?P<doing>[a-z]+ing|to (?P<do>[a-z]+))\b",
    re.I,
)


@cued("start", "began", "begin")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who started following X in 2024?"""
    found = _START.search(asked.question)
    verb = _verb(asked, found) if found is not None else None
    if found is None or verb is None:
        return
    said = verb if found["did"] else inflect(verb, "VBD")
    heard = asked.hear((found.start("start"), found.end("doing"), said))
    if heard is not None:
        yield heard.priced(_COST)


def _verb(asked: Asked, found: re.Match[str]) -> str | None:
    """The verb of a relationship that keeps a date, and what is started."""
    forms = set(lemmas((found["do"] or found["doing"]).lower()))
    for relationship in asked.lexicon.schema.relationships.values():
        dated = any(kind_of(one) in TIME_KINDS for one in relationship.properties.values())
        own = lemmas(type_words(relationship.type)[0])[-1]
        if dated and own in forms:
            return own
    return None
