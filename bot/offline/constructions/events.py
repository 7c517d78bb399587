"""Bought, borrowed, booked: joined by the order, the loan, the booking."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.placing import open_scope
from bot.offline.items import Function
from bot.offline.state import VIA, Pending, State


def event(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """What X *bought*; customers who *bought* X."""
    if state.held is not None or (state.waiting and not state.negate) or not state.sites:
        return
    if state.pending is not None and state.pending.types:
        return
    opened = open_scope(state)
    word = VIA + item.word
    floats = opened.floats
    others = [s for s in opened.sites if s not in floats]
    if floats and others and opened.focus in floats:
        site = others[-1]
        for joined in a.connect(opened, site, floats[-1], Pending(site, None, "", word)):
            sites = opened.sites[: opened.sites.index(site) + 1]
            yield joined.on(
                item.end, item.cost, floats=floats[:-1], sites=sites, previous="closed", joint=""
            )
    for n, site in enumerate(reversed(opened.sites)):
        if any(a.joins.direct(x, item.word) for x in opened.vertices[site].labels):
            pending = Pending(site, None, "", word)
            yield opened.on(
                item.end, item.cost + 0.2 * n, pending=pending, previous="verb", joint=""
            )
            return


CONSTRUCTIONS = {"event": event}
