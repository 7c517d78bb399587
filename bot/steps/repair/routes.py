"""How two labels are joined: the shortest way, where there is one that is meant."""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

from memory.english import stem
from memory.schema import Schema
from memory.text import fold, split_name

# (type, direction, label it leads to)
Step: TypeAlias = tuple[str, str, str]
_LONGEST = 3
# A type that says no more than this fits every question.
SLIGHT = frozenset({"has", "in", "is", "of", "to", "for", "with", "at", "on", "by", "from"})


def route(schema: Schema, start: str, end: str, hints: str) -> tuple[Step, ...] | None:
    """The steps from a label to another.

    Args:
        schema: the graph's.
        start: where the way begins.
        end: where it ends.
        hints: words that choose among several shortest ways: of the question, of a property.

    Returns:
        The shortest way; None where there is none, or several and the hints do not tell.
    """
    ways: list[tuple[Step, ...]] = [()]
    for _ in range(_LONGEST):
        ways = [
            (*way, step)
            for way in ways
            for step in _steps(schema, way[-1][2] if way else start)
            if step[2] not in (start, *(s[2] for s in way))
        ]
        there = [way for way in ways if way[-1][2] == end]
        if there:
            return _meant(there, hints)
    return None


def _steps(schema: Schema, label: str) -> list[Step]:
    found = []
    for type_, join in schema.joins():
        if join.start == label:
            found.append((type_, ">", join.end))
        if join.end == label and join.start != join.end:
            found.append((type_, "<", join.start))
    return found


def _meant(ways: list[tuple[Step, ...]], hints: str) -> tuple[Step, ...] | None:
    if len(ways) == 1:
        return ways[0]
    words = {stem(word) for word in (*fold(hints).split(), *split_name(hints))}
    scores = [sum(_said(step, words) for step in way) for way in ways]
    best = max(scores)
    if best == 0 or scores.count(best) > 1:
        return None
    return ways[scores.index(best)]


def _said(step: Step, words: set[str]) -> int:
    names = {stem(word) for word in split_name(step[0]) if word not in SLIGHT}
    return sum(
        1
        for name, word in product(names, words)
        if name == word or (len(word) > 2 and word.rstrip("s") == name)
    )
