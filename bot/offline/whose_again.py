"""The films of the director of X: X is one of them, where they are not said to be other ones."""

from __future__ import annotations

from collections.abc import Sequence

from bot.offline.picked_inside import held
from bot.offline.state import Link, State, variable
from memory.query import Comparison, Entity, Query


def with_itself(whole: Query, state: State, names: Sequence[str]) -> Query:
    """The tree that finds first whose things are asked for, where one of them told that.

    In one pattern the relationships are different ones, so that the one that told it is left out.
    """
    for link in state.whole:
        hub = _hub(state, link)
        if hub < 0 or hub == state.subject or whole.source is not None:
            continue
        others = [other for x in state.links for other in _again(state, link, x, hub)]
        if others and not state.besides & set(others):
            return held(whole, names[hub], ()) or whole
    return whole


def told_apart(state: State) -> State:
    """The state in which other things of the director of X are none that told whose they are."""
    known = [test for _, test in state.tests]
    for link in state.whole:
        hub = _hub(state, link)
        told = link.end if link.start == hub else link.start
        for x in state.links if hub >= 0 else ():
            for other in _again(state, link, x, hub):
                ends = (Entity(variable(other)), Entity(variable(told)))
                apart, turned = (Comparison(x, "<>", y) for x, y in (ends, ends[::-1]))
                if other in state.besides and apart not in known and turned not in known:
                    known.append(apart)
                    state = state.test(apart)
    return state


def _hub(state: State, link: Link) -> int:
    """The one whose things are spoken of: not the one that is called by its name."""
    named = [n for n in (link.start, link.end) if state.vertices[n].word != "value"]
    return named[0] if len(named) == 1 and link in state.links else -1


def _again(state: State, link: Link, other: Link, hub: int) -> list[int]:
    """The other end of a relationship of the same sort, that another thing of its kind has."""
    if other == link or other.scope or link.scope or not set(other.types) & set(link.types):
        return []
    if link.directed and (other.start == hub) != (link.start == hub):
        return []
    ends = [n for one in (other, link) for n in (one.start, one.end) if n != hub]
    if len(ends) != 2 or ends[0] == ends[1]:
        return []
    labels = [set(state.vertices[n].labels) for n in ends]
    return ends[:1] if labels[0] & labels[1] else []
