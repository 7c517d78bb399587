"""A member of the Gray family, a Gray family member: somebody of that name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued

_COST = 0.05
_BEHIND = re.compile(r" family(?: members?)?\b(?! (?:of|to)\b)", re.I)
_BEFORE = re.compile(r"\b(?:an?|any|some|the)? ?members? of the \Z", re.I)


@cued(" family")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who lives with a Gray family member?"""
    found = _BEHIND.search(asked.question)
    if found is None:
        return
    for link in asked.linked:
        if link.end != found.start() or link.text.lower().endswith(("'s", "’s")):
            continue
        if link.label not in asked.lexicon.pronouns.people:
            continue
        edits: list[Edit] = [(*found.span(), "")]
        before = _BEFORE.search(asked.question, 0, link.start)
        if before is not None:
            edits.append((*before.span(), " "))
        heard = asked.hear(*edits)
        if heard is not None:
            yield heard.priced(_COST)
        return
