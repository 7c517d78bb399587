"""Aircraft of at least four manufacturers: how many different values of a property there are."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Compare, PropertyWord
from bot.offline.state import Bound, State, attribute
from bot.stored.amounts import Number
from memory.query import Aggregate

_COST = 0.1
# What is at least so many is there, so that nothing is said of those that have none.
_OPERATORS = (">", ">=", "=")


def counted(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """More than three *sections*, where articles keep their section: the topics are counted by it.

    What is counted must be kept by what the subject is joined to: of its own it has one.
    """
    compare = state.compare
    if compare is None or state.subject < 0 or not _several(compare, item):
        return
    if state.bound or state.scope or state.mode == "yes_no" or state.waiting_beside("compare"):
        return
    for n, candidate, price in a.owners(state, item.candidates):
        if candidate.of_relationship or not state.joined(state.subject, n):
            continue
        if not _sorts(a, candidate.owner, candidate.property):
            continue
        assert isinstance(compare.amount, Number)
        operand = Aggregate("count", attribute(n, candidate.property), distinct=True)
        bound = Bound(operand, compare.operator, compare.amount.value)
        done = state.narrow(n, (candidate.owner,)).changed(compare=None, pending=None, joint="")
        yield done.on(
            item.end,
            item.cost + price + _COST,
            bounds=(*done.bounds, bound),
            previous="property",
            last=n,
        )


def _several(compare: Compare, item: PropertyWord) -> bool:
    """Whether a comparison is with a bare number of at least two values."""
    amount = compare.amount
    bare = isinstance(amount, Number) and not amount.measures and isinstance(amount.value, int)
    if not bare or compare.upper is not None or compare.operator not in _OPERATORS:
        return False
    assert isinstance(amount, Number)
    least = amount.value + (compare.operator == ">")
    return least >= 2 and (item.plural or amount.value == 1)


def _sorts(a: Assembler, label: str, name: str) -> bool:
    """Whether several nodes of a label share a value, which is a word."""
    stored, owner = a.lexicon.property(label, name), a.schema.labels.get(label)
    if stored is None or owner is None or a.kind(label, name) != "text":
        return False
    return name not in a.lexicon.shown(label) and stored.distinct < owner.count


CONSTRUCTIONS = {PropertyWord: counted}
