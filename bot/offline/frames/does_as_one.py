"""Who captains a team, who chairs a board: who is its captain, its chair."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued

_COST = 0.05
# Nouns for somebody that say as verbs what they do.
_DOERS = ("captain", "chair", "coach", "head", "pilot", "referee", "umpire", "skipper", "mentor")
_CALLED = {"chair": ("chairman", "chairperson", "chairwoman")}
_DOING = re.compile(
    rf"\Awho (?P<said>(?P<noun>{'|'.join(_DOERS)})(?:e?s|ed)|used to (?P<once>{'|'.join(_DOERS)}))"
    r"(?= \w)",
    re.I,
)


@cued(*_DOERS)
def frame(asked: Asked) -> Iterator[Heard]:
    """Who captains the Iron Foxes?"""
    found = _DOING.search(asked.question)
    if found is None:
        return
    noun = (found["noun"] or found["once"]).lower()
    was = "is" if found["said"].lower().endswith("s") else "was"
    for called in (noun, *_CALLED.get(noun, ())):
        heard = asked.hear((*found.span("said"), f"{was} the {called} of"))
        if heard is not None:
            yield replace(heard.priced(_COST), modest=True)
            return
