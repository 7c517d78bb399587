"""What a finished reading stands on: its nodes by name, its operands, its form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.offline.assemble import Assembler
from bot.offline.renaming import renamed
from bot.offline.state import State, Vertex, about, attribute, variable
from bot.stored.kinds import display_properties, nameless_properties, telling_properties
from bot.words.naming import node_names
from memory.query import (
    AllOf,
    AnyOf,
    Attribute,
    Comparison,
    Condition,
    Entity,
    Exists,
    Not,
    Operand,
    Pattern,
)
from memory.tree_edits import attributes_of


class Ground:
    """The nodes and operands of one reading."""

    def __init__(self, a: Assembler, state: State) -> None:
        self.a = a
        self.state = state
        labels = [self._label(vertex) for vertex in self.state.vertices]
        self.labels = labels
        self.names = node_names([label[0] if label else "node" for label in labels])
        self.edges_used: set[int] = set()

    @staticmethod
    def scoped(state: State) -> State:
        """A vertex that only negated links reach belongs to the negated pattern."""
        main, frontier = {state.subject}, [state.subject]
        while frontier:
            at = frontier.pop()
            for link in state.links:
                if link.scope == 0 and at in (link.start, link.end):
                    other = link.end if at == link.start else link.start
                    if other not in main:
                        main.add(other)
                        frontier.append(other)
        vertices = list(state.vertices)
        moved = {}
        for n, vertex in enumerate(vertices):
            if n in main:
                vertices[n] = replace(vertex, scope=0)
            elif vertex.scope == 0:
                scope = next((x.scope for x in state.links if n in (x.start, x.end)), 0)
                vertices[n] = replace(vertex, scope=scope)
                moved[variable(n)] = scope
        tests = tuple(
            (moved.get(about(test), scope) if scope == 0 else scope, test)
            for scope, test in state.tests
        )
        return state.changed(vertices=tuple(vertices), tests=tests)

    def _label(self, vertex: Vertex) -> tuple[str, ...]:
        """The label to write: one; for several, one that all imply; else none."""
        if len(vertex.labels) == 1:
            return vertex.labels
        for label in vertex.labels:
            others = [self.a.schema.labels[x] for x in vertex.labels if x != label]
            if all(label in other.implies for other in others):
                return (label,)
        if len(vertex.labels) == len(self.a.schema.labels):
            return ()
        return () if self.state_links(vertex) else vertex.labels[:1]

    def state_links(self, vertex: Vertex) -> bool:
        """Whether any link touches the vertex."""
        n = self.state.vertices.index(vertex)
        return any(n in (link.start, link.end) for link in self.state.links)

    def _operand(self, operand: Any) -> Any:
        return renamed(operand, self._name)

    def _name(self, name: str) -> str:
        if name.startswith("#"):
            return self.names[int(name[1:])]
        if name.startswith("~"):
            self.edges_used.add(int(name[1:]))
            return f"r{int(name[1:]) + 1}"
        return name

    def _condition(self, condition: Condition) -> Condition:
        if isinstance(condition, Comparison):
            right = self._operand(condition.right) if condition.right else None
            return replace(condition, left=self._operand(condition.left), right=right)
        if isinstance(condition, Not):
            return Not(self._condition(condition.condition))
        if isinstance(condition, AllOf | AnyOf):
            return type(condition)(tuple(self._condition(c) for c in condition.conditions))
        if isinstance(condition, Exists):
            # Of another kind, too: no pattern but what is matched itself.
            (bearing,) = condition.pattern.nodes
            return Exists(Pattern((replace(bearing, variable=self._name(bearing.variable)),)))
        return condition

    def _missing(self, stored: Attribute) -> bool:
        """Whether a node's property is not always there."""
        if not stored.variable.startswith("#"):
            return False
        for label in self.labels[int(stored.variable[1:])]:
            known = self.a.lexicon.property(label, stored.property)
            if known is not None and known.null_share > 0:
                return True
        return False

    def _several(self, n: int) -> bool:
        """Whether several are named, whose answers must be told apart."""
        tests = [t for scope, t in self.state.tests if scope == 0 and about(t) == variable(n)]
        return any(isinstance(t, Comparison) and t.operator == "IN" for t in tests)

    def _single(self) -> bool:
        return self.state.singular

    def _form(self) -> str:
        state = self.state
        if state.mode == "yes_no":
            return "yes_no"
        if state.groups:
            return "list"
        if any(ask.function and ask.descending is None for ask in state.asks):
            return "value"
        return "count" if state.mode == "count" else "list"

    @staticmethod
    def _variables(operand: object) -> set[str]:
        return {x.variable for x in attributes_of(operand)} | (
            {operand.variable} if isinstance(operand, Entity) else set()
        )

    def _shown(self, n: int) -> list[Operand]:
        labels = self.labels[n]
        shown: tuple[str, ...] = ()
        if labels and labels[0] in self.a.schema.labels:
            label = self.a.schema.labels[labels[0]]
            missing = self._said_missing(n)
            shown = telling_properties(label)
            if missing & set(shown):
                shown = nameless_properties(label, missing)
        elif not labels:
            options = [
                display_properties(self.a.schema.labels[x])
                for x in self.state.vertices[n].labels
                if x in self.a.schema.labels
            ]
            if options and all(o == options[0] for o in options):
                shown = options[0]
        return [attribute(n, name) for name in shown] or [Entity(variable(n))]

    def _said_missing(self, n: int) -> set[str]:
        """Properties that a vertex is said not to have: it is, or is not so that it has one."""
        found = set()
        for scope, test in self.state.tests:
            if not isinstance(test, Comparison) or not isinstance(test.left, Attribute):
                continue
            if test.left.variable != variable(n):
                continue
            inside = [t for s, t in self.state.tests if s == scope]
            alone = len(inside) == 1 and all(link.scope != scope for link in self.state.links)
            denied = scope > 0 and alone and test.operator == "IS NOT NULL"
            if denied or (not scope and test.operator == "IS NULL"):
                found.add(test.left.property)
        return found

    def _kept(self, link: int) -> bool:
        """Whether a relationship that a test speaks of came to be."""
        return link < len(self.state.links)

    def _owned(self) -> bool:
        """Whether what is asked for is a property of the node it is asked of."""
        return all(
            any(
                self.a.lexicon.property(label, ask.candidates[0].property)
                for label in self.state.vertices[ask.owner].labels
            )
            for ask in self.state.asks
            if ask.owner >= 0
        )
