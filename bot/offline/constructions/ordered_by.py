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
    kept = summable(a, item)
    if kept:
        descending = True if state.descending is None else state.descending
        ask = Ask(kept, -1, state.function, descending)
        asks = (*state.asks, ask)
        done = state.changed(order_by=False, function="", asks=asks)
        yield done.on(item.end, item.cost, previous="ordered")


CONSTRUCTIONS = {PropertyWord: by_aggregate}
