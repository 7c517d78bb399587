"""Groups told by a role: the average salary by manager is of those who report to each."""

from __future__ import annotations

from bot.offline.state import State, variable
from memory.query import Entity


def told_by_role(state: State, n: int) -> bool:
    """Whether there is one group for each that is in a role."""
    plays = n >= 0 and state.vertices[n].word == "role"
    return plays and Entity(variable(n)) in state.groups
