"""The schema as a graph of joins: which types join two labels, directly or by a path."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise

from bot.words.data import load
from bot.words.inflection import lemmas, participles, roots
from bot.words.vocabulary import is_verb
from memory.schema import Join, Schema
from memory.text import split_name

_STATES = frozenset(["have", "be", "belong", "relate", "locate", "contain", "include"])
SYMMETRIC_WORDS = frozenset(load("kinds")["symmetric"])
_PREPOSITIONS = frozenset(["at", "in", "on", "to", "of", "with", "from", "for", "under"])
_MUTUAL = frozenset(load("kinds")["mutual"])
_MUTUAL_DONE = frozenset(load("kinds")["mutual_done"])


@dataclass(frozen=True, slots=True)
class Step:
    """One join walked from one label to another: `forward` when along the relationship."""

    type: str
    forward: bool
    to: str
    count: int = 0


def _acts(type_: str) -> bool:
    """Whether a type says what its start does, not what it is or what is done to it."""
    words = split_name(type_)
    states = bool(_STATES & set(lemmas(words[0])))
    return is_verb(words[0]) and not states and words[-1] != "by"


def _mutual(word: str) -> bool:
    """Whether nobody is that of another, or to another, who is not that of them."""
    said = roots(word)
    return bool(_MUTUAL & said) or (word.endswith("ed") and bool(_MUTUAL_DONE & said))


def _meets(path: tuple[Step, ...], places: frozenset[str]) -> bool:
    """Whether a path goes from one thing to another that is at the same place."""
    return any(
        one.forward and not two.forward and one.to in places and two.to not in places
        for one, two in pairwise(path)
    )


def _holds(type_: str) -> bool:
    """Whether a type tells what belongs to what: HAS_BRANCH, HELD_AT, PART_OF; not what is done."""
    words = split_name(type_)
    done = words[0] in participles(words[0]) and words[-1] in _PREPOSITIONS
    return done or not _acts(type_)


def symmetric(schema: Schema, type_: str) -> bool:
    """Whether a relationship between equals is meant, whose stored direction says nothing."""
    words = split_name(type_)
    turned = words[-1] in ("of", "by", "to") and not _mutual(words[0])
    if words[0] in ("has", "have") or turned:
        return False
    if not all(_of_one_sort(schema, join) for join in schema.relationships[type_].joins):
        return False
    return any(SYMMETRIC_WORDS & roots(word) for word in words)


def _of_one_sort(schema: Schema, join: Join) -> bool:
    """Whether both ends are of one label, or of kinds of one: retired members, and others."""
    one, other = ({end, *schema.labels[end].implies} for end in (join.start, join.end))
    return bool(one & other)


class JoinGraph:
    """Joins and shortest paths between labels, remembered."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._steps: dict[str, list[Step]] = defaultdict(list)
        self._between: dict[tuple[str, str], list[Step]] = defaultdict(list)
        # Labels of which `directions` knows whether they move.
        self.moving: dict[str, bool] = {}
        for type_, join in schema.joins():
            self._steps[join.start].append(Step(type_, True, join.end, join.count))
            self._steps[join.end].append(Step(type_, False, join.start, join.count))
        for label, steps in self._steps.items():
            for step in steps:
                self._between[label, step.to].append(step)
        self.direct = lru_cache(maxsize=None)(self._direct)
        self.paths = lru_cache(maxsize=None)(self._paths)
        self.through = lru_cache(maxsize=None)(self._through)
        self.symmetric = lru_cache(maxsize=None)(self._symmetric)
        self.shared = lru_cache(maxsize=None)(self._shared)
        self.affinity = lru_cache(maxsize=None)(self._affinity)

    def steps(self, label: str) -> list[Step]:
        """All joins that leave or reach a label."""
        return self._steps.get(label, [])

    def _direct(self, start: str, end: str) -> tuple[Step, ...]:
        return tuple(dict.fromkeys(self._between.get((start, end), ())))

    def _paths(
        self, start: str, end: str, longest: int = 3, places: frozenset[str] = frozenset()
    ) -> tuple[tuple[Step, ...], ...]:
        """The shortest paths of two to `longest` steps, at most eight.

        Where all of them only meet at one of `places`, longer ones that do not: by what belongs
        to what.
        """
        frontier: list[tuple[tuple[Step, ...], str]] = [((), start)]
        met = False
        for length in range(1, longest + 1):
            # One step is no path between; where the end is reached is known without going there.
            found = [
                (*path, step)
                for path, at in (frontier if length > 1 else ())
                for step in self._between.get((at, end), ())
            ]
            apart = [path for path in found if not _meets(path, places)]
            met = met or len(apart) < len(found)
            if met:
                found = [path for path in apart if all(_holds(step.type) for step in path)]
            if found:
                return tuple(found[:8])
            frontier = list(islice(self._further(start, end, frontier), 400))
        return ()

    def _further(
        self, start: str, end: str, frontier: list[tuple[tuple[Step, ...], str]]
    ) -> Iterator[tuple[tuple[Step, ...], str]]:
        """Paths of one more step, to where they have not been."""
        for path, at in frontier:
            seen = {start, *(step.to for step in path)}
            for step in self.steps(at):
                if step.to == end or step.to not in seen:
                    yield (*path, step), step.to

    def _through(
        self, start: str, end: str, types: tuple[str, ...]
    ) -> tuple[tuple[Step, ...], ...]:
        """Paths over one of the types between what is directly joined to start and to end."""
        found = []
        for before in self.steps(start):
            for step in self.steps(before.to):
                if step.type in types and start not in (before.to, step.to) and end != step.to:
                    found += [(before, step, after) for after in self.direct(step.to, end)]
        return tuple(found[:8])

    def _symmetric(self, type_: str) -> bool:
        return symmetric(self.schema, type_)

    def _shared(self, one: str, other: str) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
        """The label that nodes of both labels do something for, and the types each does it by.

        Of several labels the one reached by most verbs; a label whose name speaks of one type
        (actor, acted) does only that.
        """
        found = []
        for middle in dict.fromkeys(step.to for step in self.steps(one)):
            ways = [self.doing(label, middle) for label in (one, other)]
            if all(ways):
                count = sum(s.count for s in self.steps(one) if s.to == middle)
                found.append((min(map(len, ways)), count, middle, ways))
        if not found:
            return None
        *_, middle, ways = max(found, key=lambda f: f[:2])
        return middle, ways[0], ways[1]

    def doing(self, label: str, other: str) -> tuple[str, ...]:
        """The types by which nodes of one label do something for nodes of the other."""
        steps = [s.type for s in self.steps(label) if s.to == other and s.forward]
        types = tuple(dict.fromkeys(t for t in steps if _acts(t)))
        near = tuple(t for t in types if self.affinity(t, label))
        return near if len(near) == 1 else types

    def _affinity(self, type_: str, label: str) -> bool:
        """Whether a type's name speaks of a label: DIRECTED of Director, IN_GENRE of Genre."""
        names = [roots(word) for word in split_name(type_) if len(word) > 2]
        return any(roots(word) & name for word in split_name(label) for name in names)
