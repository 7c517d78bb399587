"""Answered by the person who asked them: who does the one has done the other, to the same thing."""

from __future__ import annotations

import re

from bot.offline.words import parts
from memory.query import Query

_BY_WHOM = re.compile(
    r"\bby the (?:same )?\w+ (?:who|that) (?:also )?\w+ (?:them|it)\b"
    r"|\bwhere the \w+ (?:has |had )?also (?P<verb>\w+)\W*\Z",
    re.I,
)


def forgets_the_same(question: str, query: Query) -> bool:
    """Whether two deeds of one to one thing are told, and the tree has no circle."""
    found = _BY_WHOM.search(question)
    if (
        found is None
        or query.source is not None
        or len(query.pattern.edges) >= len(query.pattern.nodes)
    ):
        return False
    return found["verb"] is None or "VERB" in parts(found["verb"].lower())
