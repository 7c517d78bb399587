"""What must match: nodes, edges, conditions, and what must not be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.offline.build_ground import Ground
from bot.offline.state import asked_of
from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Arithmetic,
    Attribute,
    Comparison,
    Condition,
    Constant,
    Edge,
    Exists,
    Node,
    Not,
    Operand,
    Pattern,
)
from memory.tree_edits import attributes_of

_LOW, _HIGH = (">=", ">"), ("<", "<=")


class Matching(Ground):
    """The pattern of one reading."""

    def _ranked_known(self) -> list[Condition]:
        """That what is ranked by is there."""
        known: dict[Condition, None] = {}
        for rank in self.state.ranks:
            ranked = rank.operand
            if isinstance(ranked, Aggregate) and isinstance(ranked.operand, Attribute | Arithmetic):
                ranked = ranked.operand
            for found in attributes_of(ranked):
                known[Comparison(self._operand(found), "IS NOT NULL")] = None
        return list(known)

    def _where(self) -> list[Condition]:
        """What must hold, and be there to be ranked and grouped by."""
        state = self.state
        where = united([self._condition(test) for scope, test in state.tests if scope == 0])
        needed = [Comparison(self._operand(x), "IS NOT NULL") for x in self._grouped_by()]
        for present in (*self._ranked_known(), *needed):
            if present not in where:
                where.append(present)
        return where

    def _grouped_by(self) -> list[Attribute]:
        """What must be there: a property that groups, or whose mean or extreme is all that is told.

        Things without a continent are of no continent.
        """
        state = self.state
        if not state.groups:
            return []
        found = [x for x in state.groups if isinstance(x, Attribute)]
        asked = [asked_of(ask) for ask in state.asks if ask.function in ("avg", "min", "max")]
        alone = len(asked) == len(state.asks) == 1 and state.mode != "count"
        return [x for x in (*found, *(asked if alone else ())) if self._missing(x)]

    def _pattern(self, scope: int) -> tuple[tuple[Node, ...], tuple[Edge, ...]]:
        state = self.state
        links = [(i, link) for i, link in enumerate(state.links) if link.scope == scope]
        nodes = [
            Node(self.names[n], self.labels[n])
            for n, vertex in enumerate(state.vertices)
            if vertex.scope == scope
        ]
        if scope:
            ends = {e for _, link in links for e in (link.start, link.end)}
            outer = [n for n in sorted(ends) if state.vertices[n].scope != scope]
            nodes = [*(Node(self.names[n]) for n in outer), *nodes]
        edges = tuple(
            Edge(
                self.names[link.start],
                link.types,
                self.names[link.end],
                f"r{i + 1}" if i in self.edges_used else "",
                link.directed,
            )
            for i, link in links
        )
        return tuple(nodes), edges

    def _absent(self) -> list[Condition]:
        """Negated patterns and conditions."""
        state = self.state
        found: list[Condition] = []
        for scope in range(1, state.scopes + 1):
            where = tuple(self._condition(test) for s, test in state.tests if s == scope)
            nodes, edges = self._pattern(scope)
            if edges:
                found.append(Not(Exists(Pattern(nodes, edges, where))))
            elif where:
                found.extend(_opposite(test) for test in _ranges(where))
        return found


def _ranges(tests: tuple[Condition, ...]) -> list[Condition]:
    """The two bounds of a range as one test: not in 1994 is before it or after."""
    bounds: dict[Operand, list[Condition]] = {}
    found: list[Condition] = []
    for test in tests:
        if isinstance(test, Comparison) and test.operator in ("<", "<=", ">", ">="):
            bounds.setdefault(test.left, []).append(test)
        else:
            found.append(test)
    both = [AllOf(tuple(own)) if len(own) > 1 else own[0] for own in bounds.values()]
    return [*found, *both]


def _opposite(test: Condition) -> Condition:
    opposites = {"=": "<>", "<>": "=", "IS NOT NULL": "IS NULL", "IS NULL": "IS NOT NULL"}
    opposites |= {"<": ">=", ">": "<=", "<=": ">", ">=": "<"}
    if isinstance(test, Comparison) and test.operator in opposites:
        if (
            test.operator == "="
            and isinstance(test.right, Constant)
            and isinstance(test.right.value, bool)
        ):
            return replace(test, right=Constant(not test.right.value))
        return replace(test, operator=opposites[test.operator])  # type: ignore[arg-type]
    return Not(test)


def united(where: Sequence[Condition]) -> list[Condition]:
    """The conditions, those on one property that nothing can fulfil together put as alternatives.

    Only spans and numbers are: a thing of two names is two things.
    """
    found: list[Condition] = []
    spans: dict[Operand, list[tuple[Condition, ...]]] = {}
    at = 0
    while at < len(where):
        size = _span(where, at)
        first = where[at]
        if size and isinstance(first, Comparison):
            spans.setdefault(first.left, []).append(tuple(where[at : at + size]))
        found += where[at : at + max(size, 1)]
        at += max(size, 1)
    for sides in spans.values():
        if len(sides) > 1 and all(map(_apart, sides, sides[1:])):
            place = found.index(sides[0][0])
            for test in (test for side in sides for test in side):
                found.remove(test)
            either = tuple(side[0] if len(side) == 1 else AllOf(side) for side in sides)
            found.insert(place, AnyOf(either))
    return found


def _span(where: Sequence[Condition], at: int) -> int:
    """How many conditions from here on hold a property to one span or number; 0 for none."""
    first = where[at]
    if not isinstance(first, Comparison) or not isinstance(first.right, Constant):
        return 0
    if first.operator == "=" and _ordered(first.right.value):
        return 1
    second = where[at + 1] if at + 1 < len(where) else None
    if not isinstance(second, Comparison) or not isinstance(second.right, Constant):
        return 0
    both = first.operator in _LOW and second.operator in _HIGH and first.left == second.left
    return 2 if both and first.right != second.right else 0


def _ordered(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _apart(one: tuple[Condition, ...], other: tuple[Condition, ...]) -> bool:
    """Whether nothing lies in both."""
    (low, high), (low2, high2) = _ends(one), _ends(other)
    try:
        if len(one) == len(other) == 1:
            return bool(low != low2)
        return bool(high <= low2 or high2 <= low)
    except TypeError:
        return False


def _ends(side: tuple[Condition, ...]) -> tuple[Any, Any]:
    values = [
        x.right.value for x in side if isinstance(x, Comparison) and isinstance(x.right, Constant)
    ]
    return values[0], values[-1]
