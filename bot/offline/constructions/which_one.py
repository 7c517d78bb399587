"""Own a boat, *and which one*; is patron of a guild, *and of which*: it is shown beside them."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.had import release
from bot.offline.constructions.placing import close_pending
from bot.offline.items import WhichOne
from bot.offline.state import State


def which_one(a: Assembler, state: State, item: WhichOne) -> Iterator[State]:
    """The last that was spoken of without a name is shown too."""
    if state.subject < 0 or state.mode or state.asks or state.waiting or state.tallies:
        return
    for told in release(a, state) if state.held is not None else (state,):
        for closed in close_pending(a, told):
            n = _meant(a, closed, item)
            if n >= 0:
                shown = (*closed.shown, n)
                yield closed.on(item.end, item.cost, shown=shown, pending=None, previous="along")


def _meant(a: Assembler, state: State, item: WhichOne) -> int:
    for n in range(len(state.vertices) - 1, -1, -1):
        vertex = state.vertices[n]
        if n in (state.subject, *state.shown) or vertex.scope or a.by_name(state, n):
            continue
        if item.label and item.label not in vertex.labels:
            continue
        if item.who and not set(vertex.labels) & {*a.people, *a.bodies}:
            continue
        if item.label or item.who or vertex.word != "path":
            return n
    return -1


CONSTRUCTIONS = {WhichOne: which_one}
