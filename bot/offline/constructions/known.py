"""Whether something has a property at all: and an epithet, whose blood type is unknown."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.kept_at_all import kept_at_all
from bot.offline.items import Known
from bot.offline.state import State, attribute
from memory.query import Comparison, Constant

_PRICE = 0.1


def known(a: Assembler, state: State, item: Known) -> Iterator[State]:
    """Of what is described: a flag holds, anything else is there."""
    if state.subject < 0 or state.premods or state.waiting or state.bound:
        return
    held = state.held
    if held is not None and held.word.end != item.start:
        return
    base = state.changed(held=None, pending=None, joint="")
    if state.scope:
        base = base.changed(scope=0)
    for site, candidate, price in a.owners(state, item.word.candidates):
        if item.near and site != state.focus:
            continue
        own = attribute(site, candidate.property)
        if a.kind(candidate.owner, candidate.property) == "flag":
            test = Comparison(own, "=", Constant(item.there))
        elif item.there:
            test = kept_at_all(a, candidate, own)
        else:
            test = Comparison(own, "IS NULL")
        done = base.narrow(site, (candidate.owner,)).test(test)
        yield done.on(item.end, item.cost + price + _PRICE, previous="property", last=site)
        return


CONSTRUCTIONS = {Known: known}
