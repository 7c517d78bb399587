"""Most similar to X: those that are similar to X by the highest score, where one is kept."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.kinds import kind_of
from bot.offline.vocabulary import type_words
from bot.offline.words import is_plural
from memory.text import fold, split_name

_COST = 0.1
_MOST = re.compile(
    r"\b(?:the )?(?P<most>most|least) (?P<so>[a-z]+)(?P<to> to\b| with\b)(?P<rest>[^,;?.!]+)", re.I
)
_NOUN = re.compile(
    r"\A\W*(?:(?P<top>top \d+ )|(?:which|what|who)\b(?P<number> \d+)?)(?: (?P<noun>[a-z]+))?", re.I
)
# How far things are from each other is the other way about.
_APART = frozenset(["distance", "difference", "rank", "position"])


@cued("most ", "least ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which three users are most similar to Ann?"""
    found = _MOST.search(asked.question)
    figure = _figure(asked, fold(found["so"])) if found is not None else None
    if found is None or figure is None:
        return
    head = _NOUN.match(asked.question)
    noun = (head and head["noun"]) or ""
    highest = (found["most"].lower() == "most") == (figure not in _APART)
    said = "highest" if highest else "lowest"
    end = (found.end("rest"), found.end("rest"), f" with the {said} {figure}")
    edits = [(found.start(), found.start("so"), ""), end]
    if head is not None and head["number"]:
        edits.insert(0, (head.start(), head.end("number"), f"top{head['number']}"))
    elif head is not None and is_plural(noun) and noun != "is":
        order = "descending" if highest else "ascending"
        edits[-1] = (*end[:2], f", sorted by {figure} {order}")
    heard = asked.hear(*edits)
    if heard is not None and heard.query.order:
        yield heard.priced(_COST)


def _figure(asked: Asked, so: str) -> str | None:
    """The one number that is kept of the relationship that things are so by."""
    found = []
    for type_, relationship in asked.lexicon.schema.relationships.items():
        if type_words(type_)[0] == so:
            numbers = [p for p in relationship.properties.values() if kind_of(p) == "number"]
            found += [" ".join(split_name(p.name)) for p in numbers]
    return found[0] if len(found) == 1 else None
