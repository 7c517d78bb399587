"""Unanswered questions; questions that are unanswered: nobody did it to them."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.participles import done_to
from bot.offline.constructions.placing import open_scope
from bot.offline.items import Undone
from bot.offline.state import DoneTo, State

_BEFORE = ("connector", "start", "ask", "count", "verb", "premod")


def undone(a: Assembler, state: State, item: Undone) -> Iterator[State]:
    """Before its noun, or behind it."""
    if state.held is not None:
        return
    never = DoneTo(item.start, item.types, never=True, inside=item.inside)
    if state.subject < 0 or state.previous in _BEFORE:
        premods = (*state.premods, never)
        yield state.on(item.end, item.cost, premods=premods, previous="premod")
    if state.premods or state.pending is not None or state.subject < 0:
        return
    for site, price in a.sites(state):
        for done in done_to(a, open_scope(state), site, never):
            yield done.on(item.end, item.cost + price, previous="closed", joint="")


CONSTRUCTIONS = {Undone: undone}
