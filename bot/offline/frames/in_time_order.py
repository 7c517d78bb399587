"""In chronological order: from the earliest to the latest; the first five are then the earliest."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.vocabulary import action_verbs

_COST = 0.05
_IN_ORDER = re.compile(
    r"[,;]? *(?:(?:(?:sorted|ordered|arranged|listed) )?(?:in|by) (?:(?P<back>reverse(?:d)?) )?"
    r"(?:chronological|time|date) order|(?P<turned>reverse )?chronologically"
    r"(?: (?:sorted|ordered))?)(?= *\Z| *[.?!])",
    re.I,
)
_FIRST = re.compile(
    r"\A(?:\W*(?:please )?(?:(?:list|show|give|name|find|tell)(?: me| us)?|what (?:are|were)|which"
    r" (?:are|were)))? *(?:the )?(?P<first>first|earliest|oldest)(?= (?:\d+|two|three|four|five|six"
    r"|seven|eight|nine|ten)\b)",
    re.I,
)


_OF_DOING = re.compile(
    r"\b(?:in|by) (?:the )?order of (?:their |its )?(?P<noun>[a-z]+)(?=\W*\Z)", re.I
)


@cued("chronological", "time order", "date order", "order of")
def frame(asked: Asked) -> Iterator[Heard]:
    """List the first five posts of X in chronological order, bills in order of introduction."""
    doing = _OF_DOING.search(asked.question)
    if doing is not None and action_verbs(doing["noun"].lower()):
        said = f"in order of {doing['noun']} date"
        heard = asked.hear((*doing.span(), said))
        if heard is not None and heard.query.order:
            yield heard.priced(_COST)
    found = _IN_ORDER.search(asked.question)
    if found is None or not found.start():
        return
    back = bool(found["back"] or found["turned"])
    first = _FIRST.match(asked.question)
    if first is None:
        pole = ", newest first" if back else ", oldest first"
        heard = asked.hear((*found.span(), pole))
    elif back:
        return
    else:
        heard = asked.hear((*first.span("first"), "earliest"), (*found.span(), ""))
    if heard is not None and heard.query.order:
        yield heard.priced(_COST)
