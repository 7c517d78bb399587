"""Groups told by a role: the average salary by manager is of those who report to each."""

from __future__ import annotations

from bot.offline.state import Ask, State, variable
from memory.query import Entity


def told_by_role(state: State, n: int) -> bool:
    """Whether there is one group for each that is in a role."""
    plays = n >= 0 and state.vertices[n].word == "role"
    return plays and Entity(variable(n)) in state.groups


def figures_of_groups(state: State, n: int, ask: Ask) -> bool:
    """Whether a figure is of others than those who are like the ones that groups are told by.

    Of each manager alone there is no average salary, but of the employees joined to each; the
    average age by director is no age of films.
    """
    owners = {c.owner for c in ask.candidates if not c.of_relationship}
    alike = set(state.vertices[n].labels)
    for m, vertex in enumerate(state.vertices):
        if not told_by_role(state, m) or not owners & set(vertex.labels):
            continue
        ends = [{x.start, x.end} for x in state.links if m in (x.start, x.end)]
        others = {other for one in ends for other in one - {m}}
        if m != n and alike != set(vertex.labels):
            return True
        if m == n and any(set(state.vertices[x].labels) == alike for x in others):
            return True
    return False
