"""Units sold and revenue: the sum of quantities, or of quantity times price, of lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.having import bounded
from bot.offline.happenings import is_event
from bot.offline.items import Candidate, Function, Number, Summed
from bot.offline.lexicon import NounTarget
from bot.offline.state import VIA, Ask, Link, Pending, State, Vertex, variable
from memory.query import Entity
from memory.schema import Join

_NAMED = 0.35


def summed(a: Assembler, state: State, item: Summed) -> Iterator[State]:
    """How many *units*, the most *units*, total *revenue*, by *revenue*, *spent the most*."""
    if state.premods or state.held is not None or state.naming:
        return
    if item.spent and state.subject >= 0:
        state = _buying(a, state)
    yield from _bounding(a, state, item)
    if state.compare is not None:
        return
    pending = state.verb_to_come
    base = state.changed(pending=pending, joint="")
    if item.descending is not None:
        yield from _ranked(base, item, item.descending)
        for spent in _by_event(a, base, item) if item.spent else ():
            yield from _ranked(spent, item, item.descending)
    elif state.rank is not None:
        if state.rank.measures == ("#count",) or "*" in state.rank.measures:
            yield from _ranked(base.changed(rank=None), item, state.rank.descending)
    elif state.order_by:
        descending = True if state.descending is None else state.descending
        yield from _ranked(base.changed(order_by=False), item, descending)
    else:
        yield from _asked(base, item)
        for spent in _by_event(a, base, item) if item.spent else ():
            yield from _asked(spent, item)


def _buying(a: Assembler, state: State) -> State:
    """Who spent the most: of all people the customers, where there are any."""
    vertex = state.vertices[state.subject]
    named = a.lexicon.lookup(("customer",))
    buyers = tuple(x for x in vertex.labels if named.get(NounTarget(x), 9.0) < _NAMED)
    buyers = buyers or tuple(x for x in vertex.labels if not is_event(x))
    return state.narrow(state.subject, buyers) if vertex.open and buyers else state


def _by_event(a: Assembler, state: State, item: Summed) -> Iterator[State]:
    """Spent in 2021, on cakes: that is when they ordered, and what their orders contain."""
    each = [n for n in range(len(state.vertices)) if Entity(variable(n)) in state.groups]
    owner = state.subject if state.subject >= 0 else max((*state.floats, *each), default=-1)
    if state.pending is not None or owner not in state.sites:
        return
    for candidate in item.candidates:
        joins = a.schema.relationships[candidate.owner].joins if candidate.of_relationship else ()
        for event in (x for join in joins[:1] for x in (join.start, join.end) if is_event(x)):
            added, n = state.changed(floats=()).add(Vertex((event,), word="path"))
            if not any(a.joins.direct(x, event) for x in state.vertices[owner].labels):
                continue
            for joined in a.connect(added, owner, n, Pending(owner, None)):
                yield joined.changed(sites=(*joined.sites, n), last=n)


def _bounding(a: Assembler, state: State, item: Summed) -> Iterator[State]:
    """Who *spent* more than 500; who sold more than 500 *units*."""
    if state.subject < 0 or state.asks or state.mode == "yes_no" or item.descending is not None:
        return
    ask = Ask(item.candidates, -1, "sum")
    if state.compare is None and item.spent and not state.waiting and not state.mode:
        for spent in _by_event(a, state, item):
            yield spent.on(item.end, item.cost, bounding=ask, previous="property")
    elif state.compare is not None and isinstance(state.compare.amount, Number):
        if state.compare.upper is not None or state.waiting_beside("compare"):
            return
        for done in bounded(a, state.changed(compare=None), ask, state.compare):
            if state.pending is not None and state.pending.word.startswith(VIA):
                # Bought more than 20 units of X: by orders still.
                done = done.changed(pending=state.pending)
            yield done.on(item.end, item.cost, previous="property")


def _ranked(state: State, item: Summed, descending: bool) -> Iterator[State]:
    if state.subject < 0 or state.waiting:
        return
    ask = Ask(item.candidates, -1, "sum", descending)
    yield state.on(item.end, item.cost, asks=(*state.asks, ask), previous="property")


def _asked(state: State, item: Summed) -> Iterator[State]:
    """How many units did X sell; how much did X spend: the sum is asked for."""
    vague = len(state.asks) == 1 and state.asks[0].vaguely
    asking = state.function in ("sum", "avg") or state.mode == "count" or vague
    if (state.asks and not vague) or not asking or state.waiting_beside("function"):
        return
    ask = Ask(item.candidates, -1, state.function or "sum")
    owner = [n for n in state.floats if n != state.subject]
    done = state.changed(asks=(ask,), function="", mode="")
    if state.subject < 0 and owner:
        # How much did X spend: it is what X spent.
        done = done.changed(subject=owner[0])
    yield done.on(item.end, item.cost, previous="property")


def happened(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """How many units were *sold* in 2021: what is dated is the order."""
    if state.sites or state.vertices or len(state.asks) != 1 or not _of_lines(a, state.asks[0]):
        return
    added, n = state.add(Vertex((item.word,)))
    yield added.on(item.end, item.cost, subject=n, sites=(n,), last=n, previous="closed")


def _of_lines(a: Assembler, ask: Ask) -> bool:
    known = [*a.lexicon.sums.quantities, *a.lexicon.sums.revenues]
    return bool(ask.function) and ask.owner == -1 and ask.candidates[0] in known


def settle_lines(a: Assembler, state: State) -> Iterator[State]:
    """The states in which what is summed up is found on the lines between two things."""
    states = [state]
    for i, ask in enumerate(state.asks):
        if _of_lines(a, ask):
            states = [new for s in states for new in _settled(a, s, i, ask)]
    yield from states


def _settled(a: Assembler, state: State, i: int, ask: Ask) -> Iterator[State]:
    for candidate in ask.candidates:
        if not candidate.of_relationship:
            yield state
            continue
        for n, link in enumerate(state.links):
            if link.types == (candidate.owner,) and not link.scope:
                yield _bound(state, i, ask, candidate, n)
                return
        for join in a.schema.relationships[candidate.owner].joins[:1]:
            for known, start, end in _between(a, state, join, anew=ask.bound is not None):
                link = Link(start, end, (candidate.owner,))
                lined = known.changed(links=(*known.links, link))
                if lined.subject < 0 or lined.groups:
                    lined = lined.changed(subject=start if is_event(join.start) else end)
                yield _bound(lined, i, ask, candidate, len(lined.links) - 1)


def _bound(state: State, i: int, ask: Ask, candidate: Candidate, link: int) -> State:
    owned = replace(ask, candidates=(candidate,), owner=-2 - link)
    asks = (*state.asks[:i], owned, *state.asks[i + 1 :])
    return state.plus(candidate.cost, asks=asks)


def _between(
    a: Assembler, state: State, join: Join, *, anew: bool
) -> Iterator[tuple[State, int, int]]:
    """Both ends of a line: one that was spoken of, else those that things are joined to."""
    known = [
        next((n for n, v in enumerate(state.vertices) if label in v.labels and not v.scope), -1)
        for label in (join.start, join.end)
    ]
    if anew and min(known) >= 0:
        # What they spent in all is not just for what else is said of them.
        known = [
            -1 if not is_event(label) and state.vertices[known[1 - side]].word == "path" else n
            for side, (n, label) in enumerate(zip(known, (join.start, join.end), strict=True))
        ]
    if max(known) >= 0 or not state.vertices:
        added = state
        for side, label in enumerate((join.start, join.end)):
            if known[side] < 0:
                added, known[side] = added.add(Vertex((label,), word="path"))
            else:
                added = added.narrow(known[side], (label,))
        yield added, known[0], known[1]
        return
    added, start = state.add(Vertex((join.start,), word="path"))
    added, end = added.add(Vertex((join.end,), word="path"))
    root = state.subject if state.subject >= 0 else 0
    labels = state.vertices[root].labels
    direct = {
        side: any(a.joins.direct(x, label) for x in labels)
        for side, label in ((start, join.start), (end, join.end))
    }
    first = [n for n, x in ((start, join.start), (end, join.end)) if direct[n] and is_event(x)]
    for side in first or [n for n in (start, end) if direct[n]] or [start, end]:
        for done in a.connect(added, root, side, Pending(root, None)):
            yield done, start, end


CONSTRUCTIONS = {Summed: summed, "event": happened}
