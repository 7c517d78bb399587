"""Whom do they mention *positively*, or *in a negative way*: with a sentiment over or under 0."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.signed import signed
from memory.text import split_name

_COST = 0.1
_WAY = re.compile(
    r"(?<=\w )(?:in (?:an? )?(?P<sign>positive|negative) (?:way|manner|light|context|tone|terms)|"
    r"(?P<adverb>positive|negative)ly)\b",
    re.I,
)


@cued("positive", "negative")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which articles mention Acme positively?"""
    found = _WAY.search(asked.question)
    if found is None:
        return
    schema = asked.lexicon.schema
    names = {name for type_ in schema.relationships.values() for name in signed(type_)}
    if len(names) != 1:
        return
    sign, figure = found["sign"] or found["adverb"], " ".join(split_name(names.pop()))
    side = "over" if sign.lower() == "positive" else "under"
    heard = asked.hear((*found.span(), f"with a {figure} {side} 0"))
    if heard is not None:
        yield heard.priced(_COST)
