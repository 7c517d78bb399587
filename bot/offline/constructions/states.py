"""Open faults; faults that are still open; products out of stock: told by an end or an amount."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.placing import open_scope
from bot.offline.items import Stated
from bot.offline.state import State, attribute
from bot.stored.comparing import stated

_BEFORE = ("connector", "start", "ask", "count", "verb", "premod")


def state_of(a: Assembler, state: State, item: Stated) -> Iterator[State]:
    """Before its noun, or behind it."""
    if state.held is not None or state.negate:
        return
    if state.subject < 0 or state.previous in _BEFORE:
        yield state.on(item.end, item.cost, premods=(*state.premods, item), previous="premod")
    if state.premods or state.pending is not None or state.subject < 0:
        return
    for site, candidate, price in a.owners(state, item.candidates):
        base = open_scope(state).narrow(site, (candidate.owner,))
        kind = a.kind(candidate.owner, candidate.property)
        done = base.test(stated(attribute(site, candidate.property), item.operator, kind))
        yield done.on(item.end, item.cost + price, previous="property", joint="")


CONSTRUCTIONS = {Stated: state_of}
