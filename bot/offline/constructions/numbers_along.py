"""A number shown beside each: along with the number of recipes they created."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.had import release
from bot.offline.constructions.placing import close_pending
from bot.offline.items import NumberAlong
from bot.offline.state import Pending, State, Vertex

_ANEW = 0.1


def number_along(a: Assembler, state: State, item: NumberAlong) -> Iterator[State]:
    """Those that were spoken of are counted; else those that the verb joins."""
    if state.subject < 0 or state.mode or state.asks or state.waiting or state.groups:
        return
    for told in release(a, state) if state.held is not None else (state,):
        for closed in close_pending(a, told):
            base = closed.changed(pending=None)
            for done in _counted(a, base, item):
                yield done.on(item.end, item.cost, previous="along")


def _counted(a: Assembler, state: State, item: NumberAlong) -> Iterator[State]:
    known = [n for n in range(len(state.vertices)) if _meant(state, n, item)]
    if known:
        yield state.changed(counted=(*state.counted, known[0]))
        return
    added, n = state.add(Vertex((item.label,)))
    pending = Pending(state.subject, item.types or None, "agent" if item.types else "", "with")
    for joined in a.connect(added, state.subject, n, pending):
        if len(joined.links) == len(state.links) + 1:
            yield joined.plus(_ANEW, counted=(*state.counted, n))


def _meant(state: State, n: int, item: NumberAlong) -> bool:
    """Whether a vertex is of the label, not the one asked for, and joined as the verb says."""
    vertex = state.vertices[n]
    if item.label not in vertex.labels or n == state.subject or vertex.scope:
        return False
    types = {t for x in state.links if n in (x.start, x.end) and not x.scope for t in x.types}
    return bool(types & set(dict(item.types))) if item.types else bool(types)


CONSTRUCTIONS = {NumberAlong: number_along}
