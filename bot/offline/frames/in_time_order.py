"""In chronological order: from the earliest to the latest; the first five are then the earliest."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.kinds import TIME_KINDS
from bot.offline.vocabulary import action_verbs
from bot.offline.words import lemmas
from memory.query import Comparison, Query
from memory.tree_edits import attributes_of

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


# The first five questions asked: whatever is made comes to be at a time.
_MADE = re.compile(
    r"\b(?P<first>first) (?:\d+|two|three|four|five|six|seven|eight|nine|ten) [a-z]+ "
    r"(?:(?:that|which) )?(?:(?:were|have been|had been|to be) )?(?:ever )?(?P<done>[a-z]+)"
    r"(?=\W*\Z| (?:by|in|on|from|to|during)\b)",
    re.I,
)
_MAKING = frozenset(
    ["ask", "create", "file", "found", "launch", "place", "post", "publish", "release", "submit"]
)


@cued("chronological", "time order", "date order", "order of", "first ")
def frame(asked: Asked) -> Iterator[Heard]:
    """List the first five posts of X in chronological order, bills in order of introduction."""
    doing = _OF_DOING.search(asked.question)
    if doing is not None and action_verbs(doing["noun"].lower()):
        said = f"in order of {doing['noun']} date"
        heard = asked.hear((*doing.span(), said))
        if heard is not None and heard.query.order:
            yield heard.priced(_COST)
    yield from _first_made(asked)
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


def _first_made(asked: Asked) -> Iterator[Heard]:
    """The first five orders placed are the earliest, and not just any five."""
    found = _MADE.search(asked.question)
    if found is None or _MAKING.isdisjoint(lemmas(found["done"].lower())):
        return
    heard = asked.hear((*found.span("first"), "earliest"))
    if heard is not None and _by_time(asked, heard.query):
        yield heard.priced(_COST)


def _by_time(asked: Asked, query: Query) -> bool:
    """Whether things are ranked by a date of their own, which is not the same for all."""
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    keys = [x for key in query.order for x in attributes_of(key.operand)]
    same = [t for t in query.pattern.where if isinstance(t, Comparison) and t.operator == "="]
    return (
        bool(keys)
        and not any(test.left in keys for test in same)
        and all(
            x.variable == query.subject
            and any(
                asked.lexicon.kind(label, x.property) in TIME_KINDS for label in labels[x.variable]
            )
            for x in keys
        )
    )
