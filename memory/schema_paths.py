"""Shortest paths between labels on the graph that the schema itself is."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from memory.schema import OncePerSchema, Schema

# (relationship type, start label, end label)
Step: TypeAlias = tuple[str, str, str]

_RANKED_DISCOUNT = 0.5
_HUB_PENALTY = 0.25


class _Edge(NamedTuple):
    neighbour: str
    step: Step
    cost: float


class SchemaPaths:
    """Cheapest joins between labels, walked in either direction.

    A step costs 1, more through labels that join with everything (a path over them says little),
    half where the question speaks of its type.
    """

    def __init__(self, schema: Schema) -> None:
        """Weigh the schema's joins; of one schema, do it once with `paths_of`."""
        degrees: dict[str, int] = defaultdict(int)
        for _, join in schema.joins():
            degrees[join.start] += 1
            degrees[join.end] += 1
        self._edges: dict[str, list[_Edge]] = defaultdict(list)
        for type_, join in schema.joins():
            hubs = math.log2(degrees[join.start] * degrees[join.end])
            cost = 1 + _HUB_PENALTY * hubs
            step = (type_, join.start, join.end)
            self._edges[join.start].append(_Edge(join.end, step, cost))
            self._edges[join.end].append(_Edge(join.start, step, cost))
        for edges in self._edges.values():
            edges.sort(key=lambda edge: edge.step)

    def between(
        self, sources: Iterable[str], target: str, ranked_types: Collection[str] = ()
    ) -> Sequence[Step] | None:
        """The steps of the cheapest path from any source to the target; None if there is none.

        Ties are broken by name, so that the same question always gets the same path.

        Args:
            sources: Labels, any of which the path may start from.
            target: The label where it ends.
            ranked_types: Types that the question speaks of.
        """
        best: dict[str, float] = dict.fromkeys(sources, 0.0)
        came: dict[str, tuple[str, Step]] = {}
        queue = [(0.0, label) for label in sorted(best)]
        heapq.heapify(queue)
        while queue:
            cost, label = heapq.heappop(queue)
            if label == target:
                return _walk(came, target)
            if cost > best[label]:
                continue
            for neighbour, step, weight in self._edges.get(label, ()):
                ranked = step[0] in ranked_types
                total = cost + (weight * _RANKED_DISCOUNT if ranked else weight)
                if total < best.get(neighbour, math.inf):
                    best[neighbour] = total
                    came[neighbour] = label, step
                    heapq.heappush(queue, (total, neighbour))
        return None


def _walk(came: dict[str, tuple[str, Step]], target: str) -> list[Step]:
    steps = []
    label = target
    while label in came:
        label, step = came[label]
        steps.append(step)
    return steps[::-1]


# The paths of a schema.
paths_of = OncePerSchema(SchemaPaths)
