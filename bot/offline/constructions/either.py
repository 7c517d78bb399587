"""Over two hours or before 1990: tests on one thing, of which one must hold."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from bot.offline.assemble import Assembler
from bot.offline.state import State, about
from memory.query import AllOf, AnyOf, Comparison, Condition
from memory.tree_edits import attributes_of

_RANGES = ("<", "<=", ">", ">=")


def any_of(a: Assembler, state: State) -> Iterator[State]:
    """Over two hours or before 1990: the tests on both sides of "or", one of which must hold.

    They are tests on one property each of the same node; an "or" between anything else is not read.
    """
    if not state.either:
        if not _either_way(state):
            yield state
        return
    at, links = state.either[0]
    sides = (_trailing(state.tests[:at]), state.tests[at:])
    tests = [test for side in sides for _, test in side]
    told = {about(test) for test in tests}
    plain = not any(scope for side in sides for scope, _ in side) and "" not in told
    one = len(told) == 1 and len({getattr(t, "left", None) for _, t in sides[1]}) == 1
    if len(state.either) > 1 or len(state.links) != links or not (all(sides) and plain and one):
        return
    label = state.vertices[int(next(iter(told))[1:])].labels[0] if "#" in min(told) else ""
    named = a.lexicon.shown(label)[:1] if label else ()
    if any(x.property in named for t in tests for x in attributes_of(getattr(t, "left", None))):
        # X or anything over two hours: a name is no test that one of several may fail.
        return
    either = AnyOf(tuple(_together([test for _, test in side]) for side in sides))
    kept = state.tests[: at - len(sides[0])]
    yield state.changed(tests=(*kept, (0, either)), either=())


def _trailing(tests: tuple[tuple[int, Condition], ...]) -> tuple[tuple[int, Condition], ...]:
    """The last tests on one property: both ends of a year."""
    first = len(tests)
    last = getattr(tests[-1][1], "left", None) if tests else None
    while first and last is not None and getattr(tests[first - 1][1], "left", None) == last:
        first -= 1
    return tests[first:]


def _together(tests: list[Condition]) -> Condition:
    return tests[0] if len(tests) == 1 else AllOf(tuple(tests))


def _either_way(state: State) -> bool:
    """Whether "and" may bind what "or" does: over 2 or under 1 and after 1990."""
    tests = [test for _, test in state.tests]
    return any(
        isinstance(one, AnyOf)
        and _ranged(one.conditions[-1])
        and _ranged(other)
        and about(one.conditions[-1]) == about(other)
        for one, other in pairwise(tests)
    )


def _ranged(test: Condition) -> bool:
    return isinstance(test, Comparison) and test.operator in _RANGES
