"""X or Y: one of several values of one property, or each of those that a thing has of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.items import Value
from bot.offline.state import State, attribute
from memory.query import AnyOf, Comparison, Constant

# So many of them for each, on average, are several.
_SEVERAL = 1.5


def either_or(a: Assembler, state: State, item: Value) -> Iterator[State]:
    """X or Y (or: named X and Y): one of several values of one property."""
    if not state.joint or state.last < 0 or item.each or item.family is not None:
        return
    for i in range(len(state.tests) - 1, -1, -1):
        scope, test = state.tests[i]
        if not isinstance(test, Comparison) or not isinstance(test.right, Constant):
            continue
        if test.left == attribute(state.last, item.link.property) and test.operator == "HAS":
            yield _listed_too(state, item, i)
            return
        if test.left != attribute(state.last, item.link.property) or test.operator not in (
            "=",
            "IN",
        ):
            continue
        vertex = state.vertices[state.last]
        if _has_family(a, state, item):
            return
        compared = bool(state.asks) and state.asks[-1].owner == state.last == state.subject
        several = vertex.word == "value" or _several_each(a, state)
        if state.joint == "and" and several and not compared:
            return
        old = test.right.value if isinstance(test.right.value, tuple) else (test.right.value,)
        new = Comparison(test.left, "IN", Constant((*old, item.link.value)))
        tests = (*state.tests[:i], (scope, new), *state.tests[i + 1 :])
        yield state.on(
            item.end,
            item.cost,
            tests=tests,
            previous="np",
            joint="",
            either=state.either[:-1] if state.joint == "or" else state.either,
            used=(*state.used, item.link),
        )
        return


def _several_each(a: Assembler, state: State) -> bool:
    """Whether what is asked for has several of what was named last: in the clubs X *and Y*."""
    if state.last == state.subject or any(ask.owner == state.last for ask in state.asks):
        return False
    for link in state.links:
        ends = (link.start, link.end)
        if {*ends} != {state.subject, state.last} or link.scope:
            continue
        near, far = (state.vertices[n].labels for n in (state.subject, state.last))
        joined = sum(
            join.count
            for type_ in link.types
            for join in a.schema.relationships[type_].joins
            if (join.start in near and join.end in far) or (join.end in near and join.start in far)
        )
        having = sum(a.schema.labels[label].count for label in near)
        return joined >= _SEVERAL * having
    return False


def _has_family(a: Assembler, state: State, item: Value) -> bool:
    """Whether the one named before has a last name too, which the next first name does not."""
    shown = a.lexicon.shown(item.link.label)
    family = [attribute(state.last, name) for name in shown[1:2] if item.link.property != name]
    return any(getattr(test, "left", None) in family for _, test in state.tests)


def _listed_too(state: State, item: Value, i: int) -> State:
    """In French or Dutch, in French and Dutch, where a thing has several: one of them, or both."""
    scope, test = state.tests[i]
    assert isinstance(test, Comparison)
    more = replace(test, right=Constant(item.link.value), nodes=())
    tests = (*state.tests, (scope, more))
    if state.joint == "or":
        tests = (*state.tests[:i], (scope, AnyOf((test, more))), *state.tests[i + 1 :])
    either = state.either[:-1] if state.joint == "or" else state.either
    used = (*state.used, item.link)
    done = state.on(item.end, item.cost, tests=tests, joint="", either=either, used=used)
    return done.changed(previous="np")
