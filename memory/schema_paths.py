"""Shortest paths between labels on the graph that the schema itself is."""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from memory.schema import Schema

# (relationship type, start label, end label)
Step: TypeAlias = tuple[str, str, str]

_RANKED_DISCOUNT = 0.5
_HUB_PENALTY = 0.25


@dataclass(frozen=True, slots=True)
class _Edge:
    neighbour: str
    step: Step
    cost: float


class SchemaPaths:
    """Cheapest joins between labels, walked in either direction.

    A step costs 1, more through labels that join with everything (a path over them says little),
    half where the question ranks its type highly.
    """

    def __init__(self, schema: Schema, ranked_types: Collection[str] = ()) -> None:
        """Weigh the schema's joins; `ranked_types` are those the question speaks of."""
        degrees: dict[str, int] = defaultdict(int)
        for _, join in schema.joins():
            degrees[join.start] += 1
            degrees[join.end] += 1
        self._edges: dict[str, list[_Edge]] = defaultdict(list)
        for type_, join in schema.joins():
            hubs = math.log2(degrees[join.start]) + math.log2(degrees[join.end])
            cost = (1 + _HUB_PENALTY * hubs) * (_RANKED_DISCOUNT if type_ in ranked_types else 1)
            step = (type_, join.start, join.end)
            self._edges[join.start].append(_Edge(join.end, step, cost))
            self._edges[join.end].append(_Edge(join.start, step, cost))

    def between(self, sources: Iterable[str], target: str) -> Sequence[Step] | None:
        """The steps of the cheapest path from any source to the target; None if there is none.

        Ties are broken by name, so that the same question always gets the same path.
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
            for edge in sorted(self._edges[label], key=lambda e: e.step):
                total = cost + edge.cost
                if total < best.get(edge.neighbour, math.inf):
                    best[edge.neighbour] = total
                    came[edge.neighbour] = label, edge.step
                    heapq.heappush(queue, (total, edge.neighbour))
        return None


def _walk(came: dict[str, tuple[str, Step]], target: str) -> list[Step]:
    steps = []
    label = target
    while label in came:
        label, step = came[label]
        steps.append(step)
    return steps[::-1]
