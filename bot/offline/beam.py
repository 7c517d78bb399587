"""The search: states grow from left to right over the lattice, the cheapest at every token."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from itertools import count

from bot.offline.assemble import Assembler
from bot.offline.constructions import BY_PIECE
from bot.offline.finish import finish
from bot.offline.items import Function, Item
from bot.offline.scan import Lattice
from bot.offline.state import TOO_DEAR, State

# So many states go on from a token, none dearer than the cheapest by more than the margin.
_WIDTH = 40
_MARGIN = 1.3
# The most that a piece makes a state cheaper by, for what it explains.
_RETURNED = 0.6


class _Beam:
    """The states at one position, none much dearer than the cheapest."""

    def __init__(self, limit: float) -> None:
        self._states: list[State] = []
        self._limit = limit

    def keep(self, state: State) -> None:
        """One more state, where it is cheap enough."""
        if state.cost <= self._limit:
            self._limit = min(self._limit, state.cost + _MARGIN)
            self._states.append(state)

    def best(self, most: int | None = None) -> list[State]:
        """The cheapest states, each once; comparing them costs more than sorting does."""
        found: dict[State, None] = {}
        for state in sorted(self._states, key=lambda s: s.cost):
            if state.cost > self._limit or len(found) == most:
                break
            found.setdefault(state)
        return list(found)


def grown(
    assembler: Assembler, lattice: Lattice, begin: Iterable[State], most: float
) -> Iterator[State]:
    """The complete states at the end of a question, the cheapest first.

    Args:
        assembler: What the constructions know of the schema.
        lattice: The pieces of the question.
        begin: The states before its first word.
        most: The cost above which no reading is wanted.
    """
    size = len(lattice.tokens)
    limit = min(most + _RETURNED, TOO_DEAR)
    beams = [_Beam(limit) for _ in range(size + 1)]
    for start in begin:
        beams[0].keep(start)
    for at in range(size):
        for state in beams[at].best(_WIDTH):
            for item in lattice.items[at]:
                for new in _extended(assembler, state, item):
                    beams[new.at].keep(new)
    return _finished(assembler, beams[size].best())


def _extended(assembler: Assembler, state: State, item: Item) -> list[State]:
    """The states that every construction makes of one more piece."""
    kind: type[Item] | str = item.role if isinstance(item, Function) else type(item)
    found: list[State] = []
    for construction in BY_PIECE.get(kind, ()):
        found.extend(construction(assembler, state, item))
    if state.bound and state.pending is not None and not state.pending.empty:
        return [new for new in found if _kept(state, new)]
    return found


def _kept(state: State, new: State) -> bool:
    """Whether the verb that waited still waits, or found what it waited for."""
    pending = new.pending
    waits = pending is not None and pending.types is not None
    more = len(new.links) > len(state.links)
    # A guess gives way to what a verb says: as many, but another one, or one that keeps a value.
    other = new.links[-1:] != state.links[-1:]
    kept = state.pending is not None and state.pending.kept is not None
    return waits or more or other or (kept and len(new.tests) > len(state.tests))


def _finished(assembler: Assembler, states: list[State]) -> Iterator[State]:
    """States brought to their end, none before it is due: an end only adds to the cost."""
    due: list[tuple[float, int, State]] = []
    order = count()
    for state in states:
        while due and due[0][0] <= state.cost:
            yield heapq.heappop(due)[-1]
        for end in finish(assembler, state):
            heapq.heappush(due, (end.cost, next(order), end))
    while due:
        yield heapq.heappop(due)[-1]
