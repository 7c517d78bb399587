"""What is summed up, told once, or was merely given: in total, distinct, that was awarded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.placing import close_pending
from bot.offline.items import Function
from bot.offline.state import Ask, Bound, State
from memory.query import Aggregate, Attribute, Comparison, Constant

# That the words mean nothing is read as well, for no less.
_SAID = -0.06


def in_all(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """More than 130 votes *in total*: the sum over what each has is tested, not one of them."""
    if item.word == "sum" and state.mode == "count" and not (state.asks or state.groups):
        yield from _of_quantities(a, state, item)
    if state.tallies and state.tallies[-1].counted == state.last and state.previous == "np":
        # By more than three authors *in all*: over the papers, not for one of them.
        *before, tally = state.tallies
        whole = (*before, replace(tally, apart=False, whole=True))
        yield state.on(item.end, _SAID, tallies=whole)
    if state.waiting or state.previous != "property" or not state.tests:
        return
    scope, test = state.tests[-1]
    if scope or not isinstance(test, Comparison) or not isinstance(test.right, Constant):
        return
    number = test.right.value
    if not isinstance(test.left, Attribute) or isinstance(number, bool):
        return
    own = test.left.variable == f"#{state.subject}"
    if own or not isinstance(number, int | float) or test.operator in ("=", "<>"):
        return
    bound = Bound(Aggregate(item.word, test.left), test.operator, number)  # type: ignore[arg-type]
    yield state.on(item.end, _SAID, tests=state.tests[:-1], bounds=(*state.bounds, bound))


def _of_quantities(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """How many aircraft does it own *in total*: the sum of how many of each, where that is kept."""
    kept = {c.owner: c for c in a.lexicon.sums.quantities if c.of_relationship}
    for closed in close_pending(a, state):
        for n, link in enumerate(closed.links):
            candidate = kept.get(link.types[0])
            if candidate is not None and closed.subject in (link.start, link.end):
                asks = (Ask((candidate,), -2 - n, "sum"),)
                yield closed.on(item.end, 2 * _SAID, asks=asks, mode="", pending=None)
                break


def distinct(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """The *different* alliances of firms: each once."""
    if state.subject < 0 and not state.asks and not state.waiting and not state.mode:
        yield state.on(item.end, item.cost, distinct=True)


def bestowed(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """The highest prize *that was awarded* for a talk."""
    if state.asks and state.previous == "property" and state.subject < 0:
        yield state.on(item.end, item.cost)


CONSTRUCTIONS = {"in_all": in_all, "distinct": distinct, "bestowed": bestowed}
