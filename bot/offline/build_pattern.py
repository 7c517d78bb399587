"""What must match: nodes, edges, conditions, and what must not be."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.build_ground import Ground
from bot.offline.state import asked_of
from bot.offline.united import united
from memory.query import (
    Aggregate,
    AllOf,
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
