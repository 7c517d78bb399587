"""What belongs to what was spoken of: than their manager, in their own films, by their students.

The noun that follows stands where any other would, and is joined to its owner besides.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.placing import place
from bot.offline.constructions.rivals import rivals, settled
from bot.offline.constructions.they import clause_of_theirs
from bot.offline.items import Function, Noun, RoleNoun
from bot.offline.state import SAME, Link, Pending, State, Vertex

_POINTING = frozenset(["their", "his", "its", "her", "our"])
_PRICE = 0.05
# The role of their where own says more.
# Over more steps nothing is anybody's own.
_STEPS = 2


def their(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """The next noun belongs to what is asked for."""
    if item.word not in _POINTING or state.subject < 0 or state.theirs >= 0 or state.premods:
        return
    pending = state.pending
    if clause_of_theirs(state):
        # A drug their doctor prescribed.
        if state.held is None and not state.floats:
            yield state.on(item.end, _PRICE, theirs=state.subject)
        return
    compared = state.rival is not None or (state.held is not None and state.compare is not None)
    if not compared:
        if state.waiting or state.held is not None or pending is None or pending.site < 0:
            return
        shared = pending.word.startswith(SAME)
        bare = pending.types is None and pending.site == state.subject and not shared
        if bare:
            # Films with their directors: nothing else is said of them.
            return
    for waiting in rivals(a, state) if compared else (state,):
        yield waiting.on(item.end, _PRICE, theirs=state.subject)


def owned(a: Assembler, state: State, item: Noun | RoleNoun) -> Iterator[State]:
    """... *manager*: joined to whose it is."""
    owner = state.theirs
    if owner < 0:
        return
    base = state.changed(theirs=-1)
    for vertex, pending, price in _meant(a, owner, item):
        for placed in _placed(a, base, vertex, item):
            n = placed.last
            for joined in a.connect(placed, owner, n, pending):
                new = joined.links[len(placed.links) :]
                if any(_known(placed, link) for link in new) or n == owner or len(new) > _STEPS:
                    continue
                yield joined.plus(price, np_end=item.end)


def _known(state: State, link: Link) -> bool:
    """Whether it was said that two are joined so: films they acted in are otherwise theirs."""
    return any(
        set(link.types) & set(other.types)
        and (
            (link.start, link.end) == (other.start, other.end)
            or (not link.directed and {link.start, link.end} == {other.start, other.end})
        )
        for other in state.links
    )


def _meant(
    a: Assembler, owner: int, item: Noun | RoleNoun
) -> Iterator[tuple[Vertex, Pending, float]]:
    """The vertex that the noun stands for, and how it is joined to its owner."""
    if isinstance(item, Noun):
        yield Vertex((item.label,), plural=item.plural), Pending(owner, None, "", "of"), 0.0
        return
    for type_, role, price in item.types:
        joins = a.schema.relationships[type_].joins
        ends = tuple(dict.fromkeys(j.start if role == "start" else j.end for j in joins))
        other = "end" if role == "start" else "start"
        pending = Pending(owner, ((type_, price),), other, kept=item.kept)
        yield Vertex(ends, word="noun", plural=item.plural), pending, 0.0


def _placed(a: Assembler, state: State, vertex: Vertex, item: Noun | RoleNoun) -> Iterator[State]:
    if state.rival is None:
        yield from place(a, state, vertex, item.start, item.end, item.cost)
        return
    added, n = state.add(vertex)
    for done in settled(a, added, n):
        sites = (*state.sites, n)
        yield done.on(item.end, item.cost, sites=sites, last=n, previous="np")


CONSTRUCTIONS = {"anaphora": their, Noun: owned, RoleNoun: owned}
