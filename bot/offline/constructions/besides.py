"""People other than X: those named are left out of what the noun stands for."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Besides
from bot.offline.state import State, attribute
from memory.query import Comparison, Constant


def besides(a: Assembler, state: State, item: Besides) -> Iterator[State]:
    """Holds the noun right before, or else what is asked for, to other names than those."""
    link = item.values[0].link
    waits = state.held or state.premods or state.compare or state.negate
    if waits or state.last < 0 or (state.pending is not None and not state.pending.empty):
        return
    fitting = (n for n in (state.last, state.subject) if a.fits(state.vertices[n], link.label))
    site = next(fitting, -1)
    labels = a.fits(state.vertices[site], link.label) if site >= 0 else ()
    if not labels or any(link.property not in a.schema.labels[x].properties for x in labels):
        return
    done = state.narrow(site, labels)
    for value in item.values:
        test = Comparison(attribute(site, link.property), "<>", Constant(value.link.value))
        done = done.test(test).changed(used=(*done.used, value.link))
    yield done.on(item.end, item.cost, np_end=item.end)


CONSTRUCTIONS = {Besides: besides}
