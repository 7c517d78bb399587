"""Groups by a property where no noun was said yet: average price by brand; for each brand, ..."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.grouping import by_span
from bot.offline.items import Candidate, Function, PropertyWord
from bot.offline.state import Pending, State, Vertex, attribute

_APART = 0.2
_KINDS = ("text", "flag", "year", "year_text", "number", "number_text")


def by_property(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """The thing that has both properties is meant; where none is named, it comes later."""
    if not state.grouping or state.sites or state.subject >= 0 or state.waiting_beside("grouping"):
        return
    if not state.asks and not state.mode:
        yield state.on(item.end, item.cost, grouping=False, ahead=item, previous="start")
        return
    if len(state.asks) != 1 or state.mode:
        return
    ask = state.asks[0]
    for candidate in item.candidates:
        owner = candidate.owner
        asked = [c for c in ask.candidates if c.owner == owner and not c.of_relationship]
        if (
            candidate.of_relationship
            or not asked
            or a.kind(owner, candidate.property) not in _KINDS
        ):
            continue
        added, n = state.add(Vertex((owner,), word="noun"))
        best = min(asked, key=lambda c: c.cost)
        done = added.changed(
            subject=n,
            sites=(n,),
            last=n,
            asks=(replace(ask, candidates=(best,), owner=n),),
            groups=(attribute(n, candidate.property),),
            grouping=False,
        )
        price = item.cost + candidate.cost + best.cost
        yield done.on(item.end, price, previous="property")


def by_period(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Average freight per month: the thing that has both the property and a date is meant."""
    if not state.grouping or state.sites or state.subject >= 0 or state.waiting_beside("grouping"):
        return
    if len(state.asks) != 1 or state.mode:
        return
    (ask,) = state.asks
    for candidate in ask.candidates:
        if candidate.of_relationship:
            yield from _of_ends(a, state, item, candidate)
        else:
            added, n = state.add(Vertex((candidate.owner,), word="noun"))
            asked = replace(ask, candidates=(candidate,), owner=n)
            known = added.changed(subject=n, sites=(n,), last=n, asks=(asked,), grouping=False)
            for done in by_span(a, known, n, item.word):
                yield done.on(item.end, candidate.cost, previous="property")


def _of_ends(a: Assembler, state: State, item: Function, candidate: Candidate) -> Iterator[State]:
    """Units sold per month: of the orders that have them."""
    for join in a.schema.relationships[candidate.owner].joins[:1]:
        for label in (join.start, join.end):
            added, n = state.add(Vertex((label,), word="noun"))
            known = added.changed(subject=n, sites=(n,), last=n, grouping=False)
            for done in by_span(a, known, n, item.word):
                yield done.on(item.end, candidate.cost, previous="property")


def settle_ahead(a: Assembler, state: State) -> Iterator[State]:
    """For each brand, how many products: the brand is the products'."""
    if state.ahead is None:
        yield state
        return
    found = False
    for candidate in state.ahead.candidates:
        for n, vertex in enumerate(state.vertices):
            found = found or (candidate.owner in vertex.labels and not candidate.of_relationship)
            if candidate.owner in vertex.labels and not candidate.of_relationship:
                far = 0.0 if n == state.subject else 0.2
                narrowed = state.narrow(n, (candidate.owner,))
                groups = (attribute(n, candidate.property), *state.groups)
                yield narrowed.plus(candidate.cost + far, groups=groups, ahead=None)
    if not found and state.subject >= 0:
        yield from _of_the_next(a, state, state.ahead)


def _of_the_next(a: Assembler, state: State, word: PropertyWord) -> Iterator[State]:
    """For each continent, how many cities: that of the country they are in."""
    for candidate in word.candidates:
        if candidate.of_relationship:
            continue
        added, n = state.add(Vertex((candidate.owner,), word="path"))
        for joined in a.connect(added, state.subject, n, Pending(state.subject, None)):
            groups = (attribute(n, candidate.property), *state.groups)
            if len(joined.links) == len(state.links) + 1:
                yield joined.plus(candidate.cost + _APART, groups=groups, ahead=None)


CONSTRUCTIONS = {PropertyWord: by_property, "period": by_period}
