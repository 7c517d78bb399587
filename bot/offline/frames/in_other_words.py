"""What is said again: overdrawn, *i.e. have a balance below zero*; what explains is read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.frames.finite import finite

_COST = 0.15
_AGAIN = re.compile(
    r"(?:[,;?(–-] *\(?(?:that is(?: to say)?|(?:by which )?i mean|meaning(?: that)?|namely|"
    r"put differently)|[,;?(–-]? *\(?\b(?:i\. ?e\.|ie|in other words))(?:,|:|(?= )) *",
    re.I,
)
_ASKING = re.compile(r"(?:which|who|whom|what|where|when|how|is|are|do|does|did)\b", re.I)
_AUXILIARY = re.compile(r"\b(?:is|are|was|were|has|have|had|do|does|did|can)\b", re.I)
_LAST = re.compile(r" (?:them|it|him|her)\Z", re.I)
_CLAUSE = re.compile(r"(?:that |who |which )?(?:no|nobody|none|someone|somebody|any|each)\b", re.I)
_MOST_WORDS = 5


@cued("that is", "mean", "namely", "put differently", "i.e", "i. e", "ie", "in other words")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which accounts are overdrawn, i.e. have a balance below zero?"""
    found = _AGAIN.search(asked.question)
    if found is None or not found.start():
        return
    end = asked.end
    if asked.question[end - 1 : end] == ")":
        end -= 1
    close: Edit = (end, len(asked.question), "?")
    said = asked.question[found.end() : end]
    if _ASKING.match(said):
        again: tuple[Edit, ...] = ((0, found.end(), ""), close)
        yield from _heard(asked, again)
        return
    for cut in _subjects(asked.question[: found.start()]):
        put: tuple[Edit, ...] = ((cut, found.end(), " "), close)
        last = _LAST.search(asked.question[:end])
        if last is not None and _CLAUSE.match(said):
            # No customer works for them: those for whom no customer works.
            put = ((cut, found.end(), " that "), (last.start(), len(asked.question), "?"))
        made = list(_heard(asked, put))
        yield from made
        if made:
            return


def _heard(asked: Asked, edits: tuple[Edit, ...]) -> Iterator[Heard]:
    heard = asked.hear(*edits)
    if heard is not None:
        yield heard.priced(_COST)


def _subjects(text: str) -> list[int]:
    """Where what is asked for ends and what is said of it begins."""
    lead = re.match(r"\W*\w+", text)
    after = lead.end() if lead is not None else 0
    cuts = [found.start() for found in _AUXILIARY.finditer(text) if found.start() > after]
    cuts += [at for at in finite(text) if at > after]
    words = [found.end() for found in re.finditer(r"\S+", text)][1:_MOST_WORDS]
    return sorted({at for at in cuts if len(text[:at].split()) > 1})[:3] or words[:2]
