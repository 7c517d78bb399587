"""Takes aspirin and never takes a drug: a tree that holds of nothing is no meaning.

Nor is attacker and defender of one battle, of which nobody is on both sides.
"""

from __future__ import annotations

from itertools import combinations

from bot.offline.data import load
from memory.query import Edge, Exists, Not, Pattern, Query
from memory.text import split_name


def contradicts(question: str, query: Query) -> bool:
    """Whether something is denied that the pattern asks for itself, or of which it is the rival."""
    pattern = query.pattern
    if "same" not in question.lower().split() and _on_both_sides(pattern):
        return True
    denied = (t.condition for t in pattern.where if isinstance(t, Not))
    return any(isinstance(x, Exists) and _told(pattern, x.pattern) for x in denied)


def _on_both_sides(pattern: Pattern) -> bool:
    """Whether one is on either side of a single thing: its attacker and its defender."""
    sides = [set(pair) for pair in load("roles")["sides"]]
    for one, other in combinations(pattern.edges, 2):
        if {one.start, one.end} != {other.start, other.end} or one.start != other.start:
            continue
        words = [{w for t in e.types for w in split_name(t)} for e in (one, other)]
        if any(len({*side & words[0]} ^ {*side & words[1]}) == len(side) for side in sides):
            return True
    return False


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
