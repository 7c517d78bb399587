"""Counts in which those that have none take part: fewer than five orders is none, too."""

from __future__ import annotations

from dataclasses import replace

from bot.cypher.figures import nested
from memory.query import Aggregate, Comparison, Constant, Pattern, Query

_BELOW = ("<", "<=")


def merged(query: Query) -> Query:
    """The tree as it is told: fewer than five is said of those that have none, too."""
    if query.source is not None:
        query = replace(query, source=merged(query.source))
    if query.optional is None or nested(query) is not None:
        return query
    near, far = query.pattern, query.optional
    known = {n.variable for n in near.nodes}
    nodes = (*near.nodes, *(n for n in far.nodes if n.variable not in known))
    pattern = Pattern(nodes, (*near.edges, *far.edges), (*near.where, *far.where))
    return replace(query, pattern=pattern, optional=None)


def told_of_none(query: Query) -> bool:
    """Whether those that have none are in a tree, and go without saying nowhere."""
    return query.optional is not None and nested(query) is None and not of_few(query)


def of_few(query: Query) -> bool:
    """Whether counts are below a number, or the smallest."""
    if query.having:
        return all(_below(test) for test in query.having)
    fewest = [isinstance(o.operand, Aggregate) and not o.descending for o in query.order]
    return query.limit is not None and fewest == [True]


def _below(test: object) -> bool:
    if not isinstance(test, Comparison) or not isinstance(test.right, Constant):
        return False
    return test.operator in _BELOW
