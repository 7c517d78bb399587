"""Which variables are used where they are not known, and what is known there.

Rules of scope: the openCypher 9 reference and the Neo4j manual. `WITH` and `RETURN` leave only what
they project; behind an aggregate or `DISTINCT`, `ORDER BY` sees no more than that either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from guardrails.functions import AGGREGATES
from guardrails.syntax import (
    Branch,
    Call,
    CallProcedure,
    CallSubquery,
    Clause,
    Expression,
    Item,
    ListComprehension,
    Match,
    Name,
    NodePattern,
    Part,
    Path,
    PatternComprehension,
    PatternExpression,
    Projection,
    Quantified,
    Query,
    Reduce,
    RelationshipPattern,
    Subquery,
    Unwind,
)


@dataclass(frozen=True, slots=True)
class Unbound:
    """A variable used where it is not known.

    `clause` is where, number `index` of `branch`; `part` is `item`, `where`, `order` or "" for the
    part of the clause it stands in; `visible` is what is known there.
    """

    name: str
    start: int
    end: int
    branch: Branch
    index: int
    part: str
    visible: frozenset[str]

    @property
    def clause(self) -> Clause:
        """Where it is used."""
        return self.branch.clauses[self.index]


def unbound(query: Query, text: str) -> list[Unbound]:
    """Every use of a variable that is not known there, in the order of the text."""
    found = list(_query(query, frozenset(), text))
    return sorted(found, key=lambda use: use.start)


def is_aggregate(part: Part) -> bool:
    """Whether the part is a call of an aggregating function."""
    if not isinstance(part, Call):
        return False
    name = part.function.lower()
    if name in ("max", "min") and len(part.arguments) > 1:
        return False
    return name in AGGREGATES or name.startswith("apoc.agg.")


def aggregates(part: Part) -> Iterator[Call]:
    """The aggregating calls in an expression, those of sub-queries aside."""
    if isinstance(part, Subquery):
        return
    if isinstance(part, Call) and is_aggregate(part):
        yield part
    for child in part.children():
        yield from aggregates(child)


def has_aggregate(projection: Projection) -> bool:
    """Whether a `WITH` or `RETURN` aggregates."""
    return any(True for item in projection.items for _ in aggregates(item.expression))


def output_name(item: Item, text: str) -> str:
    """The name of a column."""
    if item.alias:
        return item.alias
    return text[item.expression.start : item.expression.end]


def pattern_variables(part: Part) -> frozenset[str]:
    """The variables that a pattern binds, those of sub-queries in it aside."""
    return frozenset(_bound(part))


def _bound(part: Part) -> Iterator[str]:
    if isinstance(part, Subquery):
        return
    if isinstance(part, NodePattern | RelationshipPattern | Path) and part.variable:
        yield part.variable
    for child in part.children():
        yield from _bound(child)


def _query(query: Query, outer: frozenset[str], text: str) -> Iterator[Unbound]:
    for branch in query.branches:
        yield from _branch(branch, outer, text)


def _branch(branch: Branch, outer: frozenset[str], text: str) -> Iterator[Unbound]:
    known = outer
    for i, clause in enumerate(branch.clauses):
        yield from _clause(branch, i, known, text)
        known = after(clause, known, text)


def after(clause: Clause, known: frozenset[str], text: str) -> frozenset[str]:
    """The variables known behind a clause."""
    if isinstance(clause, Match):
        return known.union(*(pattern_variables(path) for path in clause.paths))
    if isinstance(clause, Unwind):
        return known | {clause.variable}
    if isinstance(clause, Projection) and clause.keyword:
        names = {output_name(item, text) for item in clause.items}
        return frozenset(names) | (known if clause.star else frozenset())
    if isinstance(clause, CallSubquery):
        return known | outputs(clause.query, text)
    if isinstance(clause, CallProcedure):
        return known | {alias or name for name, alias in clause.outputs}
    return known


def outputs(query: Query, text: str) -> frozenset[str]:
    """The columns that a query returns."""
    last = query.branches[0].clauses[-1]
    if isinstance(last, Projection) and last.keyword == "RETURN":
        return frozenset(output_name(item, text) for item in last.items)
    return frozenset()


def known_before(branch: Branch, index: int, text: str) -> frozenset[str]:
    """The variables known in front of clause number `index` of a branch."""
    known: frozenset[str] = frozenset()
    for clause in branch.clauses[:index]:
        known = after(clause, known, text)
    return known


def _clause(branch: Branch, i: int, known: frozenset[str], text: str) -> Iterator[Unbound]:
    clause = branch.clauses[i]

    def uses(part: Part | None, visible: frozenset[str], where: str) -> Iterator[Unbound]:
        if part is not None:
            for use in _uses(part, visible, text):
                if isinstance(use, Unbound):
                    yield use
                else:
                    yield Unbound(use.name, use.start, use.end, branch, i, where, visible)

    if isinstance(clause, Match):
        inside = after(clause, known, text)
        for path in clause.paths:
            yield from uses(path, inside, "")
        yield from uses(clause.where, inside, "where")
    elif isinstance(clause, Unwind):
        yield from uses(clause.source, known, "")
    elif isinstance(clause, Projection):
        for item in clause.items:
            yield from uses(item.expression, known, "item")
        yield from _behind(clause, known, text, uses)
    elif isinstance(clause, CallSubquery):
        names = clause.imports
        inner = known if names is None or "*" in names else frozenset(names)
        yield from _query(clause.query, inner, text)
    elif isinstance(clause, CallProcedure):
        for argument in clause.arguments:
            yield from uses(argument, known, "")
        yield from uses(clause.where, after(clause, known, text), "where")


def _behind(
    clause: Projection, known: frozenset[str], text: str, uses: object
) -> Iterator[Unbound]:
    """ORDER BY, SKIP, LIMIT and WHERE of a projection."""
    new = after(clause, known, text)
    narrow = clause.distinct or has_aggregate(clause)
    visible = new if narrow else new | known
    columns = {text[item.expression.start : item.expression.end] for item in clause.items}
    for key in clause.order:
        shown = columns if narrow else set()
        for use in uses(key.expression, visible, "order"):  # type: ignore[operator]
            if not _in_column(key.expression, use, shown, text):
                yield use
    yield from uses(clause.where, visible, "where")  # type: ignore[operator]


def _in_column(key: Expression, use: Unbound, columns: set[str], text: str) -> bool:
    """Whether the variable stands inside an expression that is a column as a whole."""
    return any(
        part.start <= use.start
        and use.end <= part.end
        and (text[part.start : part.end] in columns or is_aggregate(part))
        for part in key.walk()
    )


def _uses(part: Part, visible: frozenset[str], text: str) -> Iterator[Name | Unbound]:
    """The names that are not visible; whole uses from the clauses of sub-queries."""
    if isinstance(part, Name):
        if part.name not in visible:
            yield part
        return
    if isinstance(part, Subquery):
        yield from _query(part.query, visible, text)
        return
    if isinstance(part, ListComprehension | Quantified):
        yield from _uses(part.source, visible, text)
        visible = visible | {part.variable}
        inner = [part.where]
        if isinstance(part, ListComprehension):
            inner.append(part.projection)
        for each in inner:
            if each is not None:
                yield from _uses(each, visible, text)
        return
    if isinstance(part, Reduce):
        yield from _uses(part.initial, visible, text)
        yield from _uses(part.source, visible, text)
        yield from _uses(part.step, visible | {part.accumulator, part.variable}, text)
        return
    if isinstance(part, PatternComprehension | PatternExpression):
        visible = visible | pattern_variables(part.path)
    for child in part.children():
        yield from _uses(child, visible, text)
