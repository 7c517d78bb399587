"""Who tweets the most: who has the most tweets, where what is done is kept as a thing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.agency import makes
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.scanning.events import kept_as
from bot.offline.words import inflect, lemmas, plural
from memory.schema import Schema
from memory.text import split_name

_COST = 0.1
_MOST = re.compile(
    r"\b(?:has |have |had )?(?P<verb>[a-z]+)(?: the)? (?P<most>most|least)"
    r"(?: often| frequently| times)?"
    r"(?= (?:using|with|about|on|in|from|via|during|since|for)\b|\W*\Z)",
    re.I,
)


@cued(" most", " least")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which members donated the most often?"""
    found = _MOST.search(asked.question)
    if found is None:
        return
    label = kept_as(asked.lexicon.schema, (found["verb"].lower(),))
    if label is None:
        return
    things = plural(" ".join(split_name(label)))
    most = "fewest" if found["most"].lower() == "least" else "most"
    heard = asked.hear((*found.span(), f"{_made(asked.lexicon.schema, label)} the {most} {things}"))
    if heard is not None and heard.query.order:
        yield heard.priced(_COST)


def _made(schema: Schema, label: str) -> str:
    """The verb for making such things, where the schema has just one."""
    types = [t for t, r in schema.relationships.items() if any(j.end == label for j in r.joins)]
    verbs = {lemmas(split_name(t)[0])[-1] for t in types if makes(t)}
    return inflect(*verbs, "VBD") if len(verbs) == 1 else "have"
