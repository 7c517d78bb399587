"""Never gave five stars: of all that someone gave, not of those that were just spoken of."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.renaming import renamed
from bot.offline.state import State, about, variable
from memory.query import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Not,
    Operand,
)


def settle_never(state: State) -> State:
    """The state in which what never held is a pattern of its own, from the subject on."""
    for scope in state.never:
        if any(link.scope == scope for link in state.links):
            state = _of_all(state, scope)
            continue
        own = [n for n in range(len(state.vertices)) if _tested(state, n, scope)]
        for n in own:
            way = _way(state, n)
            if n != state.subject and not state.vertices[n].scope and way:
                state = _apart(state, n, way, scope)
    return state


def _of_all(state: State, scope: int) -> State:
    """Wrote letters but never mentioned anybody in them: in none of all that they wrote."""
    inside = [link for link in state.links if link.scope == scope]
    ends = {end for link in inside for end in (link.start, link.end)}
    outer = [n for n in ends if not state.vertices[n].scope]
    if len(outer) != 1 or outer[0] == state.subject:
        return state
    (n,) = outer
    vertex, way = state.vertices[n], _way(state, n)
    if vertex.word != "noun" or not vertex.plural or not way:
        return state
    again = len(state.vertices)
    done = _apart(state, n, way, scope)
    same = {n: again + len(done.vertices) - len(state.vertices) - 1}
    links = tuple(
        replace(link, start=same.get(link.start, link.start), end=same.get(link.end, link.end))
        if link in inside
        else link
        for link in done.links
    )
    return done.changed(links=links)


def _tested(state: State, n: int, scope: int) -> bool:
    return any(s == scope and about(test) == variable(n) for s, test in state.tests)


def _way(state: State, n: int) -> list[int]:
    """The links from the subject to a vertex, nearest first; none where nothing leads there."""
    ways: dict[int, list[int]] = {state.subject: []}
    frontier = [state.subject]
    while frontier:
        at = frontier.pop(0)
        for i, link in enumerate(state.links):
            for here, there in ((link.start, link.end), (link.end, link.start)):
                if here == at and there not in ways and not link.scope:
                    ways[there] = [*ways[at], i]
                    frontier.append(there)
    return ways.get(n, [])


def _apart(state: State, n: int, way: list[int], scope: int) -> State:
    """The way to a vertex once more, with what is said of it there."""
    again: dict[int, int] = {state.subject: state.subject}
    links = []
    for i in way:
        link = state.links[i]
        for end in (link.start, link.end):
            if end not in again:
                again[end] = len(state.vertices)
                other = replace(state.vertices[end], scope=scope)
                state = state.changed(vertices=(*state.vertices, other))
        start, end = again[link.start], again[link.end]
        links.append(replace(link, start=start, end=end, scope=scope))
    old, new = variable(n), variable(again[n])
    tests = tuple(
        (s, _renamed(test, old, new) if s == scope and about(test) == old else test)
        for s, test in state.tests
    )
    return state.changed(links=(*state.links, *links), tests=tests)


def _renamed(test: Condition, old: str, new: str) -> Condition:
    match test:
        case Comparison(left, _, right):
            other = _moved(right, old, new) if right is not None else None
            return replace(test, left=_moved(left, old, new), right=other)
        case Not(inner):
            return Not(_renamed(inner, old, new))
        case AllOf(inner):
            return AllOf(tuple(_renamed(one, old, new) for one in inner))
        case AnyOf(inner):
            return AnyOf(tuple(_renamed(one, old, new) for one in inner))
    return test


def _moved(operand: Operand, old: str, new: str) -> Operand:
    return renamed(operand, lambda name: new if name == old else name)
