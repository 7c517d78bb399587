"""Readings that differ in what one thing is: one is of wider things, and finds all of the other's.

A follower is a user, though some users are also moderators; whatever a machine runs is a process,
some of which are also services.
"""

from __future__ import annotations

from bot.offline.state import Link, State
from memory.schema import Schema


def covers(schema: Schema, wide: State, narrow: State) -> bool:
    """Whether a state differs from another in one label alone, and all the other finds bears it."""
    if wide.links != narrow.links or wide.tests != narrow.tests or not _asks_alike(wide, narrow):
        return False
    if len(wide.vertices) != len(narrow.vertices):
        return False
    pairs = enumerate(zip(wide.vertices, narrow.vertices, strict=True))
    apart = [(n, one.labels, other.labels) for n, (one, other) in pairs if one != other]
    if len(apart) != 1:
        return False
    (vertex, labels, fewer), *_ = apart
    if len(labels) != 1 or len(fewer) != 1 or not schema.related(labels[0], fewer[0]):
        return False
    if labels[0] in schema.labels[fewer[0]].implies:
        return True
    at = (link for link in wide.links if vertex in (link.start, link.end) and link.directed)
    return any(_all_bear(schema, wide, link, vertex, fewer[0]) for link in at)


def _asks_alike(one: State, other: State) -> bool:
    """Whether two states ask for the same of their vertices."""
    asked = [
        [(ask.owner, ask.function, ask.candidates[0].property) for ask in state.asks]
        for state in (one, other)
    ]
    return asked[0] == asked[1] and one.ranks == other.ranks and one.tallies == other.tallies


def _all_bear(schema: Schema, state: State, link: Link, vertex: int, label: str) -> bool:
    """Whether all of a label to which a link leads also bear the label that the vertex has.

    Told by numbers: of the relationships none is left when those are taken off that lead to the
    vertex's label, and those that have nothing to do with either label or with where they start.
    """
    forward = vertex == link.end
    far = state.vertices[link.start if forward else link.end].labels
    own = state.vertices[vertex].labels[0]
    if len(far) != 1 or len(link.types) != 1 or link.start == link.end:
        return False
    known = schema.relationships[link.types[0]]
    left, elsewhere, beside = known.count, 0, 0
    for join in known.joins:
        start, end = (join.start, join.end) if forward else (join.end, join.start)
        if (start, end) == (far[0], own):
            left -= join.count
        elif not schema.related(start, far[0]):
            elsewhere = max(elsewhere, join.count)
        elif start == far[0] and not schema.related(end, own) and not schema.related(end, label):
            beside = max(beside, join.count)
    return left - elsewhere - beside == 0
