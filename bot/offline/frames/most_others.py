"""Which part do most others need: the one that the most parts need."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.words import is_plural, plural

_COST = 0.05
_OTHERS = re.compile(
    r"\A\W*(?:which|what) (?P<noun>[a-z]+(?: [a-z]+)?) (?:do|does|did) "
    r"(?P<others>(?:the )?most (?:of the )?other(?:s|(?: [a-z]+)))(?= [a-z]+)",
    re.I,
)


@cued("other")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which application do most others depend on?"""
    found = _OTHERS.search(asked.question)
    if found is None:
        return
    noun = found["noun"] if is_plural(found["noun"].lower()) else plural(found["noun"].lower())
    heard = asked.hear((*found.span("others"), f"most {noun}"))
    if heard is None:
        return
    labels = [node.labels for node in heard.query.pattern.nodes]
    if any(labels.count(one) > 1 for one in labels):
        yield heard.priced(_COST)
