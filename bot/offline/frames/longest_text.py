"""The longest film title: the title is long, and not the film."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, PropertyTarget
from bot.offline.words import is_plural, plural
from memory.text import fold

_COST = 0.03
_LONG = re.compile(r"\b(?P<rank>longest|shortest) (?P<noun>\w+) (?P<text>\w+)\b", re.I)


@cued("longest", "shortest")
def frame(asked: Asked) -> Iterator[Heard]:
    """The longest film titles: the films with the longest titles."""
    found = _LONG.search(asked.question)
    if found is None or not _of_text(asked, found["noun"], found["text"]):
        return
    noun = plural(found["noun"]) if is_plural(fold(found["text"])) else found["noun"]
    said = f"{noun} with the {found['rank']} {found['text']}"
    heard = asked.hear((*found.span(), said))
    if heard is not None:
        yield heard.priced(_COST)


def _of_text(asked: Asked, noun: str, text: str) -> bool:
    """Whether a word names a text that things of a noun have."""
    labels = {t.label for t in asked.lexicon.lookup((fold(noun),)) if isinstance(t, NounTarget)}
    return any(
        isinstance(t, PropertyTarget)
        and t.owner in labels
        and asked.lexicon.kind(t.owner, t.property) == "text"
        for t in asked.lexicon.lookup((fold(text),))
    )
