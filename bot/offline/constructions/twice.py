"""Both A and B, neither A nor B, A but not B: what holds of one thing each, or of none.

Papers in both A and B of an author need not be the same papers: what joins the author to A is
there once more for B.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.comparisons import amount
from bot.offline.constructions.events import dated
from bot.offline.constructions.values import value
from bot.offline.items import Amount, Twice, Value
from bot.offline.state import Link, State
from memory.query import (
    AnyOf,
    Attribute,
    Comparison,
    Condition,
    Constant,
    Entity,
    Function,
    Operand,
)
from memory.tree_edits import attributes_of

# Two words are accounted for at once, as by two pieces that each cost nothing.
_PRICE = -0.25


def twice(a: Assembler, state: State, item: Twice) -> Iterator[State]:
    """The first of two as it would stand alone, and the second beside it."""
    if item.how == "neither":
        yield from _neither(a, state, item)
        return
    for first, second in _pairs(a, state, item):
        denied = item.how == "but_not"
        # Papers in both A and B may be two; questions tagged with both are tagged so each.
        each = state.pending is not None and state.pending.site == state.focus
        root = _described(a, state, first) if denied or each else state.subject
        done = _again(state, first, second, root, denied=denied)
        if done is not None:
            yield done.on(item.end, _PRICE, used=tuple(dict.fromkeys((*first.used, *second.used))))


def _pairs(a: Assembler, state: State, item: Twice) -> Iterator[tuple[State, State]]:
    """What the two items make of a state, reading by reading."""
    found = []
    for one in (item.first, item.second):
        alone = replace(one, each=False) if isinstance(one, Value) else one
        states = [new for new in _alone(a, state, alone) if _placed(state, new)]
        found.append(states)
    for first in found[0]:
        for second in found[1]:
            same = (first.vertices, first.links) == (second.vertices, second.links)
            if same and len(first.tests) == len(second.tests):
                yield first, second
                break


def _alone(a: Assembler, state: State, item: Value | Amount) -> Iterator[State]:
    if isinstance(item, Value):
        yield from value(a, state, item)
    else:
        yield from amount(a, state, item)
        yield from dated(a, state, item)


def _placed(state: State, new: State) -> bool:
    """Whether an item found its place, and does not wait for a noun."""
    return new.premods == state.premods and len(new.tests) > len(state.tests)


def _described(a: Assembler, state: State, first: State) -> int:
    """What is not so: who asked questions *tagged* A but not B has one like that; else the subject.

    Of what is joined to one such thing alone it goes without saying.
    """
    verb = state.pending or state.last_verb
    if verb is None or not verb.types or verb.site < 0 or state.vertices[verb.site].word != "noun":
        return state.subject
    for link in first.links[len(state.links) :] or state.links[-1:]:
        (label,) = first.vertices[verb.site].labels[:1]
        joins = [j for t in link.types for j in a.schema.relationships[t].joins]
        joined = sum(j.count for j in joins if label in (j.start, j.end))
        if verb.site in (link.start, link.end) and joined > a.schema.labels[label].count:
            return verb.site
    return state.subject


def _again(
    state: State, first: State, second: State, subject: int, *, denied: bool
) -> State | None:
    """The first reading, and the way to what it says once more for the second."""
    new = {n for t in first.tests[len(state.tests) :] for n in _numbers(t[1], first)}
    new |= set(range(len(state.vertices), len(first.vertices)))
    alone = len(new) == 1 and len(first.vertices) == len(state.vertices)
    if denied and alone and (apart := _not_the_other(state, first, second)):
        return apart
    if subject < 0 or subject in new or not new:
        return None
    copied = _near(first, new, subject)
    scope = first.scopes + 1 if denied else first.scope
    numbers = {n: len(first.vertices) + i for i, n in enumerate(sorted(copied))}
    vertices = tuple(replace(first.vertices[n], scope=scope) for n in sorted(copied))
    own = [i for i, link in enumerate(first.links) if {link.start, link.end} & copied]
    edges = {i: len(first.links) + at for at, i in enumerate(own)}
    links = tuple(_moved(first.links[i], numbers, scope) for i in own)
    last = second.tests[len(state.tests) :]
    tests = [t for _, t in (*state.tests, *last) if _numbers(t, first) & copied]
    again = tuple((scope, _renamed(test, numbers, edges)) for test in tests)
    done = first.changed(
        vertices=(*first.vertices, *vertices),
        links=(*first.links, *links),
        tests=(*first.tests, *again),
        scopes=max(first.scopes, scope),
    )
    return done.changed(sites=(subject,), last=subject, last_verb=None) if denied else done


def _not_the_other(state: State, first: State, second: State) -> State | None:
    """Who has A but not B among several of their own."""
    n = len(state.tests)
    told = [t for _, t in (*first.tests[n:], *second.tests[n:])]
    if not all(isinstance(t, Comparison) and t.operator == "HAS" for t in told):
        return None
    scope = first.scopes + 1
    denied = tuple((scope, t) for _, t in second.tests[n:])
    return first.changed(tests=(*first.tests, *denied), scopes=scope)


def _numbers(test: Condition, state: State) -> set[int]:
    """The vertices that a test is about, those of a relationship by its ends."""
    found: set[int] = set()
    if isinstance(test, AnyOf):
        return {n for inner in test.conditions for n in _numbers(inner, state)}
    for side in (test.left, test.right) if isinstance(test, Comparison) else ():
        for one in attributes_of(side):
            number = int(one.variable[1:])
            if one.variable[0] == "#":
                found.add(number)
            elif number < len(state.links):
                found |= {state.links[number].start, state.links[number].end} - {state.subject}
    return found


def _near(state: State, begin: set[int], subject: int) -> set[int]:
    """The vertices that are reached from some without passing what is asked for."""
    reached, frontier = set(begin), list(begin)
    while frontier:
        at = frontier.pop()
        for link in state.links:
            for here, there in ((link.start, link.end), (link.end, link.start)):
                if here == at and there not in reached and there != subject:
                    reached.add(there)
                    frontier.append(there)
    return reached


def _moved(link: Link, numbers: dict[int, int], scope: int) -> Link:
    start, end = (numbers.get(n, n) for n in (link.start, link.end))
    return replace(link, start=start, end=end, scope=scope)


def _renamed(test: Condition, numbers: dict[int, int], edges: dict[int, int]) -> Condition:
    if not isinstance(test, Comparison):
        return test
    left, right = (_operand(side, numbers, edges) for side in (test.left, test.right))
    return replace(test, left=left, right=right)  # type: ignore[arg-type]


def _operand(
    operand: Operand | None, numbers: dict[int, int], edges: dict[int, int]
) -> Operand | None:
    def name(old: str) -> str:
        kind, number = old[0], int(old[1:])
        moved = numbers.get(number, number) if kind == "#" else edges.get(number, number)
        return f"{kind}{moved}"

    match operand:
        case Attribute(old, property):
            return Attribute(name(old), property)
        case Entity(old):
            return Entity(name(old))
        case Function(function, operands):
            inner = tuple(_operand(x, numbers, edges) for x in operands)
            return Function(function, inner)  # type: ignore[arg-type]
    return operand


def _neither(a: Assembler, state: State, item: Twice) -> Iterator[State]:
    """None of the two: the pattern that must not match has one of them."""
    if state.negate or state.subject < 0 or not isinstance(item.second, Value):
        return
    first, second = item.first, item.second
    for done in _alone(a, state.changed(negate=True), first):
        if not _placed(state, done):
            continue
        tests = tuple(
            (scope, _either(test, first, second)) if n >= len(state.tests) else (scope, test)
            for n, (scope, test) in enumerate(done.tests)
        )
        told = done.changed(tests=tests, used=(*done.used, second.link))
        if done.negate:
            # They are neither: it is told of a property of their own.
            scope = done.scopes + 1
            new = tuple(
                (scope if n >= len(state.tests) else s, t) for n, (s, t) in enumerate(tests)
            )
            told = told.changed(negate=False, tests=new, scopes=scope)
        yield told.on(item.end, _PRICE)


def _either(test: Condition, first: Value | Amount, second: Value) -> Condition:
    if not isinstance(test, Comparison) or not isinstance(first, Value):
        return test
    if test.right != Constant(first.link.value):
        return test
    if test.operator == "HAS":
        return AnyOf((test, replace(test, right=Constant(second.link.value), nodes=())))
    return replace(
        test, operator="IN", right=Constant((first.link.value, second.link.value)), nodes=()
    )


CONSTRUCTIONS = {Twice: twice}
