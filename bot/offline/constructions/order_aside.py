"""An order said aside (largest first): kept until all is known that it can be about."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import InOrder
from bot.offline.state import State


def aside(a: Assembler, state: State, item: InOrder) -> Iterator[State]:
    """Says how rows are sorted, wherever it stands."""
    free = not state.waiting and state.compare is None and state.match is None
    if free and state.previous != "ordered":
        yield state.on(item.end, item.cost, in_order=item)
    elif free and item.word is None and item.measures != ("#name",):
        yield state.on(item.end, item.cost + 0.01, in_order=item)


CONSTRUCTIONS = {InOrder: aside}
