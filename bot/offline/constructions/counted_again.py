"""Sorted by the number of what is counted: how many clients are there, by number of clients."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Noun
from bot.offline.state import Rank, State, tally


def counted_again(a: Assembler, state: State, item: Noun) -> Iterator[State]:
    """By the number of *clients*, who are counted group by group: no others are joined to them."""
    if state.rank is None or not counts_again(state, item):
        return
    if state.changed(rank=None).waiting or state.premods or state.held is not None:
        return
    ranks = (*state.ranks, Rank(tally(state.subject), state.rank.descending, state.subject))
    yield state.on(item.end, item.cost, rank=None, ranks=ranks, pending=None, previous="ordered")


def counts_again(state: State, item: Noun) -> bool:
    """Whether a noun after "by the number of" names what is counted."""
    if state.rank is None or state.rank.measures != ("#count",) or state.subject < 0:
        return False
    counted = state.mode == "count" and bool(state.groups)
    return counted and item.label in state.vertices[state.subject].labels


CONSTRUCTIONS = {Noun: counted_again}
