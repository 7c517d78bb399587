"""One thing told by whose it is, where that leaves nothing open: the director of X."""

from __future__ import annotations

from bot.offline.kinds import telling_properties
from bot.offline.words import roots
from bot.realiser.conditions import Conditions
from memory.query import Attribute, Comparison, Constant, Query
from memory.text import split_name


def of_one(told: Conditions, source: Query) -> str:
    """The words for what a tree finds first; empty where more is said of it than whose it is."""
    pattern, nodes = source.pattern, {n.variable: n for n in source.pattern.nodes}
    if len(nodes) != 2 or len(pattern.edges) != 1 or len(pattern.where) != 1:
        return ""
    if source.having or source.limit is not None or source.source is not None:
        return ""
    (test,) = pattern.where
    (other,) = set(nodes) - {source.subject}
    if not isinstance(test, Comparison) or not isinstance(test.right, Constant):
        return ""
    labels = [told.schema.labels[x] for x in nodes[other].labels if x in told.schema.labels]
    name = Attribute(other, telling_properties(labels[0])[0]) if labels else None
    if test.left != name or test.operator != "=":
        return ""
    noun = told.noun(source.subject)
    return f"the {noun} of {test.right.value}" if _told(told, source, noun) else ""


def _told(told: Conditions, source: Query, noun: str) -> bool:
    """Whether a noun leaves no other relationship open: it names this one, or there is no other."""
    (edge,), nodes = source.pattern.edges, {n.variable: n for n in source.pattern.nodes}
    if roots(noun) & roots(split_name(edge.types[0])[0]) and len(edge.types) == 1:
        return True
    ends = [set(nodes[name].labels) for name in (edge.start, edge.end)]
    ways = {
        type_
        for type_, join in told.schema.joins()
        if any(join.start in one and join.end in two for one, two in (ends, ends[::-1]))
    }
    return ways == set(edge.types)
