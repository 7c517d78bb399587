"""The tree of the question before, as the start of a reading: what a follow-up adds to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.figures import without_figures
from bot.offline.items import Candidate
from bot.offline.renaming import renamed
from bot.offline.state import Ask, Link, State, Tally, Vertex
from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Attribute,
    Comparison,
    Condition,
    Entity,
    Exists,
    Function,
    Not,
    Operand,
    Pattern,
    Query,
)

_SWITCHED = 0.15
_PRONOUN = 0.05


def starts(a: Assembler, context: Query) -> Iterator[State]:
    """The states a follow-up can start from.

    What it says may be about the earlier subject (only those after 2010), about something joined to
    it (and the directors?), or a whole question with a pronoun for it (who directed them?).
    """
    anchor = graft(a, without_figures(context))
    subject = anchor.subject
    yield anchor
    bare = anchor.changed(
        subject=-1, mode="", groups=(), asks=(), ranks=(), limit=None, columns=(), sites=()
    )
    yield bare.plus(_SWITCHED, sites=(subject,), last=-1, followed=True)
    yield bare.plus(_PRONOUN, last=-1)


def graft(a: Assembler, context: Query) -> State:
    """A state that holds the whole pattern of an earlier query, its subject in focus.

    A query that picks (the five longest) becomes the source of what follows, and so does one that
    has a choice of patterns.
    """
    chosen = any(map(_has_patterns, context.pattern.where))
    if context.limit is not None or context.source is not None or chosen:
        return _picked(a, context)
    grafter = _Grafter(a)
    grafter.pattern(context.pattern, 0)
    subject = grafter.numbers[context.subject]
    tallies = tuple(
        Tally(subject, int(t.left.operand.variable[1:]), t.operator, t.right.value)  # type: ignore[union-attr, arg-type]
        for t in map(grafter.condition, context.having)
        if isinstance(t, Comparison)
        and isinstance(t.left, Aggregate)
        and isinstance(t.left.operand, Entity)
    )
    return State(
        vertices=tuple(grafter.vertices),
        links=tuple(grafter.links),
        tests=tuple(grafter.tests),
        subject=subject,
        sites=(subject,),
        scopes=grafter.scopes,
        tallies=tallies,
        mode="count" if context.form == "count" else "",
        groups=grafter.groups(context),
        asks=grafter.asks(context),
        anchor=subject,
        anchored=True,
        last=subject,
    )


def _has_patterns(test: Condition) -> bool:
    """Whether a condition is of patterns with links, which a state holds only where one is denied.

    >>> from memory.query import Edge, Node
    >>> linked = Exists(Pattern((Node("a"), Node("b")), (Edge("a", ("KNOWS",), "b"),)))
    >>> bare = Exists(Pattern((Node("a"),)))
    >>> [_has_patterns(one) for one in (AnyOf((linked, bare)), AnyOf((bare, bare)), Not(linked))]
    [True, False, False]
    """
    match test:
        case Not(Exists()):
            return False
        case Exists(pattern):
            return bool(pattern.edges)
        case Not(one):
            return _has_patterns(one)
        case AllOf(inner) | AnyOf(inner):
            return any(map(_has_patterns, inner))
    return False


def _picked(a: Assembler, context: Query) -> State:
    node = next(n for n in context.pattern.nodes if n.variable == context.subject)
    vertex = Vertex(node.labels or tuple(a.schema.labels))
    return State(
        vertices=(vertex,),
        subject=0,
        sites=(0,),
        anchor=0,
        anchored=True,
        last=0,
        source=context,
    )


class _Grafter:
    def __init__(self, a: Assembler) -> None:
        self.a = a
        self.vertices: list[Vertex] = []
        self.links: list[Link] = []
        self.tests: list[tuple[int, Condition]] = []
        self.numbers: dict[str, int] = {}
        self.edges: dict[str, int] = {}
        self.scopes = 0

    def pattern(self, pattern: Pattern, scope: int) -> None:
        """Add a pattern and what must not match beside it."""
        for node in pattern.nodes:
            if node.variable not in self.numbers:
                self.numbers[node.variable] = len(self.vertices)
                labels = node.labels or tuple(self.a.schema.labels)
                self.vertices.append(Vertex(labels, scope, not node.labels))
        for edge in pattern.edges:
            start, end = self.numbers[edge.start], self.numbers[edge.end]
            if edge.variable:
                self.edges[edge.variable] = len(self.links)
            self.links.append(Link(start, end, edge.types, edge.directed, scope))
            self._narrow(start, end, edge.types)
        for test in pattern.where:
            if isinstance(test, Not) and isinstance(test.condition, Exists):
                self.scopes += 1
                self.pattern(test.condition.pattern, self.scopes)
            else:
                self.tests.append((scope, self.condition(test)))

    def _narrow(self, start: int, end: int, types: tuple[str, ...]) -> None:
        joins = [j for t in types for j in self.a.schema.relationships[t].joins]
        for n, ends in ((start, {j.start for j in joins}), (end, {j.end for j in joins})):
            vertex = self.vertices[n]
            if vertex.open:
                kept = tuple(x for x in vertex.labels if x in ends) or vertex.labels
                self.vertices[n] = replace(vertex, labels=kept)

    def condition(self, test: Condition) -> Condition:
        """A condition with numbers for variables."""
        match test:
            case Comparison():
                right = self.operand(test.right) if test.right is not None else None
                return replace(test, left=self.operand(test.left), right=right)
            case AllOf(inner):
                return AllOf(tuple(self.condition(c) for c in inner))
            case AnyOf(inner):
                return AnyOf(tuple(self.condition(c) for c in inner))
            case Not(one):
                return Not(self.condition(one))
        return test

    def operand(self, operand: Operand) -> Operand:
        """An operand with numbers for variables."""
        return renamed(operand, self._numbered)

    def _numbered(self, variable: str) -> str:
        if variable in self.edges:
            return f"~{self.edges[variable]}"
        return f"#{self.numbers[variable]}"

    def groups(self, context: Query) -> tuple[Operand, ...]:
        """What an aggregate was grouped by."""
        if not any(isinstance(c.operand, Aggregate) for c in context.columns) or context.having:
            return ()
        found: list[Operand] = []
        for column in context.columns:
            operand = column.operand
            if isinstance(operand, Aggregate):
                continue
            if isinstance(operand, Attribute | Entity) and operand.variable in context.distinct_on:
                operand = Entity(operand.variable)
            found.append(self.operand(operand))
        return tuple(dict.fromkeys(found)) if context.form != "list" or _counts(context) else ()

    def asks(self, context: Query) -> tuple[Ask, ...]:
        """What was averaged or summed up."""
        found = []
        for column in context.columns:
            operand = column.operand
            if not isinstance(operand, Aggregate) or operand.function == "count":
                continue
            inner = operand.operand
            while isinstance(inner, Function) and inner.operands:
                inner = inner.operands[0]
            if isinstance(inner, Attribute) and inner.variable in self.numbers:
                n = self.numbers[inner.variable]
                label = self.vertices[n].labels[0]
                candidate = Candidate(label, inner.property, False, 0.0)
                found.append(Ask((candidate,), n, operand.function))
        return tuple(found)


def _counts(context: Query) -> bool:
    return any(
        isinstance(c.operand, Aggregate) and c.operand.operand == Entity(context.subject)
        for c in context.columns
    )
