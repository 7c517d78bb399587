"""Another, other: the next noun is none of those of its kind that were spoken of before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.items import Function
from bot.offline.state import State, variable
from memory.query import Comparison, Condition, Entity

_NEARER = 0.1


def other(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Papers in X and *another* field; which *other* products."""
    if item.word == "else":
        # What else did the author of X write: what X is none of.
        if state.last >= 0 and state.vertices[state.last].word == "thing":
            yield state.on(item.end, item.cost, besides=state.besides | {state.last})
    elif state.held is None and not state.waiting:
        yield state.on(item.end, item.cost, other=True)


def apart(a: Assembler, state: State) -> Iterator[State]:
    """The states in which what was just named is none of what has its label already."""
    if not state.other or state.last < 0:
        yield state
        return
    own, scope = state.vertices[state.last], state.vertices[state.last].scope
    # What cites another paper cites none of itself: there is nothing to test.
    joined = {
        end
        for link in state.links
        for end in (link.start, link.end)
        if state.last in (link.start, link.end)
    }
    told = [
        (scope, Comparison(Entity(variable(n)), "<>", Entity(variable(state.last))))
        for n, vertex in enumerate(state.vertices)
        if n not in {state.last, *joined}
        and any(a.related(label, mine) for label in vertex.labels for mine in own.labels)
        and vertex.word != "path"
    ]
    known = {(scope, _turned(test)) for scope, test in state.tests}
    tests = [(scope, test) for scope, test in told if (scope, test) not in {*state.tests, *known}]
    besides = state.besides | {state.last}
    done = state.changed(other=False, tests=(*state.tests, *tests), besides=besides)
    held = any(set(state.vertices[n].labels) & set(own.labels) for n in joined - {state.last})
    if told or held or state.last == state.subject:
        yield done
    else:
        yield from _than_theirs(a, done)


def _than_theirs(a: Assembler, state: State) -> Iterator[State]:
    """Reports to someone in *another team*: than their own."""
    n = state.last
    link = next((x for x in reversed(state.links) if n in (x.start, x.end)), None)
    if link is None:
        return
    site = link.end if link.start == n else link.start
    for price, rival in _told_beside(state, site) or _who_else(state, site):
        if rival == n or not set(state.vertices[rival].labels) & set(state.vertices[site].labels):
            continue
        added, m = state.add(replace(state.vertices[n], word="path"))
        start, end = (m, rival) if link.start == n else (rival, m)
        different = Comparison(Entity(variable(m)), "<>", Entity(variable(n)))
        yield added.changed(
            links=(*added.links, replace(link, start=start, end=end)),
            tests=(*added.tests, (link.scope, different)),
        ).plus(price)


def _who_else(state: State, site: int) -> list[tuple[float, int]]:
    """Who else may be meant: what is asked for, or what it is joined to."""
    near = [
        link.end if link.start == site else link.start
        for link in state.links
        if site in (link.start, link.end)
    ]
    found = [state.subject, *(n for n in near if state.vertices[n].word != "path")]
    others = [n for n in dict.fromkeys(found) if n != site]
    return [(_NEARER * i, n) for i, n in enumerate(others)]


def _told_beside(state: State, site: int) -> list[tuple[float, int]]:
    """What else of its kind was named: in the same country as Heat, but in *another language*."""
    found = []
    for _, test in state.tests:
        if isinstance(test, Comparison) and test.operator == "<>" and test.right is not None:
            ends = [x.variable for x in (test.left, test.right) if isinstance(x, Entity)]
            if variable(site) in ends and len(ends) == 2:
                found += [int(x[1:]) for x in ends if x != variable(site)]
    return [(0.0, n) for n in dict.fromkeys(found)]


def _turned(test: Condition) -> Condition:
    """The same said the other way round."""
    turned = isinstance(test, Comparison) and test.operator == "<>" and test.right is not None
    return replace(test, left=test.right, right=test.left) if turned else test  # type: ignore[union-attr, arg-type]


CONSTRUCTIONS = {"other": other}
