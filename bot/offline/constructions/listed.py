"""Properties that hold several values: the most common keywords, papers per keyword.

Each value of a list is a row of its own, counted by the things that have it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.placing import place
from bot.offline.items import Function as FunctionWord
from bot.offline.items import Noun, PropertyWord
from bot.offline.state import Ask, Rank, State, Vertex, attribute, tally
from memory.query import Attribute, Comparison, Function, Operand

_COUNT = ("#count",)
_UNSAID = 0.1


def each(operand: Operand) -> Function:
    """One value of a list."""
    return Function("each", (operand,))


def asked(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """The most common *keywords*: the values are ranked by what has them."""
    if state.rank is None or state.rank.measures != _COUNT or state.subject >= 0:
        return
    if state.asks or state.held is not None or state.premods or state.vertices:
        return
    kept = tuple(c for c in item.candidates if _listed(a, (c.owner, c.property)))
    if kept:
        one = state.singular or not item.plural
        ask = Ask(kept)
        yield state.on(item.end, item.cost, asks=(ask,), singular=one, previous="property")


def counted(a: Assembler, state: State, item: Noun) -> Iterator[State]:
    """Which keyword is in the most *papers*; the most common keywords of *papers*."""
    if state.rank is None or state.rank.measures != _COUNT or not _values(a, state):
        return
    if state.subject >= 0 or state.premods or state.held is not None:
        return
    (ask,) = state.asks
    kept = tuple(c for c in ask.candidates if c.owner == item.label)
    if not kept or not _listed(a, (kept[0].owner, kept[0].property)):
        return
    bare = state.changed(rank=None, asks=(), sites=(), pending=None)
    for placed in place(a, bare, Vertex((item.label,)), item.start, item.end, item.cost):
        known = (replace(ask, candidates=kept[:1], owner=placed.last),)
        yield placed.changed(rank=state.rank, asks=known)


def by_count(a: Assembler, state: State, item: FunctionWord) -> Iterator[State]:
    """Top three keywords *by* number of papers."""
    if state.subject < 0 and not state.waiting and state.held is None and _values(a, state):
        yield state.on(item.end, 0.05, order_by=True, previous="order_by")


def _values(a: Assembler, state: State) -> bool:
    """Whether the values of a list are asked for, and nothing else."""
    if len(state.asks) != 1 or state.asks[0].function or state.mode:
        return False
    return any(_listed(a, (c.owner, c.property)) for c in state.asks[0].candidates)


def _listed(a: Assembler, named: tuple[str, str]) -> bool:
    return a.kind(*named) == "list"


def settle_listed(a: Assembler, state: State) -> Iterator[State]:
    """The states in which values of lists are grouped by, where they were to be ranked."""
    if state.rank is None or state.rank.measures != _COUNT or not _values(a, state):
        yield state
        return
    (ask,) = state.asks
    for candidate in ask.candidates:
        if candidate.of_relationship or not _listed(a, (candidate.owner, candidate.property)):
            continue
        known, n = (state, ask.owner) if ask.owner >= 0 else state.add(Vertex((candidate.owner,)))
        own = attribute(n, candidate.property)
        rank = Rank(tally(n), state.rank.descending, n)
        done = known.changed(
            rank=None, asks=(), mode="count", groups=(each(own),), ranks=(*state.ranks, rank)
        )
        cost = candidate.cost + (0.0 if ask.owner >= 0 else _UNSAID)
        yield done.changed(subject=n).test(Comparison(own, "IS NOT NULL")).plus(cost)


def of_each(a: Assembler, operand: Operand, owner: str) -> Operand:
    """What is grouped by: of a list each of its values."""
    listed = isinstance(operand, Attribute) and _listed(a, (owner, operand.property))
    return each(operand) if listed else operand


CONSTRUCTIONS = {PropertyWord: asked, Noun: counted, "order_by": by_count}
