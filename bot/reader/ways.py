"""Ways from label to label: all short ones, and chains of what each has just one of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

FAR, _FARTHEST = 3, 6
_MOST_WAYS = 60


@dataclass(frozen=True, slots=True)
class Step:
    """A relationship from where a way stands to the label `to`; `forward` along its arrow."""

    type: str
    forward: bool
    to: str


Way = tuple[Step, ...]


def turned(start: str, way: Way) -> Way:
    """Return a way from its end to where it starts."""
    labels = (start, *(step.to for step in way))
    return tuple(
        Step(step.type, not step.forward, at) for at, step in zip(labels, way, strict=False)
    )[::-1]


class Ways:
    """The ways between labels, walked where they are asked for."""

    def __init__(
        self,
        steps: Mapping[str, Sequence[Step]],
        counts: Mapping[tuple[str, bool, str, str], int],
        sizes: Mapping[str, int],
    ) -> None:
        """Take what leads from each label, how often (type, forward, from, to), and their nodes."""
        self._steps, self._counts, self._sizes = steps, counts, sizes
        self._found: dict[tuple[str, str], tuple[Way, ...]] = {}
        self._chains: dict[tuple[str, Way], bool] = {}

    def __call__(self, start: str, end: str) -> tuple[Way, ...]:
        """Return the ways of at most three steps from one label to another, shortest first.

        A longer one is among them where each has just one of what is next, or the other way.
        """
        if (start, end) not in self._found:
            chains = self._chain(start, end), turned(end, self._chain(end, start))
            longer = (way for way in chains if len(way) > FAR)
            self._found[start, end] = (*self._walk(start, end), *longer)
        return self._found[start, end]

    def _to_one(self, start: str, step: Step) -> bool:
        """Return whether many share what they have one of by a step: finds their layer."""
        count = self._counts.get((step.type, step.forward, start, step.to), 0)
        many, few = self._sizes[start], self._sizes[step.to]
        return step.forward and few < many and 0 < count <= many

    def is_chain(self, start: str, way: Way) -> bool:
        """Return whether each has just one of what is next on a way, or the other way."""
        if (start, way) not in self._chains:
            there = self._all_to_one(start, way)
            back = there or self._all_to_one(way[-1].to, turned(start, way))
            self._chains[start, way] = len(way) > 1 and back
        return self._chains[start, way]

    def _all_to_one(self, start: str, way: Way) -> bool:
        labels = (start, *(step.to for step in way))
        return all(self._to_one(at, step) for at, step in zip(labels, way, strict=False))

    def _chain(self, start: str, end: str) -> Way:
        """The shortest way on which each has just one of what is next."""
        level, seen = list[tuple[str, Way]]([(start, ())]), {start}
        for _ in range(_FARTHEST):
            following = list[tuple[str, Way]]()
            for at, way in level:
                for step in self._steps[at]:
                    if step.to not in seen and self._to_one(at, step):
                        if step.to == end:
                            return (*way, step)
                        seen.add(step.to)
                        following.append((step.to, (*way, step)))
            level = following
        return ()

    def _walk(self, start: str, end: str) -> Iterable[Way]:
        given, level = 0, [(start, ())]
        for length in range(1, FAR + 1):
            following: list[tuple[str, Way]] = []
            for at, way in level:
                for step in self._steps[at]:
                    longer = (*way, step)
                    if step.to == end:
                        yield longer
                        given += 1
                    if length < FAR and len(following) < 2_000:
                        following.append((step.to, longer))
            if given >= _MOST_WAYS:
                return
            level = following  # type: ignore[assignment]
