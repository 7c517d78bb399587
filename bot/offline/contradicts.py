"""Takes aspirin and never takes a drug: a tree that holds of nothing is no meaning."""

from __future__ import annotations

from memory.query import Edge, Exists, Not, Pattern, Query


def contradicts(question: str, query: Query) -> bool:
    """Whether something is denied that the pattern asks for itself."""
    pattern = query.pattern
    denied = (t.condition for t in pattern.where if isinstance(t, Not))
    return any(isinstance(x, Exists) and _told(pattern, x.pattern) for x in denied)


def _told(pattern: Pattern, none: Pattern) -> bool:
    """Whether one bare thing is denied, and the pattern has such a one."""
    if none.where or len(none.edges) != 1 or len(none.nodes) != 2:
        return False
    (edge,) = none.edges
    given = {n.variable for n in none.nodes if not n.labels}
    other = next((n for n in none.nodes if n.labels), None)
    if other is None or len(given) != 1 or edge.variable or edge.hops != (1, 1):
        return False
    labels = {n.variable: n.labels for n in pattern.nodes}
    return any(
        set(own.types) <= set(edge.types)
        and own.hops == (1, 1)
        and set(other.labels) <= set(labels.get(_far(own, edge, given), ()))
        for own in pattern.edges
    )


def _far(own: Edge, edge: Edge, given: set[str]) -> str:
    """The other end of an edge that leaves what is given the same way; "" where it does not."""
    if edge.start in given:
        return own.end if own.start == edge.start else ""
    return own.start if own.end == edge.end else ""
