"""The most common tag; the least used tags: ranked by how many things are joined to it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Function
from bot.offline.state import Commonest, Link, Rank, State, Vertex, about, tally, variable
from memory.query import Comparison, Condition

_UNSAID = 0.1


def common(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Stands before its noun."""
    if state.held is not None or state.waiting or state.subject >= 0 or state.common is not None:
        return
    descending = item.word.split()[-2:-1] != ["least"]
    found = Commonest(item.start, descending)
    yield state.on(item.end, item.cost, premods=(found,), previous="premod")


def settle_common(a: Assembler, state: State) -> Iterator[State]:
    """The subject ranked by what it is joined to; where nothing was said, by what it is most."""
    if state.common is None:
        yield state
        return
    n, descending = state.common
    if n != state.subject or state.groups or state.mode or state.ranks:
        return
    near = [
        x.end if x.start == n else x.start
        for x in state.links
        if n in (x.start, x.end) and x.scope == 0
    ]
    near = [m for m in near if not any(_names(test, m) for _, test in state.tests)]
    if near:
        near = [_beyond(state, n, near[0])]
        yield state.changed(common=None, ranks=(Rank(tally(near[0]), descending, n),))
        return
    if state.links:
        return
    yield from _joined(a, state, n, descending)


def _beyond(state: State, n: int, near: int) -> int:
    """What the words speak of, past what only lies between."""
    passed, nearest = {n}, near
    while state.vertices[near].word == "path":
        passed.add(near)
        ends = [x for x in state.links if near in (x.start, x.end) and not x.scope]
        others = [x.end if x.start == near else x.start for x in ends]
        further = [m for m in others if m not in passed]
        if len(further) != 1:
            break
        if any(_names(test, further[0]) for _, test in state.tests):
            # The most common class in X: of what is there, as there is just one X.
            return nearest
        near = further[0]
    return near


def _joined(a: Assembler, state: State, n: int, descending: bool) -> Iterator[State]:
    label = state.vertices[n].labels[0]
    steps = list(dict.fromkeys((s.type, s.forward, s.to) for s in a.joins.steps(label)))
    told = [s for s in steps if a.joins.affinity(s[0], label)]
    for type_, forward, to in told if len(told) == 1 else steps:
        added, m = state.add(Vertex((to,), word="path"))
        link = Link(n, m, (type_,)) if forward else Link(m, n, (type_,))
        ranks = (Rank(tally(m), descending, n),)
        yield added.plus(_UNSAID, links=(*added.links, link), ranks=ranks, common=None)


def _names(test: Condition, n: int) -> bool:
    """Whether a test leaves one of a vertex, so that there is nothing to count."""
    return isinstance(test, Comparison) and test.operator == "=" and about(test) == variable(n)


CONSTRUCTIONS = {"commonest": common}
