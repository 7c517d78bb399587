"""Properties held against each other: more than twice their budget, the difference between two."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.placing import open_scope
from bot.offline.constructions.premodifiers import divisible, reckoned
from bot.offline.constructions.properties import owned
from bot.offline.items import Compare, PropertyWord, Reckoned
from bot.offline.state import Rank, RankedBy, State
from bot.stored.comparing import AS_NUMBER, comparable
from bot.stored.kinds import NUMBER_KINDS, TIME_KINDS, Kind
from memory.query import Arithmetic, Attribute, Comparison, Constant, Operand
from memory.tree_edits import attributes_of


def against(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """A revenue greater than ...: what follows is no amount, so it must be another property."""
    waits = state.held is not None and state.compare is None and not state.premods
    if item.amount is None and waits and state.rank is None:
        yield state.on(item.end, 0.05, compare=item, previous="compare")


def other(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """... their *budget*: the same thing's other property of the same kind."""
    held, compare = state.held, state.compare
    if held is None or compare is None or compare.amount is not None:
        return
    operator = AS_NUMBER.get(compare.operator, compare.operator)
    pending = state.verb_to_come
    for operand, owner, name, base, price, site in owned(a, state, held.word):
        for candidate in item.candidates:
            rival = a.kind(candidate.owner, candidate.property)
            same = candidate.owner == owner and candidate.property != name
            if not same or not isinstance(operand, Attribute) or not _alike(a, owner, name, rival):
                continue
            right: Operand = Attribute(operand.variable, candidate.property)
            right = comparable(right, rival)
            if compare.factor != 1:
                right = Arithmetic("*", right, Constant(compare.factor))
            left = comparable(operand, a.kind(owner, name))
            done = open_scope(base).changed(held=None, compare=None, pending=pending)
            test = Comparison(left, operator, right)  # type: ignore[arg-type]
            cost = item.cost + price + candidate.cost
            yield done.test(test).on(item.end, cost, previous="property", last=site, joint="")


def _alike(a: Assembler, owner: str, name: str, other: Kind) -> bool:
    """Whether two properties can be compared: both numbers, or both times kept in one way."""
    own = a.kind(owner, name)
    numbers = own in NUMBER_KINDS and other in NUMBER_KINDS
    return numbers or (own == other and own in TIME_KINDS)


def difference(a: Assembler, state: State, item: Reckoned) -> Iterator[State]:
    """The highest difference between revenue and budget; the most profitable films."""
    if state.held is not None or state.compare is not None or state.premods:
        return
    if state.order_by:
        yield from _ordered(a, state, item)
        return
    if state.rank is None or "*" not in state.rank.measures:
        return
    descending = state.rank.descending
    if state.subject < 0:
        premods = (RankedBy(item, descending),)
        yield state.on(item.end, item.cost, rank=None, premods=premods, previous="premod")
        return
    pending = state.verb_to_come
    for site, distance in a.sites(state):
        operand = reckoned(a, state, site, item)
        if operand is not None:
            ranks = (*state.ranks, Rank(operand, descending, site))
            whole = divisible(state, operand)
            ranked = whole.changed(rank=None, ranks=ranks, pending=pending)
            yield ranked.on(item.end, item.cost + distance, previous="property")


def _ordered(a: Assembler, state: State, item: Reckoned) -> Iterator[State]:
    """The most profitable films, considering the difference: what they are ranked by already."""
    for site, distance in a.sites(state):
        operand = reckoned(a, state, site, item)
        if operand is None:
            continue
        for rank in state.ranks:
            if set(attributes_of(rank.operand)) == set(attributes_of(operand)):
                yield state.on(item.end, item.cost, order_by=False, previous="ordered")
                return
        key = Rank(operand, True if state.descending is None else state.descending, site)
        ranks = (*state.ranks, key)
        done = divisible(state, operand).changed(order_by=False, ranks=ranks)
        yield done.on(item.end, item.cost + distance, previous="ordered")


CONSTRUCTIONS = {
    Compare: against,
    PropertyWord: other,
    Reckoned: difference,
}
