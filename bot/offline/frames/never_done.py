"""Acted but never directed, rated but never reviewed anything: what it is done to goes unsaid."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.lexicon import RelationTarget
from bot.offline.vocabulary import type_words
from bot.offline.wording import article
from bot.offline.words import participles
from memory.text import fold, split_name

_COST = 0.05
_SURE = 0.1
_HAVE = r"(?:(?:has|have|had) )?"
_NEVER = re.compile(
    rf" (?P<first>[a-z]+)(?P<what>),? but {_HAVE}(?:(?:who|that) )?{_HAVE}never "
    rf"{_HAVE}(?P<second>[a-z]+)(?P<any>(?: (?:anything|anyone|anybody|any|one))?)\W*\Z",
    re.I,
)


@cued(" never ")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many people have acted but never directed anything?"""
    found = _NEVER.search(asked.question)
    if found is None:
        return
    first = _said(asked, found["first"], found.span("what"))
    second = _said(asked, found["second"], found.span("any"))
    for edits in ([*first, *second], first) if first else (second,):
        heard = asked.hear(*edits) if edits else None
        if heard is not None:
            yield heard.priced(_COST)
            return


def _said(asked: Asked, verb: str, place: tuple[int, int]) -> list[Edit]:
    """To what it is done, put behind a verb; nothing where that can be several things."""
    known = asked.lexicon.lookup((fold(verb),)).items()
    types = {t.type: cost for t, cost in known if isinstance(t, RelationTarget)}
    likely = [name for name, cost in types.items() if cost <= min(types.values()) + _SURE]
    if len(likely) != 1 or fold(verb) not in participles(fold(verb)):
        return []
    relationship = asked.lexicon.schema.relationships[likely[0]]
    ends, others = ({getattr(j, e) for j in relationship.joins} for e in ("end", "start"))
    words, put = type_words(likely[0])[1:], asked.question[slice(*place)].strip()
    if words[-1:] == ("by",) and put:
        # Pieces rehearsed by teachers, who never rehearsed any.
        ends, others, words = others, ends, ()
    if len(ends) != 1 or ends & others:
        return []
    kind = split_name(ends.pop())
    if put == "one" and kind[-1] not in fold(asked.question):
        # But never reviewed one: no other thing than what was spoken of.
        return []
    rest = [word for word in words if word not in kind]
    return [(*place, "".join(f" {word}" for word in (*rest, article(" ".join(kind)))))]
