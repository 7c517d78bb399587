"""Are not closed, that isn't red: a value that what was named does not have."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Value
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
    labels = a.fits(state.vertices[focus], label)
    if not labels or any(name not in a.schema.labels[x].properties for x in labels):
        return
    stored, value = attribute(focus, name), Constant(item.link.value)
    has_it = a.kind(label, name) == "list"
    test = Not(Comparison(stored, "HAS", value)) if has_it else Comparison(stored, "<>", value)
    done = state.narrow(focus, labels).test(test).changed(used=(*state.used, item.link))
    yield done.on(item.end, item.cost, negate=False, previous="np", last=focus, np_end=item.end)


CONSTRUCTIONS = {Value: denied}
