"""What a share is of, what it is the share of, and what is counted: queries that can be told."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace

from bot.offline.figures import parts_of
from memory.query import (
    Aggregate,
    Comparison,
    Condition,
    Edge,
    Exists,
    Order,
    Pattern,
    Query,
    Share,
)


def without_groups(query: Query, groups: Set[str]) -> Query:
    """The whole without the nodes that it is told for each of, and what leads only there."""
    pattern, gone = query.pattern, set(groups)
    kept = [e for e in pattern.edges if not {e.start, e.end} & gone]
    while True:
        joined = {v for e in kept for v in (e.start, e.end)} | {query.subject}
        spoken = {_variable(t) for t in pattern.where}
        ends = [
            n.variable
            for n in pattern.nodes
            if n.variable not in joined or (n.variable not in gone and _loose(n.variable, kept))
        ]
        new = {v for v in ends if v not in spoken and v != query.subject} - gone
        if not new or not groups:
            break
        gone |= new
        kept = [e for e in kept if not {e.start, e.end} & gone]
    nodes = tuple(n for n in pattern.nodes if n.variable not in gone)
    where = tuple(t for t in pattern.where if _variable(t) not in gone)
    return replace(
        query, pattern=Pattern(nodes, tuple(kept), where), columns=(), distinct_on=(), order=()
    )


def _loose(variable: str, edges: Sequence[Edge]) -> bool:
    return sum(variable in (e.start, e.end) for e in edges) < 2


def _variable(test: Condition) -> str:
    left = getattr(test, "left", None)
    return str(getattr(left, "variable", ""))


def of_share(query: Query, share: Share) -> Query:
    """The part alone: what it has to be, of all there are."""
    subject = next(n for n in query.pattern.nodes if n.variable == query.subject)
    patterns, where, having = [], [], []
    for condition in parts_of(share.condition):
        if isinstance(condition, Exists):
            patterns.append(condition.pattern)
        elif isinstance(condition, Comparison) and isinstance(condition.left, Aggregate):
            having.append(condition)
            patterns += [query.optional] if query.optional is not None else []
        else:
            where.append(condition)
    nodes = (subject, *(n for p in patterns for n in p.nodes if n.labels))
    edges = tuple(e for p in patterns for e in p.edges)
    tests = (*where, *(t for p in patterns for t in p.where))
    pattern = Pattern(nodes, edges, tests)
    return replace(query, pattern=pattern, having=tuple(having), form="list", optional=None)


def counted_in(query: Query, variable: str) -> Query:
    """What is counted, with all that it is counted for."""
    patterns = [query.pattern, *([query.optional] if query.optional is not None else [])]
    pattern = Pattern(
        tuple(n for p in patterns for n in p.nodes if n.labels),
        tuple(e for p in patterns for e in p.edges),
        tuple(t for p in patterns for t in p.where),
    )
    order = tuple(Order(operand) for operand in query.each)
    return Query(pattern, (), variable, order=order)
