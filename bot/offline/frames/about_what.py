"""What somebody writes or talks about: which topics those are, where a type says about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.words import plural
from memory.text import split_name

_COST = 0.05
_ABOUT = re.compile(
    r"\A\W*(?P<what>what)(?= (?:do|does|did|has|have|is|are|was|were) .+ about\W*\Z)", re.I
)


@cued("about")
def frame(asked: Asked) -> Iterator[Heard]:
    """What does Ann write about?"""
    found = _ABOUT.search(asked.question)
    if found is None:
        return
    kept = asked.lexicon.schema.relationships
    joins = [j for name in kept if "about" in split_name(name) for j in kept[name].joins]
    for label in dict.fromkeys(join.end for join in joins):
        noun = plural(" ".join(split_name(label)))
        heard = asked.hear((*found.span("what"), f"which {noun}"))
        if heard is not None:
            yield heard.priced(_COST)
            return
