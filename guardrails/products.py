"""Rows that multiply: patterns and lists that nothing connects, through sub-queries too.

The estimate is coarse and errs on the small side: relationships count as one row a node, and an
equality as a thousandth. What it lets through that is too much after all, the time limit ends.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from math import prod

from guardrails.excess import Excess
from guardrails.functions import AGGREGATES
from guardrails.growth import range_size
from guardrails.syntax import (
    Binary,
    Branch,
    Call,
    CallProcedure,
    CallSubquery,
    Clause,
    Constant,
    Expression,
    Item,
    LabelExpression,
    LabelName,
    ListOf,
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
from memory.schema import Schema

# Rows that lists and products may multiply to, as far as the text tells.
MAX_PRODUCT = 100_000_000
# Sizes taken for a label, for all nodes, and for groups of a property where nothing tells them.
_LABEL_SIZE, _GRAPH_SIZE, _GROUPS = 1_000, 10_000, 100
# Of a list collected within groups.
_LIST_SIZE = 10
_EQUALS, _LIKE, _OTHER = 1_000, 100, 2
_LIKENESS = ("STARTS WITH", "ENDS WITH", "CONTAINS", "=~")


def products(query: Query, schema: Schema | None, known: Mapping[str, float]) -> Iterator[Excess]:
    """The first place where the rows of a branch are too many."""
    for branch in query.branches:
        yield from _Rows(schema, known).count(branch)


class _Rows:
    """The rows of one branch, clause by clause."""

    def __init__(
        self, schema: Schema | None, known: Mapping[str, float], outer: _Rows | None = None
    ) -> None:
        self._schema = schema
        self._known = known
        self._rows: float = outer._rows if outer else 1.0
        self._sizes: dict[str, float] = dict(outer._sizes) if outer else {}
        self._lists: dict[str, float] = dict(outer._lists) if outer else {}

    def count(self, branch: Branch) -> Iterator[Excess]:
        """Follow the clauses; ends with the first that has too many rows."""
        for clause in branch.clauses:
            most = yield from self._clause(clause)
            if most > MAX_PRODUCT:
                yield Excess(
                    "product",
                    f"its patterns are not connected and multiply to about {most:,.0f} rows",
                    clause.start,
                    clause.end,
                )
                return

    def _clause(self, clause: Clause) -> Generator[Excess, None, float]:
        """Follow one clause; returns the most rows there are at any time."""
        before = self._rows
        match clause:
            case Match():
                self._match(clause)
            case Unwind(source=source, variable=variable):
                self._rows *= self._list_size(source)
                self._sizes[variable] = self._list_size(source)
            case CallSubquery(query=query):
                yield from self._inside(query, keep=True)
            case CallProcedure(outputs=outputs):
                self._sizes |= {alias or name: 1.0 for name, alias in outputs}
            case Projection():
                self._project(clause)
        for part in clause.walk():
            if isinstance(part, Subquery):
                yield from self._inside(part.query, keep=False)
        return max(before, self._rows)

    def _inside(self, query: Query, *, keep: bool) -> Iterator[Excess]:
        """A sub-query runs once a row; one that is called adds its rows."""
        most = self._rows
        for branch in query.branches:
            inner = _Rows(self._schema, self._known, self)
            yield from inner.count(branch)
            most = max(most, inner._rows)
            if keep:
                self._sizes |= inner._sizes
                self._lists |= inner._lists
        if keep:
            self._rows = most

    def _match(self, match: Match) -> None:
        groups = [_variables(path) or {f"#{i}"} for i, path in enumerate(match.paths)]
        sizes = [self._path_size(path) for path in match.paths]
        conditions = [*conjuncts(match.where), *_inner_conditions(match)]
        joined = {i for i, group in enumerate(groups) if group & self._sizes.keys()}
        for i, group in enumerate(groups):
            if any(group & earlier for earlier in groups[:i]):
                joined.add(i)
        for condition in conditions:
            touched = [i for i, group in enumerate(groups) if group & _names(condition)]
            if (
                len(touched) == 1
                and not _names(condition) & self._sizes.keys() - groups[touched[0]]
            ):
                sizes[touched[0]] /= _selectivity(condition)
            elif _joins(condition):
                # An equality connects what it mentions: all but one, or all to what is known.
                earlier = bool(_names(condition) & self._sizes.keys())
                joined.update(touched if earlier else touched[1:])
        self._rows *= prod(max(s, 1) for i, s in enumerate(sizes) if i not in joined)
        for group, size in zip(groups, sizes, strict=True):
            for name in group:
                self._sizes.setdefault(name, max(size, 1.0))

    def _path_size(self, path: Path) -> float:
        """The smallest number of nodes that one node of the path can be."""
        return min(
            (self._node_size(e) for e in path.elements if isinstance(e, NodePattern)),
            default=self._all_nodes(),
        )

    def _node_size(self, node: NodePattern) -> float:
        size = self._all_nodes()
        if node.labels is not None:
            for name in _label_names(node.labels):
                known = self._schema.labels.get(name) if self._schema else None
                size = min(size, known.count if known else _LABEL_SIZE)
        return max(size / (_EQUALS if node.properties is not None else 1), 1.0)

    def _all_nodes(self) -> float:
        if self._schema is None:
            return _GRAPH_SIZE
        return max(sum(label.count for label in self._schema.labels.values()), 1)

    def _list_size(self, source: Expression) -> float:
        match source:
            case ListOf(items=items):
                return max(len(items), 1)
            case Name(name=name):
                return self._lists.get(name, 1.0)
            case Call(function=function) if function.lower() == "range":
                return range_size(source, self._known)
            case Call(function=function) if function.lower() == "collect":
                return self._rows
        return 1.0

    def _project(self, clause: Projection) -> None:
        aggregated = [item for item in clause.items if _aggregates(item)]
        keys = [item for item in clause.items if item not in aggregated]
        lists = {
            item.alias or "": self._rows if not keys else float(_LIST_SIZE)
            for item in aggregated
            if any(isinstance(p, Call) and p.function.lower() == "collect" for p in item.walk())
        }
        lists |= {
            item.alias: self._list_size(item.expression)
            for item in keys
            if item.alias and self._list_size(item.expression) > 1
        }
        renamed = {
            item.alias: self._sizes[item.expression.name]
            for item in keys
            if item.alias
            and isinstance(item.expression, Name)
            and item.expression.name in self._sizes
        }
        if aggregated or clause.distinct:
            groups = prod(self._groups(item.expression) for item in keys)
            self._rows = min(self._rows, groups)
        if clause.limit is not None:
            limit = clause.limit.value if isinstance(clause.limit, Constant) else None
            self._rows = min(self._rows, limit if isinstance(limit, int) else _GROUPS)
        self._lists |= lists
        self._sizes |= renamed

    def _groups(self, key: Expression) -> float:
        return self._sizes.get(key.name, _GROUPS) if isinstance(key, Name) else _GROUPS


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
        for element in path.elements:
            if isinstance(element, (NodePattern, RelationshipPattern)):
                yield from conjuncts(element.where)


def _selectivity(condition: Expression) -> float:
    """By how much a condition on one pattern narrows it."""
    if not isinstance(condition, Binary):
        return _OTHER
    if condition.operator in ("=", "IN"):
        left, right = _names(condition.left), _names(condition.right)
        return _OTHER if left & right else _EQUALS
    return _LIKE if condition.operator in _LIKENESS else _OTHER


def _joins(condition: Expression) -> bool:
    """Whether it is an equality between two patterns, or a path between them."""
    if not isinstance(condition, Binary):
        return any(isinstance(part, Path) for part in condition.walk())
    sides = (condition.left, condition.right)
    plain = all(isinstance(side, (Property, Name, Call, Parameter)) for side in sides)
    return condition.operator in ("=", "IN") and plain and not _names(sides[0]) & _names(sides[1])


def _label_names(labels: LabelExpression) -> list[str]:
    return [part.name for part in labels.walk() if isinstance(part, LabelName)]
