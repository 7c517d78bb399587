"""Sorted by an aggregate: firms by average rating, by total of orders."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.having import summable
from bot.offline.items import PropertyWord
from bot.offline.state import Ask, State


def by_aggregate(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """By average *rating*: the highest come first unless something else is said."""
    if not state.order_by or not state.function or state.waiting_beside("order_by", "function"):
        return
    if state.anchored and state.groups:
        # The worst three of the groups that were told: not of what they are made of.
        return
    kept = summable(a, item)
    if kept:
        ask = Ask(kept, -1, state.function, state.falls)
        asks = (*state.asks, ask)
        done = state.changed(order_by=False, function="", asks=asks)
        yield done.on(item.end, item.cost, previous="ordered")


CONSTRUCTIONS = {PropertyWord: by_aggregate}
