"""A property that is only named, behind its value."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.items import PropertyWord
from bot.offline.state import State
from memory.query import Attribute


def named_after(state: State, item: PropertyWord) -> Iterator[State]:
    """The Safari *model*: the property of a value just given is only named."""
    pending = state.pending
    # Between 5 and 8 *in size*.
    aside = state.previous == "connector" and pending is not None and pending.types is None
    aside = aside and pending is not None and pending.word in ("in", "by")
    near = state.np_end == item.start or state.previous == "their" or aside
    if not near or not state.tests:
        return
    left = getattr(state.tests[-1][1], "left", None)
    if isinstance(left, Attribute) and any(c.property == left.property for c in item.candidates):
        yield state.on(item.end, item.cost, pending=None if aside else pending)
