"""Hashtags used only once, tags used more than twice: in so many of what they are joined to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER
from bot.offline.lexicon import NounTarget, RelationTarget
from bot.offline.words import plural
from memory.text import fold, split_name

_COST = 0.1
_ONCE = {"once": "one", "twice": "two"}
_SAID = re.compile(
    r"\b(?P<noun>[a-z]+) (?P<said>(?:(?:that|which) )?"
    r"(?:(?:is|are|was|were|have been|has been) )?"
    r"(?P<verb>used|shared|applied|assigned) (?P<sign>only |just |exactly |at least |at most "
    r"|more than |less than |fewer than |over )?"
    rf"(?:(?P<once>once|twice)|(?P<many>{NUMBER}) times))",
    re.I,
)


@cued("once", "twice", " times")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which hashtags were used only once?"""
    found = _SAID.search(asked.question)
    if found is None:
        return
    thing = _joined(asked, found["noun"], found["verb"])
    if not thing:
        return
    sign = (found["sign"] or "exactly ").lower().strip()
    sign = "exactly" if sign in ("only", "just") else sign
    number = _ONCE[found["once"].lower()] if found["once"] else found["many"]
    things = thing if number in ("one", "1") else plural(thing)
    heard = asked.hear((*found.span("said"), f"with {sign} {number} {things}"))
    if heard is not None:
        yield heard.priced(_COST)


def _joined(asked: Asked, noun: str, verb: str) -> str:
    """The noun for the only things that those of a noun are joined to; "" where several are.

    What the graph has the verb for is read with that.
    """
    lexicon, schema = asked.lexicon, asked.lexicon.schema
    found = lexicon.lookup((fold(noun),)).items()
    labels = {t.label for t, cost in found if isinstance(t, NounTarget) and cost < 0.2}
    if len(labels) != 1:
        return ""
    (label,) = labels
    joins = [(t, j) for t, j in schema.joins() if label in (j.start, j.end)]
    said = {t.type for t in lexicon.lookup((fold(verb),)) if isinstance(t, RelationTarget)}
    if len(joins) != 1 or joins[0][0] in said or joins[0][1].start == joins[0][1].end:
        return ""
    ((_, join),) = joins
    return " ".join(split_name(join.start if join.end == label else join.end))
