"""Currently at X, former members: what joins two things has not ended, or has."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Function
from bot.offline.state import State, attribute
from memory.query import Attribute, Comparison, Condition, Constant

_THING = 0.1


def lasting(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Waits for what it is said of, wherever that stands."""
    if state.lasting is None and not state.naming:
        yield state.on(item.end, item.cost, lasting=item.word == "still")


def settle_lasting(a: Assembler, state: State) -> Iterator[State]:
    """The states in which what ended, or did not, is a relationship, else what is asked for."""
    if state.lasting is None:
        yield state
        return
    bare = state.changed(lasting=None)
    near = sorted(
        range(len(state.links)),
        key=lambda i: state.subject not in (state.links[i].start, state.links[i].end),
    )
    for i in near:
        link = state.links[i]
        test = _test(a, link.types[0], f"~{i}", holds=state.lasting)
        if test is not None and len(link.types) == 1:
            yield bare.changed(tests=(*bare.tests, (link.scope, test)))
            return
    for n, vertex in enumerate(state.vertices):
        found = _test(a, vertex.labels[0], attribute(n, "").variable, holds=state.lasting)
        if found is not None and len(vertex.labels) == 1:
            yield bare.plus(_THING, tests=(*bare.tests, (vertex.scope, found)))
            return


def _test(a: Assembler, owner: str, variable: str, *, holds: bool) -> Condition | None:
    known = a.lexicon.lasting
    if owner in known.flags:
        return Comparison(Attribute(variable, known.flags[owner]), "=", Constant(holds))
    if owner in known.ends:
        left = Attribute(variable, known.ends[owner])
        return Comparison(left, "IS NULL" if holds else "IS NOT NULL")
    return None


CONSTRUCTIONS = {"lasting": lasting}
