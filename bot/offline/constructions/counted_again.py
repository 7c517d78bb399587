"""Sorted by the number of what is counted: how many clients are there, by number of clients."""

from __future__ import annotations

from bot.offline.items import Noun
from bot.offline.state import State


def counts_again(state: State, item: Noun) -> bool:
    """Whether a noun after "by the number of" names what is counted."""
    if state.rank is None or state.rank.measures != ("#count",) or state.subject < 0:
        return False
    counted = state.mode == "count" and bool(state.groups)
    return counted and item.label in state.vertices[state.subject].labels
