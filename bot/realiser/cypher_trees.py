"""Patterns and conditions of Cypher as those of a query tree, to be told by the same rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from bot.realiser.cypher_values import TRANSPARENT, NoWording
from bot.realiser.wording import ANY_STEPS
from guardrails.syntax import (
    Binary,
    Call,
    Constant,
    Expression,
    IsNull,
    LabelExpression,
    Labelled,
    LabelName,
    LabelOperation,
    ListOf,
    MapOf,
    Match,
    Name,
    NodePattern,
    Parameter,
    Path,
    PatternExpression,
    Property,
    Query,
    RelationshipPattern,
    Subquery,
    Unary,
    conjuncts,
)
from memory import query as tree
from memory.schema import Schema
from memory.tree_edits import attributes_of

_SIGNS = ("=", "<>", "<", "<=", ">", ">=", "IN", "CONTAINS", "STARTS WITH", "ENDS WITH")
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "<>": "<>", "IN": "HAS"}
_PARTS = ("year", "month", "quarter", "dayOfWeek")


class Trees:
    """Makes trees of one statement; `known` are the variables that it has spoken of."""

    def __init__(self, schema: Schema, parameters: Mapping[str, Any]) -> None:
        self.schema, self.parameters = schema, parameters
        self.known: set[str] = set()
        self._edges: set[str] = set()

    def pattern(
        self, paths: Sequence[Path], where: Iterable[Expression]
    ) -> tuple[tree.Pattern, list[Expression]]:
        """A pattern, and the conditions on it that no tree can say.

        Raises:
            NoWording: the pattern has a form that trees have not.
        """
        nodes: dict[str, tuple[str, ...]] = {}
        edges: list[tree.Edge] = []
        tests: list[Expression] = []
        for path in paths:
            if path.selector and "SHORTEST" not in path.selector:
                raise NoWording
            before, between = "", None
            for part in path.elements:
                if isinstance(part, RelationshipPattern):
                    between = part
                    continue
                if not isinstance(part, NodePattern):
                    raise NoWording
                name = key(part)
                nodes[name] = nodes.get(name) or labels_in(part.labels)
                tests += _held(name, part)
                if between is not None:
                    edges.append(_edge(before, between, name))
                    tests += _held(edges[-1].variable, between)
                before, between = name, None
        known = ({*nodes, *(edge.variable for edge in edges)} | self.known) - {""}
        self._edges |= {edge.variable for edge in edges}
        found, left = list[tree.Condition](), list[Expression]()
        for test in (*tests, *where):
            try:
                found.append(self._condition(test, known))
            except NoWording:
                left.append(test)
        edges = [self._turned(edge, nodes) for edge in edges]
        named = (tree.Node(x, on or self._implied(x, edges)) for x, on in nodes.items())
        return tree.Pattern(tuple(named), tuple(edges), tuple(found)), left

    def _turned(self, edge: tree.Edge, nodes: Mapping[str, tuple[str, ...]]) -> tree.Edge:
        """An edge without direction as the schema knows it, where that has only one."""
        known = [self.schema.relationships[x] for x in edge.types if x in self.schema.relationships]
        joins = {(join.start, join.end) for one in known for join in one.joins}
        if edge.directed or any(start == end for start, end in joins) or not joins:
            return edge
        back = any(
            join[0] in (nodes[edge.end] or join[:1]) and join[1] in (nodes[edge.start] or join[1:])
            for join in joins
        )
        start, end = (edge.end, edge.start) if back else (edge.start, edge.end)
        return tree.Edge(start, edge.types, end, edge.variable, True, edge.hops)

    def _implied(self, variable: str, edges: Sequence[tree.Edge]) -> tuple[str, ...]:
        """What a node without a label can only be, by the relationships of the schema."""
        for edge in edges:
            side = "start" if edge.start == variable else "end" if edge.end == variable else ""
            known = [self.schema.relationships.get(x) for x in edge.types] if side else []
            labels = {getattr(join, side) for one in known if one for join in one.joins}
            general = {x for x in labels if not labels & {*self.schema.labels[x].implies}}
            if edge.directed and len(general) == 1:
                return tuple(general)
        return ()

    # -- conditions --------------------------------------------------------------------------------

    def _condition(self, test: Expression, known: Collection[str]) -> tree.Condition:
        match test:
            case Binary(operator="AND"):
                return tree.AllOf(tuple(self._condition(x, known) for x in conjuncts(test)))
            case Binary(operator="OR", left=one, right=other):
                return tree.AnyOf((self._condition(one, known), self._condition(other, known)))
            case Unary(operator="NOT", operand=Binary(operator="=", left=one, right=other)):
                return self._condition(Binary("<>", one, other), known)
            case Unary(operator="NOT", operand=Property() as flag):
                return self._comparison(flag, "=", Constant(False), known)
            case Unary(operator="NOT", operand=inner):
                return tree.Not(self._condition(inner, known))
            case Binary(operator=sign, left=one, right=other) if sign.startswith("NOT "):
                return tree.Not(self._comparison(one, sign[4:], other, known))
            case Binary(operator="<>", left=Name(name=one), right=Name(name=other)):
                return tree.Comparison(tree.Entity(one), "<>", tree.Entity(other))
            case Binary(operator=sign, left=one, right=other):
                return self._comparison(one, sign, other, known)
            case IsNull(operand=operand, negated=negated):
                held = self._stored(operand, known)
                return tree.Comparison(held, "IS NOT NULL" if negated else "IS NULL")
            case Property():
                return self._comparison(test, "=", Constant(True), known)
            case Labelled(operand=Name(name=name), labels=labels):
                return tree.Exists(tree.Pattern((tree.Node(name, labels_in(labels)),)))
        match = pattern_in(test)
        found, left = self.pattern(match.paths, conjuncts(match.where))
        if left or not any(node.variable in known for node in found.nodes):
            raise NoWording
        return tree.Exists(found)

    def _comparison(
        self, one: Expression, sign: str, other: Expression, known: Collection[str]
    ) -> tree.Comparison:
        left, right = self._operand(one), self._operand(other)
        if not attributes_of(left) and sign in _MIRRORED:
            left, right, sign = right, left, _MIRRORED[sign]
        self._check(left, known)
        if attributes_of(right):
            self._check(right, known)
        own, others = ({x.variable for x in attributes_of(side)} for side in (left, right))
        if len(own) > 1 or (others - own and (len(others) > 1 or others & self._edges)):
            raise NoWording
        if sign not in (*_SIGNS, "HAS") or right == tree.Constant(None):  # type: ignore[arg-type]
            raise NoWording
        return tree.Comparison(left, sign, right)  # type: ignore[arg-type]

    def _stored(self, operand: Expression, known: Collection[str]) -> tree.Operand:
        made = self._operand(operand)
        self._check(made, known)
        return made

    @staticmethod
    def _check(operand: tree.Operand, known: Collection[str]) -> None:
        owners = {one.variable for one in attributes_of(operand)}
        if not owners or not owners <= {*known}:
            raise NoWording

    def _operand(self, expression: Expression) -> tree.Operand:
        match expression:
            case Constant(value=value):
                return tree.Constant(value)  # type: ignore[arg-type]
            case Unary(operator="-", operand=Constant(value=int() | float() as value)):
                return tree.Constant(-value)
            case Parameter(name=name) if name in self.parameters:
                value = self.parameters[name]
                return tree.Constant(tuple(value) if isinstance(value, list) else value)
            case ListOf(items=items):
                values = [self._operand(item) for item in items]
                return tree.Constant(tuple(x.value for x in values if isinstance(x, tree.Constant)))  # type: ignore[misc]
            case Property(base=Name(name=owner), name=name):
                return tree.Attribute(owner, name)
            case Property(base=Property() | Call() as inner, name=name) if name in _PARTS:
                return tree.Function(name, (self._operand(inner),))
            case Call(function=function, arguments=[inner]) if function.lower() in TRANSPARENT:
                return self._operand(inner)
            case Call(function=function, arguments=[inner]) if function.lower() == "size":
                return tree.Function("size", (self._operand(inner),))
            case Binary(operator="+" | "-" | "*" | "/" as sign, left=one, right=other):
                left, right = self._operand(one), self._operand(other)
                if sign == "*" and isinstance(left, tree.Constant):
                    left, right = right, left
                return tree.Arithmetic(sign, left, right)
        raise NoWording


def key(part: NodePattern) -> str:
    """The name of a node, one of our own where the statement has none."""
    return part.variable or f"_{part.start}"


def labels_in(labels: LabelExpression | None) -> tuple[str, ...]:
    """The labels that a node must have, or the types that a relationship may be of."""
    match labels:
        case None | LabelName(name="%"):
            return ()
        case LabelName(name=name):
            return (name,)
        case LabelOperation(operator="&", operands=operands):
            return tuple(name for one in operands for name in labels_in(one))
    raise NoWording


def pattern_in(test: Expression) -> Match:
    """The pattern that a condition wants to be there."""
    match test:
        case PatternExpression(path=path):
            return Match((path,))
        case Call(function="exists" | "EXISTS", arguments=[PatternExpression(path=path)]):
            return Match((path,))
        case Subquery(kind="EXISTS", query=Query(branches=[branch])):
            match branch.clauses:
                case [Match() as only]:
                    return only
    raise NoWording


def _edge(start: str, part: RelationshipPattern, end: str) -> tree.Edge:
    types = part.types
    if isinstance(types, LabelOperation) and types.operator != "|":
        raise NoWording
    names = tuple(x.name for x in types.walk() if isinstance(x, LabelName)) if types else ()
    low, high = part.hops or (1, 1)
    hops = (1 if low is None else low, ANY_STEPS if high is None else high)
    ends = (end, start) if part.direction == "<" else (start, end)
    held = part.properties is not None or part.where is not None
    name = part.variable or (f"_{part.start}" if held else "")
    return tree.Edge(ends[0], names, ends[1], name, bool(part.direction), hops)


def _held(owner: str, part: NodePattern | RelationshipPattern) -> list[Expression]:
    """The conditions that stand inside of a node or a relationship."""
    if isinstance(part.properties, Parameter):
        raise NoWording
    entries = part.properties.entries if isinstance(part.properties, MapOf) else ()
    tests: list[Expression] = [
        Binary("=", Property(Name(owner), name), value) for name, value in entries
    ]
    return [*tests, *conjuncts(part.where)]
