"""Asked a question but never answered one: any, of what was named last, not the one they asked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget
from bot.offline.words import lemmas
from memory.text import fold

_COST = 0.1
# Prescribed a visit, which nobody does, is heard as something else, for more.
_MOST = 1.2
_CERTAIN = 0.2
_SAID = re.compile(
    r"\b(?P<noun>[\w-]+),? (?:but|yet|though|and|without) "
    r"(?P<rest>(?:[\w']+ ){1,5}?)(?P<one>one|any)[ ?.!]*\Z",
    re.I,
)


@cued(" one", " any")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which members asked questions but never answered one?"""
    found = _SAID.search(asked.question)
    label = _noun(asked, found["noun"]) if found is not None else None
    if found is None or label is None:
        return
    before = asked.question[: found.start()].split()
    doing, done = lemmas(fold(found["rest"].split()[-1])), {x for w in before for x in lemmas(w)}
    if done & set(doing):
        # Took a loan but never took one: that is no question.
        return
    a = "any " if found["one"].lower() == "any" else "a "
    heard = asked.hear((*found.span("one"), a + label))
    if heard is not None and heard.cost < _MOST:
        yield heard.priced(_COST)


def _noun(asked: Asked, word: str) -> str | None:
    """A word for the nodes of a label, for one of them."""
    for form in reversed(lemmas(fold(word))):
        known = asked.lexicon.lookup((form,))
        if any(isinstance(t, NounTarget) and cost < _CERTAIN for t, cost in known.items()):
            return form
    return None
