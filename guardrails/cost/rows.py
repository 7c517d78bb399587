"""Clauses: how many rows a statement makes, how many it holds, and how much work that is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf, prod

from guardrails.cost.excess import TooMuch, told
from guardrails.cost.sizes import STORED_LIST, Size
from guardrails.cost.values import BATCH, Scope, Values
from guardrails.functions import AGGREGATES
from guardrails.syntax import (
    Binary,
    Branch,
    Call,
    CallProcedure,
    CallSubquery,
    Case,
    Clause,
    Expression,
    Item,
    MapOf,
    Match,
    Name,
    NodePattern,
    Parameter,
    Part,
    Path,
    Projection,
    Property,
    Query,
    RelationshipPattern,
    Subquery,
    Unwind,
    conjuncts,
)
from memory.catalogue import say

# Rows that what nothing connects may multiply to.
MAX_PRODUCT = 100_000_000
# Steps of all rows together, paths among them, which are only told by averages.
MAX_WORK = 1_000_000_000
# Values that are held at once, to be sorted or collected or told apart.
MAX_KEPT = 50_000_000
# Different values of what nothing tells; rows of a LIMIT that is not known, or of a procedure.
_GROUPS = 100.0
# By how much a condition narrows, where the schema does not tell.
_EQUALS, _LIKE, _OTHER = 1_000.0, 100.0, 2.0
_LIKENESS = ("STARTS WITH", "ENDS WITH", "CONTAINS", "=~")


class Rows(Values):
    """Follows the clauses of a statement; each method is for one row of what is around it."""

    # Rows of what is around a sub-query, and in it so far.
    _around = 1.0
    rows_here = 1.0
    work = 0.0

    def query(self, query: Query, scope: Scope) -> tuple[float, dict[str, Size]]:
        """How many rows a query gives, and what its columns can be.

        Raises:
            TooMuch: it is out of bounds.
        """
        rows, columns = 0.0, dict[str, Size]()
        for branch in query.branches:
            found, more = self._branch(branch, scope)
            rows += found
            for name, size in more.items():
                columns[name] = columns[name] | size if name in columns else size
        return rows, columns

    def _branch(self, branch: Branch, scope: Scope) -> tuple[float, dict[str, Size]]:
        rows, known = 1.0, dict(scope)
        columns: dict[str, Size] = {}
        for place, clause in enumerate(branch.clauses):
            steps, self.steps = self.steps, 0.0
            lazy = _is_cut_short(branch.clauses[place + 1 :])
            before = rows
            match clause:
                case Match():
                    rows *= self._match(clause, known, rows)
                case Unwind(source=source, variable=variable):
                    rows *= self._unwind(source, variable, known)
                case CallSubquery(query=query):
                    found, more = self._inside(query, known, rows)
                    rows *= found
                    known |= more
                case CallProcedure():
                    rows *= self._procedure(clause, known)
                case Projection():
                    rows, columns = self._project(clause, known, rows)
                    known = {**columns} if clause.keyword == "WITH" else {**known, **columns}
            each = rows if isinstance(clause, Match) else before
            self.check_steps(self.steps * min(max(each, 1.0), BATCH), clause)
            self._count(rows + self.steps * max(each, 1.0), clause, lazy=lazy)
            if isinstance(clause, Unwind):
                self._multiplied(rows, clause)
            self.steps = steps
        return rows, columns

    def _count(self, work: float, clause: Part, *, lazy: bool) -> None:
        self.work += 0.0 if lazy else self._around * work
        if self.work > MAX_WORK:
            raise TooMuch(
                "product",
                say(
                    "it comes to about {steps} steps; add LIMIT before this, or say more about "
                    "where its paths begin and of which type they are",
                    steps=told(self.work),
                ),
                clause.start,
                clause.end,
            )

    def _multiplied(self, rows: float, clause: Part) -> None:
        rows *= self._around
        if rows > MAX_PRODUCT:
            raise TooMuch(
                "product",
                say(
                    "its patterns are not connected and multiply to about {rows} rows",
                    rows=told(rows),
                )
                if isinstance(clause, Match)
                else say(
                    "its lists multiply to about {rows} rows; shorten one, or add LIMIT",
                    rows=told(rows),
                ),
                clause.start,
                clause.end,
            )

    # --- sub-queries -----------------------------------------------------------------------------

    def _inside(self, query: Query, scope: Scope, often: float) -> tuple[float, dict[str, Size]]:
        around, grouped, steps = self._around, self.grouped, self.steps
        self._around *= max(often, 1.0)
        found = self.query(query, scope)
        self._around, self.grouped, self.steps = around, grouped, steps
        return found

    def subquery(self, part: Subquery, scope: Scope, often: float) -> tuple[float, Size]:
        """How many rows a sub-query gives for one row, and what they hold."""
        rows, columns = self._inside(part.query, scope, often * self.rows_here)
        item = Size("any")
        for size in columns.values():
            item = size
        return rows, item

    # --- clauses ---------------------------------------------------------------------------------

    def _unwind(self, source: Expression, variable: str, known: dict[str, Size]) -> float:
        size = self.value(source, known)
        known[variable] = replace(size.entry, count=inf)
        return max(size.length, 1.0) if size.kind == "list" else STORED_LIST

    def _procedure(self, clause: CallProcedure, known: dict[str, Size]) -> float:
        for argument in clause.arguments:
            self.value(argument, known)
        for name, alias in clause.outputs:
            known[alias or name] = Size("any", -inf, inf, _GROUPS, held=5.0, names=())
        self._condition(clause.where, known)
        return _GROUPS

    def _condition(self, where: Expression | None, known: Scope) -> None:
        if where is not None:
            self.value(where, known)

    def _project(
        self, clause: Projection, known: dict[str, Size], rows: float
    ) -> tuple[float, dict[str, Size]]:
        columns = dict(known) if clause.star or not clause.keyword else {}
        aggregated = [item for item in clause.items if _aggregates(item)]
        keys = [item for item in clause.items if item not in aggregated]
        self.rows_here = rows
        sizes = {item: self.value(item.expression, known) for item in keys}
        kept, before = 0.0, rows
        if aggregated or clause.distinct:
            groups = prod(_groups(size) for size in sizes.values())
            rows = min(rows, groups)
            kept = rows * max(len(keys), 1)
        self.grouped = before / max(rows, 1.0)
        steps, self.steps = self.steps, 0.0
        for item in aggregated:
            sizes[item] = self.value(item.expression, known)
            kept += rows * (sizes[item].held if sizes[item].held > 2 else 1)
        # What is made of a group is made once, not for each of its rows.
        self.steps = steps + self.steps * rows / max(before, 1.0)
        for item in clause.items:
            name = item.alias
            if name is None and isinstance(item.expression, Name):
                name = item.expression.name
            columns[name or f"#{item.start}"] = sizes[item]
        for key in clause.order:
            self.value(key.expression, {**known, **columns})
        if clause.order and clause.limit is None:
            kept = max(kept, rows * max(len(columns), 1))
        if kept * self._around > MAX_KEPT:
            raise TooMuch(
                "product",
                say(
                    "it holds about {count} values at once; add LIMIT before this",
                    count=told(kept),
                ),
                clause.start,
                clause.end,
            )
        if clause.limit is not None:
            limit = self.value(clause.limit, known)
            rows = min(rows, limit.high if limit.constant else _GROUPS)
        self.rows_here = rows
        self._condition(clause.where, {**known, **columns})
        return rows, columns

    # --- patterns --------------------------------------------------------------------------------

    def _match(self, match: Match, known: dict[str, Size], rows: float) -> float:
        """By how much a MATCH multiplies the rows; its variables become known."""
        conditions = [*conjuncts(match.where), *_inner_conditions(match)]
        found = apart = 1.0
        for path in match.paths:
            self.rows_here = rows * found
            more, product = self._one_path(path, conditions, known)
            for name, size in self.graph.bound(path).items():
                known.setdefault(name, size)
            found *= more
            apart *= product
        self._multiplied(rows * apart, match)
        self.rows_here = rows * found
        for condition in conditions:
            self.value(condition, known)
        return found

    def _one_path(
        self, path: Path, conditions: list[Expression], known: Scope
    ) -> tuple[float, float]:
        """By how much a path multiplies the rows, and by how much if nothing connects it."""
        mine = _variables(path)
        walk, start = self._walked(path, known)
        narrowed = _narrowed_by_maps(path, self, known)
        joined = bool(mine & known.keys())
        for condition in conditions:
            names = _names(condition)
            if not names & mine - known.keys():
                continue
            if not names - mine:
                narrowed *= self._selectivity(condition, path)
            elif names & known.keys() and not names - mine - known.keys() and _joins(condition):
                joined = True
                narrowed *= self._join(condition, path, start)
        if joined and not mine & known.keys():
            return max(walk / narrowed, walk / start, 1.0), max(start / narrowed, 1.0)
        found = max(walk / narrowed, 1.0)
        if "SHORTEST" in path.selector:
            # Each pair of ends is a search of its own through the relationships.
            search = min(self.graph.relationships(), MAX_PRODUCT)
            self._count(self.rows_here * found * search, path, lazy=False)
        return found, 1.0 if joined else max(start / narrowed, 1.0)

    def _walked(self, path: Path, known: Scope) -> tuple[float, float]:
        """How many paths there are for a row, and how many nodes one of theirs can be."""
        nodes = [e for e in path.elements if isinstance(e, NodePattern)]
        counts = [sum(self.graph.nodes(node, known).values()) for node in nodes]
        start = max(min(counts, default=self.graph.total()), 1.0)
        if "SHORTEST" not in path.selector:
            return max(self.graph.walk(path, known), 0.0), start
        free = [c for n, c in zip(nodes, counts, strict=True) if n.variable not in known]
        return max(prod(free), 1.0), start

    def paths_from(self, path: Path, scope: Scope, where: Expression | None, often: float) -> float:
        """How many paths a pattern finds for one row."""
        found, _ = self._one_path(path, conjuncts(where), scope)
        self._count(found * often * self.rows_here, path, lazy=False)
        if where is not None:
            self.value(where, {**self.graph.bound(path), **scope})
        return found

    def _selectivity(self, condition: Expression, path: Path) -> float:
        """By how much a condition on one pattern narrows it."""
        if not isinstance(condition, Binary):
            return _OTHER
        if condition.operator == "OR":
            sides = (condition.left, condition.right)
            return max(min(self._selectivity(side, path) for side in sides) / 2, 1.0)
        if condition.operator not in ("=", "IN", *_LIKENESS) or _is_blurred(condition):
            return _OTHER
        if condition.operator in _LIKENESS:
            return _LIKE
        left, right = _names(condition.left), _names(condition.right)
        return _OTHER if left & right or not left | right else _EQUALS

    def _join(self, condition: Expression, path: Path, start: float) -> float:
        """By how much an equality with what is known narrows: to one in as many as differ."""
        bound = self.graph.bound(path)
        for side in condition.children() if isinstance(condition, Binary) else ():
            if isinstance(side, Property) and isinstance(side.base, Name):
                own = bound.get(side.base.name)
                if own is not None and own.names is not None:
                    count = self.graph.property(own.names, side.name).count
                    return min(count, start) if count > 1 else start
        return start


def _is_cut_short(later: tuple[Clause, ...]) -> bool:
    """Whether a LIMIT ends the rows as they come, before anything needs all of them."""
    for clause in later:
        if isinstance(clause, Projection):
            if clause.order or clause.distinct or any(_aggregates(i) for i in clause.items):
                return False
            if clause.limit is not None:
                return True
    return False


def _groups(key: Size) -> float:
    return key.count if key.count < inf else _GROUPS


def _aggregates(item: Item) -> bool:
    return any(isinstance(p, Call) and p.function.lower() in AGGREGATES for p in item.walk())


def _variables(path: Path) -> set[str]:
    found = {
        part.variable
        for part in path.walk()
        if isinstance(part, (NodePattern, RelationshipPattern, Path)) and part.variable
    }
    return found | {p.name for p in path.walk() if isinstance(p, Name)}


def _names(part: Part) -> set[str]:
    found = {inner.name for inner in part.walk() if isinstance(inner, Name)}
    return found | {
        inner.variable for inner in part.walk() if isinstance(inner, NodePattern) and inner.variable
    }


def _inner_conditions(match: Match) -> Iterator[Expression]:
    for path in match.paths:
        for part in path.walk():
            if isinstance(part, (NodePattern, RelationshipPattern)):
                yield from conjuncts(part.where)


def _narrowed_by_maps(path: Path, values: Values, known: Scope) -> float:
    narrowed = 1.0
    for part in path.walk():
        if isinstance(part, (NodePattern, RelationshipPattern)) and part.properties is not None:
            if isinstance(part.properties, MapOf):
                for _, value in part.properties.entries:
                    values.value(value, known)
            if part.properties != MapOf(()):
                narrowed *= _EQUALS
    return narrowed


def _is_blurred(condition: Part) -> bool:
    """Whether it would also hold for what has no such value, as with `coalesce`."""
    return any(
        isinstance(part, Case) or (isinstance(part, Call) and part.function.lower() == "coalesce")
        for part in condition.walk()
    )


def _joins(condition: Expression) -> bool:
    """Whether it is an equality between two patterns, or a path between them."""
    if not isinstance(condition, Binary):
        return any(isinstance(part, Path) for part in condition.walk())
    sides = (condition.left, condition.right)
    plain = all(isinstance(side, (Property, Name, Call, Parameter)) for side in sides)
    if _is_blurred(condition) or not plain:
        return False
    return condition.operator in ("=", "IN") and not _names(sides[0]) & _names(sides[1])
