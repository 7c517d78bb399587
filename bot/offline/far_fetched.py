"""Whether a reading puts something that nobody spoke of where its like is.

What joins two things that are named often goes over a third. Where the very same kind of thing
stands beside it by name, or where it joins two of one kind of which nobody said what they share,
it was a guess, and mostly a wrong one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bot.offline.state import Link, State, about, variable
from memory.query import Comparison, Entity


def far_fetched(state: State) -> bool:
    """Whether a complete reading has what nobody named beside its like."""
    unnamed = {n for n, v in enumerate(state.vertices) if v.word == "path" and not v.scope}
    return bool(unnamed) and any(_besides(state, unnamed))


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
