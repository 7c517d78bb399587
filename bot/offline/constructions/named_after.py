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
    if near and just_tested(state, item):
        # A crowned owl as its sigil.
        previous = "property" if state.previous == "their" else state.previous
        kept = None if aside else pending
        yield state.on(item.end, item.cost, pending=kept, previous=previous)


def just_tested(state: State, item: PropertyWord) -> bool:
    """Whether the last thing said was of such a property."""
    left = getattr(state.tests[-1][1], "left", None) if state.tests else None
    return isinstance(left, Attribute) and any(c.property == left.property for c in item.candidates)
