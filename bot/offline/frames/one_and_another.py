"""Born in one country and working in another: two things of one kind that are not the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.words import lemmas
from memory.query import Comparison, Entity
from memory.text import fold

_COST = 0.1
_ONE = re.compile(
    r"\bone (?P<noun>[a-z]+)\b(?P<between>[^,;?]*?)(?P<but>,? (?:and|but)\b[^,;?]*?) "
    r"(?P<other>another(?: one)?|a different one|an? (?:different|other) (?P<again>[a-z]+))"
    r"(?=\W*\Z)",
    re.I,
)


@cued(" another", " different ", " other ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which people were born in one country and work in another?"""
    found = _ONE.search(asked.question)
    if found is None or found["again"] not in (None, found["noun"]):
        return
    noun = lemmas(fold(found["noun"]))[-1]
    one = (found.start(), found.end("noun"), f"a {noun}")
    heard = asked.hear(one, (*found.span("other"), f"a {noun}"))
    if heard is None or heard.query.source is not None or heard.query.having:
        return
    kinds = [n.labels for n in heard.query.pattern.nodes if n.variable != heard.query.subject]
    alike = [
        n.variable
        for n in heard.query.pattern.nodes
        if n.variable != heard.query.subject and kinds.count(n.labels) == 2
    ]
    if len(alike) != 2:
        return
    apart = Comparison(Entity(alike[0]), "<>", Entity(alike[1]))
    pattern = heard.query.pattern
    query = replace(heard.query, pattern=replace(pattern, where=(*pattern.where, apart)))
    yield heard.priced(_COST, query)
