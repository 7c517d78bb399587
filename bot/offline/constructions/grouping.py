"""Per genre, for each director: one row for each of what follows."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Function
from bot.offline.state import Pending, State


def group(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Needs something to count or to sum up."""
    if state.waiting or state.held is not None or state.groups:
        return
    if any(ask.descending is not None for ask in state.asks) and state.sites:
        pending = Pending(state.focus, None, "", "per")
        yield state.on(item.end, 0.1, pending=pending, previous="connector")
        return
    measured = state.mode == "count" or any(ask.function for ask in state.asks)
    each = item.word in ("each", "every", "for each", "for every", "in each", "per")
    if not measured and not (each and not state.vertices):
        return
    if item.word in ("by",) and state.pending is not None:
        return
    yield state.on(item.end, 0.05 if item.word == "by" else 0.0, grouping=True, previous="group")


CONSTRUCTIONS = {"group": group}
