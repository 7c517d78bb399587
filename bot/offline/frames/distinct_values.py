"""The distinct guest names: values told each once, though the noun stands before its property."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, PropertyTarget
from bot.offline.words import is_plural, plural
from memory.text import fold

_COST = 0.05
_SAID = re.compile(
    r"\b(?:distinct|unique|different)(?P<values> (?P<noun>[a-z]+) (?P<own>[a-z]+))\b", re.I
)


@cued("distinct ", "unique ", "different ")
def frame(asked: Asked) -> Iterator[Heard]:
    """List the distinct process names on machine X: the distinct names of processes there."""
    found = _SAID.search(asked.question)
    if found is None or not is_plural(found["own"]):
        return
    things = asked.lexicon.lookup((fold(found["noun"]),))
    labels = {t.label for t in things if isinstance(t, NounTarget)}
    owned = asked.lexicon.lookup((fold(found["own"]),))
    if not any(isinstance(t, PropertyTarget) and t.owner in labels for t in owned):
        return
    said = f" {found['own']} of {plural(found['noun'])}"
    heard = asked.hear((*found.span("values"), said))
    if heard is not None and heard.query.distinct:
        yield heard.priced(_COST)
