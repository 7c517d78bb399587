"""With their *ages*: of each the years since the birth that is kept."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.data import load
from bot.offline.items import Candidate, Function
from bot.offline.state import Ask, State


def ages(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """One more column: how old each of those asked for is."""
    if item.word != "ages" or state.subject < 0 or state.previous != "their" or state.held:
        return
    names = tuple(load("scales")["questions"][item.word]["measure"])
    labels = state.vertices[state.subject].labels
    for name, price in a.lexicon.measures(labels[0], names)[:1]:
        ask = Ask((Candidate(labels[0], name, False, price),), state.subject, age=True)
        asks = (*state.asks, ask)
        yield state.on(
            item.end, price, asks=asks, added=True, joint="", pending=None, previous="property"
        )


CONSTRUCTIONS = {"measure": ages}
