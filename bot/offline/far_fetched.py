"""Whether a reading puts something that nobody spoke of where its like is.

What joins two things that are named often goes over a third. Where the very same kind of thing
stands beside it by name, or where it joins two of one kind of which nobody said what they share,
it was a guess, and mostly a wrong one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from bot.cypher.subtrees import variables
from bot.offline.state import Link, State, about, variable
from memory.query import Comparison, Entity


def far_fetched(state: State) -> bool:
    """Whether a complete reading has what nobody named beside its like."""
    unnamed = {n for n, v in enumerate(state.vertices) if v.word == "path" and not v.scope}
    if unnamed and any(_besides(state, unnamed)):
        return True
    if any(_denied_of_its_like(state, n) for n, v in enumerate(state.vertices) if v.scope):
        return True
    return any(_said_anyway(state, n, unnamed) for n in _idle(state))


def _denied_of_its_like(state: State, n: int) -> bool:
    """Whether a thing is denied of one of its kind over something that nobody spoke of.

    Members that borrowed plays but not Hamlet: no plays that nobody borrowed who borrowed Hamlet.
    """
    vertex = state.vertices[n]
    if vertex.word != "value":
        return False
    links = [link for link in state.links if link.scope == vertex.scope]
    reached, at = {n}, n
    while True:
        ends = {e for x in links if at in (x.start, x.end) for e in (x.start, x.end)} - reached
        if len(ends) != 1:
            return False
        (at,) = ends
        reached.add(at)
        if state.vertices[at].word != "path":
            break
    far, other = len(reached) > 2, state.vertices[at]
    alike = bool({*other.labels} & {*vertex.labels})
    return far and alike and at != state.subject and not other.scope


def _idle(state: State) -> list[int]:
    """Vertices at the end of one relationship of which nothing is said but that they are there."""
    ends = Counter(n for link in state.links for n in (link.start, link.end))
    kept = {state.subject, *state.shown, *state.counted, *(ask.owner for ask in state.asks)}
    kept |= {n for tally in state.tallies for n in (tally.owner, tally.counted)}
    kept |= {rank.owner for rank in state.ranks}
    told = variables((state.ranks, state.groups, state.columns, state.tests, state.bounds))
    return [
        n
        for n, vertex in enumerate(state.vertices)
        if ends[n] == 1
        and vertex.word == "noun"
        and not vertex.scope
        and n not in kept
        and variable(n) not in told
    ]


def _said_anyway(state: State, n: int, unnamed: set[int]) -> bool:
    """Whether there is another of its kind at the same place, or one that nobody spoke of.

    Investigated by an officer, and by one called so; at people's homes, the homes of somebody else.
    """
    (own,) = (link for link in state.links if n in (link.start, link.end))
    middle = own.end if own.start == n else own.start
    for m, vertex in enumerate(state.vertices):
        if m == n or vertex.scope or not {*vertex.labels} & {*state.vertices[n].labels}:
            continue
        for link in state.links:
            if m not in (link.start, link.end) or link is own:
                continue
            if link.types != own.types and _by_role(state, link, m):
                # Actors that directed a film: they acted in one, which may be another.
                continue
            beside = middle in (link.start, link.end) and link.types == own.types
            if (beside and (link.start == m) == (own.start == n) and m != state.subject) or (
                m in unnamed and sum(m in (x.start, x.end) for x in state.links) == 1
            ):
                return True
    return False


def _by_role(state: State, link: Link, n: int) -> bool:
    """Whether a link says only in which role those that are asked for are spoken of."""
    asked = state.subject in (link.start, link.end) and n != state.subject
    return asked and state.vertices[state.subject].word == "role"


def _besides(state: State, unnamed: set[int]) -> Iterator[bool]:
    """For any two relationships of one thing whether what is unnamed is one of two alike."""
    for one, other in combinations([link for link in state.links if not link.scope], 2):
        for middle in {one.start, one.end} & {other.start, other.end}:
            ends = {one.start, one.end, other.start, other.end} - {middle}
            if len(ends) != 2:
                continue
            if middle in unnamed:
                # Admitted by a doctor who discharged another: two stays, and one is spoken of. A
                # call has its caller and its called by two types that lead away from it.
                joining = one.types == other.types or one.end == other.end
                yield joining and _one_label(state, ends) and not _told_apart(state, ends)
            elif _same_way(one, other, middle):
                # Who admitted the patient *of admission 12*: in that admission, or in any. But who
                # cites a paper of theirs does so in another.
                alike = [n for n in ends if n in unnamed and not _told(state, n)]
                by_it = state.joined(*ends)
                yield len(alike) == 1 and _one_label(state, ends) and not by_it


def _one_label(state: State, ends: set[int]) -> bool:
    one, other = (set(state.vertices[n].labels) for n in ends)
    return bool(one & other)


def _told(state: State, n: int) -> bool:
    """Whether something is said of a vertex, or it is what one did to another of its kind.

    Offended on 2 May, in a quarrel of that day; called another, by a call.
    """
    near = {
        end for link in state.links for end in (link.start, link.end) if n in (link.start, link.end)
    }
    near -= {n}
    between = len(near) == 2 and _one_label(state, near)
    return between or any(about(test) == variable(n) for _, test in state.tests)


def _told_apart(state: State, ends: set[int]) -> bool:
    """Whether the words say that two share something, which must not be one and the same."""
    told = {Entity(variable(n)) for n in ends}
    return any(isinstance(t, Comparison) and {t.left, t.right} == told for _, t in state.tests)


def _same_way(one: Link, other: Link, middle: int) -> bool:
    return one.types == other.types and (one.start == middle) == (other.start == middle)
