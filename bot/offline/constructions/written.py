"""What is summed up, told once, or was merely given: in total, distinct, that was awarded."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Function
from bot.offline.state import Bound, State
from memory.query import Aggregate, Attribute, Comparison, Constant

# That the words mean nothing is read as well, for no less.
_SAID = -0.06


def in_all(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """More than 130 votes *in total*: the sum over what each has is tested, not one of them."""
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


def distinct(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """The *different* alliances of firms: each once."""
    if state.subject < 0 and not state.asks and not state.waiting and not state.mode:
        yield state.on(item.end, item.cost, distinct=True)


def bestowed(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """The highest prize *that was awarded* for a talk."""
    if state.asks and state.previous == "property" and state.subject < 0:
        yield state.on(item.end, item.cost)


CONSTRUCTIONS = {"in_all": in_all, "distinct": distinct, "bestowed": bestowed}
