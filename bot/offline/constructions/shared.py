"""One thing that two have: papers that cite a paper from the same year, firms in their own country.

Who is meant besides is what was spoken of before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.items import Function
from bot.offline.state import Pending, State, Vertex, attribute
from memory.query import Comparison

_NEARER = 0.1
# Over more steps nobody has a thing.
_FAR = 2


def shared(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """... *from the same year*: as what it was joined to."""
    pending = state.pending
    if state.waiting or state.held is not None or state.subject < 0 or not state.links:
        return
    site = pending.site if pending is not None and pending.site >= 0 else state.focus
    pending = replace(pending, site=site) if pending is not None else Pending(site, None)
    base = state.changed(pending=None, joint="")
    for price, other in who_else(state, site):
        if item.word.startswith("."):
            if pending.types is not None:
                continue
            found = _equal(a, base, site, other, item.word[1:])
        else:
            found = _joined(a, base, site, other, item.word, pending)
        for done in found:
            yield done.on(item.end, item.cost + price, previous="np", np_end=item.end)


def who_else(state: State, site: int) -> list[tuple[float, int]]:
    """Who else may be meant: what is asked for, or what it is joined to."""
    near = [
        link.end if link.start == site else link.start
        for link in state.links
        if site in (link.start, link.end)
    ]
    found = [state.subject, *(n for n in near if state.vertices[n].word != "path")]
    others = [n for n in dict.fromkeys(found) if n != site]
    return [(_NEARER * i, n) for i, n in enumerate(others)]


def _equal(a: Assembler, state: State, one: int, other: int, name: str) -> Iterator[State]:
    """One property that both have, of the same value."""
    owners = [
        tuple(x for x in state.vertices[n].labels if a.lexicon.property(x, name))
        for n in (one, other)
    ]
    if all(owners) and a.kind(owners[0][0], name) == a.kind(owners[1][0], name):
        held = state.narrow(one, owners[0]).narrow(other, owners[1])
        yield held.test(Comparison(attribute(other, name), "=", attribute(one, name))).changed(
            last=one
        )


def _joined(
    a: Assembler, state: State, one: int, other: int, label: str, pending: Pending
) -> Iterator[State]:
    """One thing of a label that both are joined to."""
    added, n = state.add(Vertex((label,), state.scope))
    for first in a.connect(added, one, n, pending):
        own = first.links[len(state.links) :]
        for done in a.connect(first, other, n, replace(pending, site=other)):
            theirs = done.links[len(first.links) :]
            same = set(done.vertices[one].labels) & set(done.vertices[other].labels)
            alike = [x.types for x in own] == [x.types for x in theirs]
            far = len(theirs) > _FAR and not (alike and same)
            if not far and not set(own) & set(theirs) and (alike or not same):
                yield done.changed(last=n, sites=(*state.sites, n))


def same_one(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Acted in and directed by *the same* person: who does both is one anyway."""
    if state.pending is not None and state.pending.also:
        yield state.on(item.end, item.cost)


CONSTRUCTIONS = {"shared": shared, "same_one": same_one}
