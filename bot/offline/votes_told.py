"""For and against, which cannot be left out: who voted against a bill did not just vote on it."""

from __future__ import annotations

import re

from memory.query import Comparison, Query
from memory.schema import Schema
from memory.text import split_name
from memory.tree_edits import attributes_of

_SIDE = re.compile(
    r"\b(?:vot(?:e|es|ed|ing)|votes cast) (?P<side>against|for|in favou?r of)\b", re.I
)


def forgets_the_side(question: str, query: Query, schema: Schema) -> bool:
    """Whether a vote *for* or *against* something is told as any vote on it.

    A bare vote is one for it, unless the relationship keeps how they voted.
    """
    found = _SIDE.search(question)
    if found is None:
        return False
    side = "against" if found["side"].lower() == "against" else "for"
    types = {type_ for edge in query.pattern.edges for type_ in edge.types}
    if not types or any(side in split_name(type_) for type_ in types):
        return False
    edges = {edge.variable for edge in query.pattern.edges if edge.variable}
    tests = [t.left for t in query.pattern.where if isinstance(t, Comparison)]
    if any(a.variable in edges for left in tests for a in attributes_of(left)):
        return False
    kept = (schema.relationships[type_].properties for type_ in types)
    return side == "against" or any(p.values for own in kept for p in own.values())
