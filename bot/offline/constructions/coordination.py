"""And, or, commas, both."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.either import any_of
from bot.offline.constructions.had import having, release
from bot.offline.constructions.placing import close_pending
from bot.offline.items import Function
from bot.offline.state import State, variable
from memory.query import Entity

_CONTRARY = frozenset(["but", "although", "though", "even"])
# What stands beside a group is one too, rather than any there may be.
_EACH = -0.1


def joint(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """What follows stands beside what came before, at the same place in the sentence."""
    if item.role.startswith("comma") and state.subject < 0 and state.premods:
        pending = state.verb_to_come
        front = state.changed(premods=(), fronted=state.premods, pending=pending)
        yield front.on(item.end, 0.0, previous="start")
        return
    has = having(state)
    waiting = state.waiting_beside("negate") if has else state.waiting
    if waiting or state.naming or state.premods:
        return
    if state.previous == "verb" and state.pending is not None and state.pending.types:
        if state.scope and item.word == "yet":
            # Not cleared yet.
            yield state.on(item.end, 0.0)
        elif state.scope and item.word.split()[0] in _CONTRARY:
            # Never sang but danced: what is denied ends here.
            for closed in close_pending(a, state):
                over = closed.changed(scope=0, pending=None, previous="closed")
                yield from _beside(over, item, "and")
        elif item.role in ("and", "or"):
            yield state.on(item.end, 0.0, joint=item.role)
        return
    kind = "or" if item.role in ("or", "comma_or") else "and"
    if state.pending is not None and not has:
        if Entity(variable(state.pending.site)) not in state.groups:
            return
        # For each sponsor, so many trials and so much money.
        state = state.changed(pending=None)
    for told in release(a, state) if state.held is not None else (state,):
        closed = told.changed(scope=0 if kind == "and" else told.scope)
        if kind == "or" and state.joint != "or":
            before = (len(closed.tests), len(closed.links))
            closed = closed.changed(either=(*closed.either, before))
        elif kind == "and" and closed.either and item.role != "comma":
            # With A or B, and located in C: one of the two, and that besides.
            for chosen in any_of(a, closed):
                yield from _beside(chosen, item, kind)
        yield from _beside(closed, item, kind)


def _also_for_each(state: State, item: Function) -> Iterator[State]:
    """Films per genre *and year*: one row for each pair of the two."""
    last = Entity(variable(state.last)) if state.last >= 0 else None
    noun = state.groups[-1:] == (last,) and state.np_end == item.start
    if item.role != "and" or not state.groups or not (noun or state.previous == "property"):
        return
    if state.subject in (-1, *state.sites):
        sites = state.sites[: state.sites.index(state.subject) + 1 if state.subject >= 0 else None]
        yield state.on(item.end, _EACH, grouping=True, sites=sites, previous="group")


def _beside(closed: State, item: Function, kind: str) -> Iterator[State]:
    state = closed
    yield from _also_for_each(state, item)
    if item.role == "comma":
        yield closed.on(item.end, 0.0)
    yield closed.on(item.end, 0.1, joint=kind)
    site = state.last_verb.site if state.last_verb is not None else state.subject
    if site in state.sites and site != state.focus and not state.floats:
        back = state.sites[: state.sites.index(site) + 1]
        yield closed.on(item.end, 0.0, joint=kind, sites=back, previous="joint")
    else:
        yield closed.on(item.end, 0.02, joint=kind)


def both(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Both X and Y; either X or Y."""
    if item.word != "each":
        yield state.on(item.end, 0.0)


CONSTRUCTIONS = {
    "and": joint,
    "or": joint,
    "comma": joint,
    "comma_and": joint,
    "comma_or": joint,
    "both": both,
}
