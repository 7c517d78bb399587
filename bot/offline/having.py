"""Conditions on an aggregate of a property: an average price over 10."""

from __future__ import annotations

from bot.offline.state import Bound, State, asked_of
from memory.query import Aggregate


def bounded(state: State) -> State:
    """The state in which properties with a bound are tested, and no more asked for."""
    bounds = tuple(
        Bound(Aggregate(ask.function, asked_of(ask)), *ask.bound)  # type: ignore[arg-type]
        for ask in state.asks
        if ask.bound is not None
    )
    if not bounds:
        return state
    kept = tuple(ask for ask in state.asks if ask.bound is None)
    return state.changed(asks=kept, bounds=bounds)
