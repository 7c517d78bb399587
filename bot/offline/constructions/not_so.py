"""Are not closed, that isn't red: a value that what was named does not have."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Flag, Unlike, Value
from bot.offline.state import State, attribute
from memory.query import Comparison, Constant, Not

_AFTER = frozenset(["np", "auxiliary", "relative"])


def denied(a: Assembler, state: State, item: Value) -> Iterator[State]:
    """Another value of what the last noun stands for; where none is kept, neither is that one."""
    waits = state.held or state.premods or state.compare or state.naming or state.joint
    if not state.negate or waits or state.pending is not None or state.previous not in _AFTER:
        return
    label, name, focus = item.link.label, item.link.property, state.focus
    if focus < 0 or state.floats or name in a.lexicon.shown(label):
        return
    for done in _unlike(a, state, focus, item):
        yield done.on(item.end, item.cost)


def unlike(a: Assembler, state: State, item: Unlike) -> Iterator[State]:
    """With a status other than X."""
    held = state.held
    if held is None or state.negate or state.bound:
        return
    named = [c for c in held.word.candidates if c.property == item.value.link.property]
    base = state.changed(held=None, pending=None)
    for candidate in named[:1]:
        for site, far in a.sites(state):
            for done in _unlike(a, base, site, item.value):
                yield done.on(item.end, item.cost + candidate.cost + far)


def _unlike(a: Assembler, state: State, site: int, item: Value) -> Iterator[State]:
    """The state in which a vertex has another value than that."""
    label, name = item.link.label, item.link.property
    labels = a.fits(state.vertices[site], label)
    if item.family is not None:
        return
    if not labels or any(name not in a.schema.labels[x].properties for x in labels):
        return
    stored, value = attribute(site, name), Constant(item.link.value)
    listed = a.kind(label, name) == "list"
    test = Not(Comparison(stored, "HAS", value)) if listed else Comparison(stored, "<>", value)
    done = state.narrow(site, labels).test(test)
    used = (*state.used, item.link)
    yield done.changed(used=used, negate=False, previous="np", last=site, np_end=item.end)


def denied_flag(a: Assembler, state: State, item: Flag) -> Iterator[State]:
    """Never sells a cake that *is not vegan*: what is denied is within what must not match."""
    waits = state.held or state.premods or state.compare or state.naming or state.joint
    if not state.negate or waits or state.pending is not None or state.previous not in _AFTER:
        return
    focus = state.focus
    if focus < 0 or not state.scope or state.vertices[focus].scope != state.scope or state.floats:
        return
    for candidate in item.candidates:
        if not candidate.of_relationship and candidate.owner in state.vertices[focus].labels:
            stored = attribute(focus, candidate.property)
            done = state.narrow(focus, (candidate.owner,))
            done = done.test(Comparison(stored, "=", Constant(not item.value)))
            cost = item.cost + candidate.cost
            yield done.on(item.end, cost, negate=False, previous="np", last=focus, np_end=item.end)


CONSTRUCTIONS = {Value: denied, Unlike: unlike, Flag: denied_flag}
