"""Gave five stars, received a score below 3: by something that keeps what was given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from bot.offline.assemble import Assembler
from bot.offline.constructions.comparisons import amount as bare_amount
from bot.offline.constructions.comparisons import compare
from bot.offline.constructions.placing import open_scope
from bot.offline.constructions.properties import property_word
from bot.offline.items import Amount, Compare, Number, PropertyWord
from bot.offline.state import State, Vertex

_PRICE = 0.1
_MEASURED = 0.2
_LESS = 0.1


def given_amount(a: Assembler, state: State, item: Amount | Compare) -> Iterator[State]:
    """Gave *five stars*."""
    measures = getattr(item, "measures", ()) or getattr(item.amount, "measures", ())
    if not isinstance(item.amount, Number) or not measures:
        return
    labels = {
        label: price
        for label in a.schema.labels
        for _, price in a.lexicon.measures(label, tuple(measures))[:1]
    }
    read: Callable[..., Iterator[State]] = compare if isinstance(item, Compare) else bare_amount
    yield from _by_what_keeps_it(a, state, item, labels, read)


def given_property(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """Received *a score* below 3."""
    dearest_first = sorted(item.candidates, key=lambda c: -c.cost)
    labels = {c.owner: c.cost + item.cost for c in dearest_first if not c.of_relationship}
    yield from _by_what_keeps_it(a, state, item, labels, property_word)


def _by_what_keeps_it(
    a: Assembler,
    state: State,
    item: Any,
    labels: dict[str, float],
    read: Callable[..., Iterator[State]],
) -> Iterator[State]:
    """The states in which one thing more, joined to who gave or got it, has the property."""
    pending = state.pending
    if pending is None or not pending.light or state.previous != "verb" or state.held is not None:
        return
    if state.premods or state.compare is not None or state.rank is not None or state.function:
        return
    opened = open_scope(state)
    best = min(labels.values(), default=1.0)
    near = [x for x, price in labels.items() if price < best + _LESS and _beside(a, opened, x)]
    known = {label for v in state.vertices for label in v.labels}
    if best > _MEASURED or (set(near) & known and opened.scope not in opened.never):
        return
    for label in near if len(near) == 1 else ():
        added, n = opened.add(Vertex((label,), opened.scope, word="path"))
        for joined in a.connect(added.changed(pending=None), pending.site, n, pending):
            if len(joined.links) == len(state.links) + 1:
                sites = (*joined.sites, n)
                kept = joined.changed(sites=sites, last=n, previous="closed")
                yield from read(a, kept.plus(_PRICE), item)


def _beside(a: Assembler, state: State, label: str) -> bool:
    assert state.pending is not None
    return any(a.joins.direct(x, label) for x in state.vertices[state.pending.site].labels)


CONSTRUCTIONS = {Amount: given_amount, Compare: given_amount, PropertyWord: given_property}
