"""An average price over 10; a total of more than 500: an aggregate with a bound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.properties import SUMMABLE
from bot.offline.items import Candidate, Compare, PropertyWord
from bot.offline.state import Ask, State
from bot.stored.amounts import Number
from bot.stored.comparing import AS_NUMBER, in_unit


def named(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """An average *price*: of what is spoken of already, so that a bound must follow."""
    if not state.function or state.subject < 0 or state.bounding is not None:
        return
    if state.rank or state.grouping or state.order_by or state.held or state.mode == "yes_no":
        return
    kept = summable(a, item)
    if not kept:
        return
    if state.compare is None:
        asked = Ask(kept, -1, state.function)
        yield state.on(item.end, item.cost, function="", bounding=asked, previous="property")
    elif isinstance(state.compare.amount, Number):
        # An average of over 10 points.
        bare = state.changed(function="", compare=None)
        bound = Ask(kept, -1, state.function)
        for done in bounded(a, bare, bound, state.compare):
            yield done.on(item.end, item.cost, previous="property")


def summable(a: Assembler, item: PropertyWord) -> tuple[Candidate, ...]:
    """The properties that have an average and a total."""
    return tuple(c for c in item.candidates if a.kind(c.owner, c.property) in SUMMABLE)


def bound(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """... *over 10*."""
    if state.bounding is None or not isinstance(item.amount, Number) or item.upper is not None:
        return
    for done in bounded(a, state.changed(bounding=None), state.bounding, item):
        yield done.on(item.end, item.cost, previous="property")


def bounded(a: Assembler, state: State, ask: Ask, item: Compare) -> Iterator[State]:
    """The states in which a sum that is asked for is only tested, in the unit that is kept."""
    assert isinstance(item.amount, Number)
    if item.operator in AS_NUMBER:
        # The average score of what opened before 1900: no average is before anything.
        return
    pending = state.verb_to_come
    kept: dict[int | float, list[Candidate]] = {}
    for candidate in ask.candidates:
        stored = a.lexicon.property(candidate.owner, candidate.property)
        value = item.amount.value if candidate.times else in_unit(item.amount, stored)
        if value is not None:
            kept.setdefault(value, []).append(candidate)
    for value, candidates in kept.items():
        told = replace(ask, candidates=tuple(candidates), bound=(item.operator, value))
        yield state.changed(asks=(*state.asks, told), pending=pending, joint="")


CONSTRUCTIONS = {PropertyWord: named, Compare: bound}
