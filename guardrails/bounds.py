"""What would run away: paths, ranges, products, and values that double.

The time limit ends any statement; these checks refuse at once what could only ever end there, and
what fills memory before the limit is up. The embedded database can stop neither list functions over
huge ranges nor doubling, so those are refused where they can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf, prod
from typing import Any

from guardrails.functions import AGGREGATES
from guardrails.syntax import (
    Binary,
    Branch,
    Call,
    CallSubquery,
    Constant,
    Expression,
    GroupPattern,
    LabelExpression,
    LabelName,
    ListComprehension,
    ListOf,
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
    Reduce,
    RelationshipPattern,
    Unary,
    Unwind,
)
from guardrails.words import words
from memory.schema import Schema

MAX_HOPS = 15
MAX_RANGE = 100_000
# Rows that lists and products may multiply to, as far as the text tells.
MAX_PRODUCT = 100_000_000
MAX_LISTED = 1_000_000
MAX_DOUBLINGS = 8
MAX_REPEAT = 10_000
# Sizes taken for a label or for all nodes where no schema is at hand.
_LABEL_SIZE, _GRAPH_SIZE = 1_000, 10_000


@dataclass(frozen=True, slots=True)
class Excess:
    """Something that is too large; `fatal` is False where it is only worth a word."""

    name: str
    explanation: str
    start: int
    end: int
    fatal: bool = True


def excesses(
    query: Query, parameters: Mapping[str, Any] | None = None, schema: Schema | None = None
) -> Iterator[Excess]:
    """Everything in the statement that is out of bounds."""
    for part in query.walk():
        if isinstance(part, Path):
            yield from _long_paths(part, query)
        elif isinstance(part, Reduce):
            yield from _growing_reduce(part)
        elif isinstance(part, Branch):
            yield from _products(part, schema)
    yield from _ranges(query, parameters or {})
    yield from _doublings(query)


# --- paths ---------------------------------------------------------------------------------------


def _long_paths(path: Path, query: Query) -> Iterator[Excess]:
    repeated = [
        e
        for e in path.elements
        if isinstance(e, (RelationshipPattern, GroupPattern)) and e.hops is not None
    ]
    if not repeated:
        return
    open_ended = [e for e in repeated if e.hops and e.hops[1] is None]
    lengths = [max(e.hops[0] or 0, e.hops[1] or 0) for e in repeated if e.hops]
    if sum(lengths) > MAX_HOPS:
        yield Excess(
            "path_bound",
            f"it follows paths of up to {sum(lengths)} steps; {MAX_HOPS} is the limit",
            path.start,
            path.end,
        )
    elif open_ended:
        yield from _open_path(path, open_ended[0], query)


def _open_path(
    path: Path, element: RelationshipPattern | GroupPattern, query: Query
) -> Iterator[Excess]:
    ends = [e for e in (path.elements[0], path.elements[-1]) if isinstance(e, NodePattern)]
    anchored = _anchored(query)
    free = [e for e in ends if not (e.properties or e.where or e.variable in anchored)]
    shortest = "SHORTEST" in path.selector
    typed = isinstance(element, RelationshipPattern) and element.types is not None
    unbounded = "it follows paths of any length"
    if len(free) == 2 and (shortest or not typed):
        yield Excess(
            "path_unanchored",
            f"{unbounded} between any two nodes; name where they start, or give a limit",
            path.start,
            path.end,
        )
    elif not shortest:
        yield Excess("path_unbounded", unbounded, element.start, element.end, fatal=False)


def _anchored(query: Query) -> set[str]:
    """Variables that a property map or a condition on their own values narrows down."""
    found: set[str] = set()
    for part in query.walk():
        if isinstance(part, NodePattern) and part.variable and (part.properties or part.where):
            found.add(part.variable)
        elif isinstance(part, Binary) and part.operator in _NARROWING:
            found |= {
                p.base.name
                for p in part.walk()
                if isinstance(p, Property) and isinstance(p.base, Name)
            }
    return found


_NARROWING = ("=", "IN", "STARTS WITH", "ENDS WITH", "CONTAINS", "=~")


# --- ranges and lists ----------------------------------------------------------------------------


def _ranges(query: Query, parameters: Mapping[str, Any]) -> Iterator[Excess]:
    known = _constants(query, parameters)
    sizes: list[float] = []
    for part in query.walk():
        if isinstance(part, Call) and part.function.lower() == "range":
            size = _range_size(part, known)
            if size > MAX_RANGE:
                shown = "more numbers than can be told" if size == inf else f"{size:,.0f} numbers"
                yield Excess(
                    "range",
                    f"it lists {shown}; {MAX_RANGE:,} is the limit",
                    part.start,
                    part.end,
                )
            sizes.append(size)
        elif isinstance(part, Unwind) and isinstance(part.source, ListOf):
            sizes.append(len(part.source.items))
        elif isinstance(part, Call) and part.function.lower() in _REPEATERS:
            yield from _repeats(part, known)
    total = prod(max(size, 1) for size in sizes)
    if total > MAX_LISTED and all(size <= MAX_RANGE for size in sizes):
        yield Excess(
            "list_product",
            f"its lists multiply to {total:,.0f} rows; {MAX_LISTED:,} is the limit",
            query.start,
            query.end,
        )


_REPEATERS = {
    "apoc.text.repeat": 1,
    "apoc.text.lpad": 1,
    "apoc.text.rpad": 1,
    "apoc.text.random": 0,
}


def _repeats(call: Call, known: Mapping[str, float]) -> Iterator[Excess]:
    place = _REPEATERS[call.function.lower()]
    times = _ceiling(call.arguments[place], known) if len(call.arguments) > place else inf
    if times is None or times > MAX_REPEAT:
        yield Excess(
            "repeat",
            f"it makes texts longer than {MAX_REPEAT:,} characters",
            call.start,
            call.end,
        )


def _range_size(call: Call, known: Mapping[str, float]) -> float:
    """How many numbers at most; 1 where the bounds come from data, inf where they are hidden."""
    bounds = [_ceiling(argument, known) for argument in call.arguments]
    if len(bounds) not in (2, 3):
        return inf
    low, high = bounds[0], bounds[1]
    step = bounds[2] if len(bounds) == 3 else 1
    if high is None or low is None or step is None:
        # `range(0, size(list) - 1)` is common and as small as the data.
        return 1
    if inf in (abs(low), abs(high)):
        return inf
    return abs(high - low) // max(abs(step), 1) + 1


def _constants(query: Query, parameters: Mapping[str, Any]) -> dict[str, float]:
    """Names bound to a number known beforehand: parameters (`$x`), aliases, unwound literals."""
    known: dict[str, float] = {
        "$" + name: _size_of(value)
        for name, value in parameters.items()
        if isinstance(value, (int, float, str, list, tuple))
    }
    for part in query.walk():
        if isinstance(part, Unwind):
            items = part.source.items if isinstance(part.source, ListOf) else ()
            values = [_ceiling(item, known) for item in items]
            numbers = [v for v in values if v is not None]
            if numbers:
                known[part.variable] = max(numbers, key=abs)
        elif isinstance(part, Projection):
            for item in part.items:
                value = _ceiling(item.expression, known)
                if item.alias and value is not None:
                    known[item.alias] = max(value, known.get(item.alias, value), key=abs)
    return known


def _size_of(value: int | float | str | list[Any] | tuple[Any, ...]) -> float:
    return value if isinstance(value, (int, float)) else inf


# Functions whose result is as small as the data; any other of constants alone is not worked out.
def _ceiling(expression: Expression, known: Mapping[str, float]) -> float | None:
    """The number an expression stands for; None where it hangs on data, inf where it is hidden."""
    match expression:
        case Constant(value=value):
            if isinstance(value, bool) or value is None:
                return None
            return value if isinstance(value, (int, float)) else inf
        case Name(name=name):
            return known.get(name)
        case Parameter(name=name):
            return known.get("$" + name, None)
        case Unary(operator="-", operand=operand):
            value_of = _ceiling(operand, known)
            return None if value_of is None else -value_of
        case Binary(operator=operator, left=left, right=right) if operator in "+-*/^%":
            return _calculate(operator, _ceiling(left, known), _ceiling(right, known))
        case Call() if expression.function.lower() in ("size", "length", "count"):
            return None
        case Call(arguments=arguments):
            inner = [_ceiling(argument, known) for argument in arguments]
            return None if None in inner or not inner else inf
        case _:
            return None


def _calculate(operator: str, left: float | None, right: float | None) -> float | None:
    if left is None or right is None:
        return None
    try:
        match operator:
            case "+":
                return left + right
            case "-":
                return left - right
            case "*":
                return left * right
            case "/":
                return left / right if right else inf
            case "^":
                return float(left) ** right if abs(right) < 400 else inf
            case _:
                return abs(right)
    except (OverflowError, ZeroDivisionError):
        return inf


# --- doubling ------------------------------------------------------------------------------------


def _growing_reduce(part: Reduce) -> Iterator[Excess]:
    """`reduce(s = 'x', i IN ... | s + s)` doubles at every step."""
    if _weight(part.step, part.accumulator) > 1:
        yield Excess(
            "doubling", "it builds a value that doubles at every step", part.start, part.end
        )


def _weight(expression: Part, name: str) -> int:
    """How many copies of the variable end up in the value of the expression, at most."""
    match expression:
        case Name(name=found):
            return int(found == name)
        case Binary(operator="+" | "||" | "*", left=left, right=right):
            return _weight(left, name) + _weight(right, name)
        case ListOf(items=items):
            return sum(_weight(item, name) for item in items)
        case MapOf(entries=entries):
            return sum(_weight(value, name) for _, value in entries)
        case ListComprehension(source=source, projection=projection):
            return _weight(source, name) + (_weight(projection, name) if projection else 0)
        case Call(function=function, arguments=arguments):
            if function.lower() in _SHRINKING:
                return min(1, max((_weight(a, name) for a in arguments), default=0))
            return sum(_weight(a, name) for a in arguments)
        case _:
            return max((_weight(child, name) for child in expression.children()), default=0)


_SHRINKING = words(
    "size length head last coalesce tostring tointeger tofloat abs sign round floor ceil sqrt "
    "date datetime left right substring"
)


def _doublings(query: Query) -> Iterator[Excess]:
    """Chains of `WITH s + s AS s`, and `replace` with long texts inside one another."""
    doubled = [
        part
        for part in query.walk()
        if isinstance(part, Binary)
        and part.operator in ("+", "||")
        and isinstance(part.left, Name)
        and isinstance(part.right, Name)
        and part.left.name == part.right.name
    ]
    growth = 1.0
    for part in query.walk():
        if isinstance(part, Call) and part.function.lower() in ("replace", "apoc.text.replace"):
            texts = [a.value for a in part.arguments[2:] if isinstance(a, Constant)]
            growth *= max((len(t) for t in texts if isinstance(t, str)), default=1) or 1
    if len(doubled) > MAX_DOUBLINGS or growth > MAX_LISTED:
        yield Excess("doubling", "it builds a value that doubles again and again", 0, query.end)


# --- products ------------------------------------------------------------------------------------


def _products(branch: Branch, schema: Schema | None) -> Iterator[Excess]:
    """Unconnected patterns multiply; the estimate takes the smallest label of each."""
    bound: set[str] = set()
    rows = 1.0
    for clause in branch.clauses:
        if isinstance(clause, Match):
            rows *= _product_of(clause, bound, schema)
            if rows > MAX_PRODUCT:
                yield Excess(
                    "product",
                    f"its patterns are not connected and multiply to about {rows:,.0f} rows",
                    clause.start,
                    clause.end,
                )
                return
        elif isinstance(clause, Projection) and _narrows(clause):
            rows = 1.0
        bound |= _variables(clause)


def _narrows(clause: Projection) -> bool:
    return clause.limit is not None or any(_aggregates(item) for item in clause.items)


def _aggregates(part: Part) -> bool:
    return any(isinstance(p, Call) and p.function.lower() in AGGREGATES for p in part.walk())


def _variables(part: Part) -> set[str]:
    found: set[str] = set()
    for inner in part.walk():
        if isinstance(inner, (NodePattern, RelationshipPattern, Path)) and inner.variable:
            found.add(inner.variable)
        elif isinstance(inner, Name):
            found.add(inner.name)
        elif isinstance(inner, Unwind):
            found.add(inner.variable)
        elif isinstance(inner, CallSubquery):
            continue
    return found


def _product_of(match: Match, bound: set[str], schema: Schema | None) -> float:
    groups = [_variables(path) or {f"#{index}"} for index, path in enumerate(match.paths)]
    sizes = [_size(path, schema) for path in match.paths]
    anchored = [
        bool(group & bound) or _narrowed(p) for group, p in zip(groups, match.paths, strict=True)
    ]
    conditions = list(_conjuncts(match.where))
    mentioned = [_variables(condition) for condition in conditions]
    for names in mentioned:
        touched = [i for i, group in enumerate(groups) if group & names]
        # A condition narrows what it mentions: all but one of the patterns it connects.
        for i in touched if len(touched) == 1 else touched[1:]:
            anchored[i] = True
    for i, group in enumerate(groups):
        if any(group & earlier for earlier in groups[:i]):
            anchored[i] = True
    return prod(size for size, done in zip(sizes, anchored, strict=True) if not done)


def _narrowed(path: Path) -> bool:
    return any(
        isinstance(e, NodePattern) and (e.properties is not None or e.where is not None)
        for e in path.elements
    )


def _conjuncts(condition: Expression | None) -> Iterator[Expression]:
    if isinstance(condition, Binary) and condition.operator == "AND":
        yield from _conjuncts(condition.left)
        yield from _conjuncts(condition.right)
    elif condition is not None:
        yield condition


def _size(path: Path, schema: Schema | None) -> float:
    """The smallest number of nodes that a labelled node of the path can be."""
    sizes = [_GRAPH_SIZE if schema is None else _all_nodes(schema)]
    for element in path.elements:
        if isinstance(element, NodePattern) and element.labels is not None:
            for name in _label_names(element.labels):
                known = schema.labels.get(name) if schema else None
                sizes.append(known.count if known else _LABEL_SIZE)
    return max(min(sizes), 1)


def _all_nodes(schema: Schema) -> int:
    return sum(label.count for label in schema.labels.values())


def _label_names(labels: LabelExpression) -> list[str]:
    return [part.name for part in labels.walk() if isinstance(part, LabelName)]
