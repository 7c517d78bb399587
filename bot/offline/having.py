"""Conditions on an aggregate of a property: an average price over 10."""

from __future__ import annotations

from bot.offline.asked_figures import figure
from bot.offline.assemble import Assembler
from bot.offline.state import Bound, State


def bounded(a: Assembler, state: State) -> State:
    """The state in which properties with a bound are tested, and no more asked for."""
    bounds = tuple(Bound(figure(a, ask), *ask.bound) for ask in state.asks if ask.bound is not None)
    if not bounds:
        return state
    kept = tuple(ask for ask in state.asks if ask.bound is None)
    return state.changed(asks=kept, bounds=bounds)
