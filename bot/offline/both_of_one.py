"""Knows both Python and Rust: one knows the two of them, not one who is over another who does."""

from __future__ import annotations

from itertools import combinations

from memory.query import Attribute, Comparison, Constant, Query


def parts_the_two(question: str, query: Query) -> bool:
    """Whether two that are named as both are joined to different things, or otherwise."""
    said = " ".join(question.lower().split())
    if "both " not in said:
        return False
    named = [t for t in query.pattern.where if isinstance(t, Comparison) and _names(t)]
    for one, other in combinations(named, 2):
        values = [str(t.right.value).lower() for t in (one, other) if isinstance(t.right, Constant)]
        pairs = (f"both {a} and {b}" for a, b in (values, values[::-1]))
        if any(pair in said for pair in pairs) and not _alike(query, one, other):
            return True
    return False


def _names(test: Comparison) -> bool:
    return test.operator == "=" and isinstance(test.left, Attribute)


def _alike(query: Query, one: Comparison, other: Comparison) -> bool:
    """Whether two nodes of one kind are joined to what is asked for in the same way."""
    assert isinstance(one.left, Attribute) and isinstance(other.left, Attribute)
    first, second = one.left.variable, other.left.variable
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    if first == second or labels.get(first) != labels.get(second):
        return True
    ways = _ways(query)
    steps = [ways.get(first, ()), ways.get(second, ())]
    # Acted in what the one worked on, and worked with the other: acting is a way of working.
    return len(steps[0]) == len(steps[1]) and all(a & b for a, b in zip(*steps, strict=True))


def _ways(query: Query) -> dict[str, tuple[set[str], ...]]:
    """By what relationships each node is reached from what is asked for."""
    found: dict[str, tuple[set[str], ...]] = {query.subject: ()}
    frontier = [query.subject]
    while frontier:
        at = frontier.pop(0)
        for edge in query.pattern.edges:
            if at not in (edge.start, edge.end):
                continue
            far = edge.end if edge.start == at else edge.start
            if far not in found:
                found[far] = (*found[at], {*edge.types})
                frontier.append(far)
    return found
