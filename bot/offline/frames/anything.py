"""Anything by X, anything under an hour: the one kind of thing of which that can be said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.words import plural
from memory.text import split_name

_COST = 0.1
# So many kinds of things are tried at most.
_MANY = 6
_LEAD = (
    r"\A\W*(?:(?:(?:have|do) (?:we|you) (?:got|have) |have (?:we|you) |is there |was there |got )?"
    r"(?:anything|something)|what (?:have we|have you|do we have|do you have|is there)(?: got)?)"
)
_SAID = re.compile(rf"{_LEAD}(?: (?:else|that is|that['’]s))? (?P<rest>\w.+?)[ ?.!]*\Z", re.I)
_JOINED = re.compile(r"(?:by|from|about|on|with|for|in|at|near|of)\b", re.I)


@cued("anything", "something", "have we", "have you", "do we have", "do you have", "is there")
def frame(asked: Asked) -> Iterator[Heard]:
    """Have we got anything by X?"""
    found = _SAID.match(asked.question)
    if found is None:
        return
    start = found.start("rest")
    if not _JOINED.match(found["rest"]):
        heard = asked.hear((0, start, "what is "))
        if heard is not None and heard.query.pattern.where:
            yield heard.priced(_COST)
        return
    for labels in (_so_themselves(asked, start), _near(asked, start)):
        read = [
            heard
            for label in (labels if len(labels) <= _MANY else ())
            if (heard := asked.hear((0, start, f"{plural(' '.join(split_name(label)))} ")))
            is not None
        ]
        if len(read) == 1:
            yield read[0].priced(_COST)
        if read:
            return


def _so_themselves(asked: Asked, start: int) -> list[str]:
    """What has what is said as one of its properties, which is no name of it: a language."""
    kept = [
        link.label
        for link in asked.linked
        if link.start >= start and link.property not in asked.lexicon.shown(link.label)
    ]
    return list(dict.fromkeys(kept))


def _near(asked: Asked, start: int) -> list[str]:
    """What is joined to something that is named: no people, no bodies and no places."""
    lexicon = asked.lexicon
    named = {link.label for link in asked.linked if link.start >= start}
    found: dict[str, None] = {}
    for _, join in lexicon.schema.joins():
        if {join.start, join.end} & named:
            found |= dict.fromkeys({join.start, join.end} - named)
    named_so = lexicon.pronouns
    others = {*named_so.people, *named_so.bodies, *named_so.places}
    return [label for label in found if label not in others]
