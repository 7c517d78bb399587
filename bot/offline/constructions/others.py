"""Another, other: the next noun is none of those of its kind that were spoken of before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.items import Function
from bot.offline.state import State, variable
from memory.query import Comparison, Condition, Entity


def other(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Papers in X and *another* field; which *other* products."""
    if state.held is None and not state.waiting:
        yield state.on(item.end, item.cost, other=True)


def apart(state: State) -> State:
    """A state in which what was just named is none of what has its label already."""
    if not state.other or state.last < 0:
        return state
    own, scope = state.vertices[state.last], state.vertices[state.last].scope
    # What cites another paper cites none of itself: there is nothing to test.
    joined = {
        end
        for link in state.links
        for end in (link.start, link.end)
        if state.last in (link.start, link.end)
    }
    tests = [
        (scope, Comparison(Entity(variable(n)), "<>", Entity(variable(state.last))))
        for n, vertex in enumerate(state.vertices)
        if n not in {state.last, *joined}
        and set(vertex.labels) & set(own.labels)
        and vertex.word != "path"
    ]
    known = {(scope, _turned(test)) for scope, test in state.tests}
    tests = [(scope, test) for scope, test in tests if (scope, test) not in {*state.tests, *known}]
    return state.changed(other=False, tests=(*state.tests, *tests))


def _turned(test: Condition) -> Condition:
    """The same said the other way round."""
    turned = isinstance(test, Comparison) and test.operator == "<>" and test.right is not None
    return replace(test, left=test.right, right=test.left) if turned else test  # type: ignore[union-attr, arg-type]


CONSTRUCTIONS = {"other": other}
