"""Relationships that only what they keep tells of: who earns over 5000, which works somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.placing import close_pending
from bot.offline.items import Candidate
from bot.offline.state import Pending, State, variable
from memory.tree_edits import attributes_of

_UNSAID = 0.3
# How much does X earn: there is no other way to take it.
_ASKED = 0.1


def implied(
    a: Assembler, state: State, candidate: Candidate, *, named: bool = False
) -> Iterator[tuple[State, int, float]]:
    """(state with the relationship added, who stands in it, cost), for the nearest that can.

    Someone named by their role (directors) stands in that very relationship; `named` is whether
    who is meant may be one by name.
    """
    if state.pending is not None and state.pending.types:
        return
    starts = {join.start for join in a.schema.relationships[candidate.owner].joins}
    ends = {join.end for join in a.schema.relationships[candidate.owner].joins}
    for role in state.roles:
        if candidate.owner in dict(role.types or ()):
            if role.kept is None and starts & ends:
                # Dependencies with a timeout: what depends on what, and not only on what.
                return
            others = tuple(r for r in state.roles if r is not role)
            for closed in close_pending(a, state.changed(pending=role, roles=others)):
                yield closed.changed(pending=state.pending), role.site, 0.0
            return
    for site, waiting, price in expected(a, state, candidate, named=named):
        for closed in close_pending(a, state.changed(pending=waiting)):
            yield closed.changed(pending=state.pending, cost=state.cost), site, price
        return


def expected(
    a: Assembler, state: State, candidate: Candidate, *, named: bool = False
) -> Iterator[tuple[int, Pending, float]]:
    """(who stands in the relationship, what waits for its other end, cost): earned at X."""
    starts = {join.start for join in a.schema.relationships[candidate.owner].joins}
    ends = {join.end for join in a.schema.relationships[candidate.owner].joins}
    if starts & ends or any(candidate.owner in link.types for link in state.links):
        return
    for site, distance in a.sites(state):
        vertex = state.vertices[site]
        one = not named and vertex.word == "value" and _by_name(a, state, site)
        if vertex.word != "thing" and not one and starts & set(vertex.labels):
            waiting = Pending(site, ((candidate.owner, 0.0),), "start")
            yield site, waiting, distance + (_ASKED if named else _UNSAID)


def _by_name(a: Assembler, state: State, site: int) -> bool:
    """Whether a vertex is one that was named, and no lawyer or other that is of a sort."""
    shown = {name for label in state.vertices[site].labels for name in a.lexicon.shown(label)}
    left = (getattr(test, "left", None) for _, test in state.tests)
    told = [x for one in left for x in attributes_of(one) if x.variable == variable(site)]
    return any(x.property in shown for x in told)
