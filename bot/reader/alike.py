"""Whether two query trees mean the same, however their variables are called and rows are shown.

A tree's *core* is its pattern, conditions, aggregates, order and limit with variables replaced by
what is known of them (colour refinement, Weisfeiler & Leman 1968). Conditions are in one form: `a
or b` of one property is one of both, and what is ranked, added up or shown need not be told to be
there. Two trees are alike where their cores are equal and what one shows, the other shows too; who
is shown a node is shown its properties.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace

from bot.reader.plain import flat, plain
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
    Entity,
    Exists,
    Figure,
    Function,
    Not,
    Operand,
    Pattern,
    Query,
    Share,
)

_ROUNDS = 3
_TURNED = {">": "<", ">=": "<=", "=": "=", "<>": "<>"}
# Functions that make of what is kept what it means, and what is the same by another name.
_READ, _CALLED = ("from_", "toFloat", "toInteger"), {"duration_hours": "hours_exactly_between"}
_CALLED |= {"duration_days": "days_between"}
# Forms that are answered by yes or no.
_ANSWERED = ("yes_no", "none")
# More steps than any way has.
_FAR = 8
_WHOLE = ".*"
Colours = Mapping[str, Hashable]


@dataclass(frozen=True, slots=True)
class Core:
    """What a tree means (`meaning`), and what it shows of it (`shown`)."""

    meaning: str
    shown: frozenset[str]

    def like(self, other: Core) -> bool:
        """Return whether two trees mean the same and one shows all that the other does."""
        nested = _covers(self.shown, other.shown) or _covers(other.shown, self.shown)
        return self.meaning == other.meaning and nested


def _covers(more: frozenset[str], less: frozenset[str]) -> bool:
    """Return whether all that is shown is shown; a node for any of its properties."""
    return all(one in more or f"{one.partition('.')[0]}{_WHOLE}" in more for one in less)


def core_of(query: Query) -> Core:
    """Return the core of a tree."""
    return _core(query, {})


def digest(told: Hashable) -> str:
    """Return a short name of something nested, the same in every process."""
    return hashlib.blake2b(_text(told).encode(), digest_size=8).hexdigest()


def _text(told: Hashable) -> str:
    if isinstance(told, frozenset):
        return "{" + ",".join(sorted(map(_text, told))) + "}"
    if isinstance(told, tuple):
        return "(" + ",".join(map(_text, told)) + ")"
    return repr(told)


def _core(query: Query, outer: Colours) -> Core:
    source = _core(query.source, {}) if query.source is not None else None
    known = dict(outer)
    if source is not None:
        known[query.source.subject] = ("source", source.meaning)  # type: ignore[union-attr]
    colours = _colours(query.pattern, known)
    if query.optional is not None:
        colours = {**colours, **_colours(query.optional, colours)}
    operands = [_operand(column.operand, colours) for column in query.columns]
    used = {_operand(x, colours) for x in _reckoned(query)}
    told = {o for c, o in zip(query.columns, operands, strict=True) if _adds_up(c.operand)}
    # A number that rows are held to or ranked by need not be shown.
    told = set() if query.form in _ANSWERED else told - used
    groups = _groups(query, colours) if told or used else frozenset()
    orders = tuple((_operand(one.operand, colours), one.descending) for one in query.order)
    mentioned = {*operands, *(operand for operand, _ in orders)}
    conditions = _conditions(query.pattern, colours, mentioned)
    meaning = (
        _shape(query.pattern, colours),
        conditions,
        _shape(query.optional, colours, query.pattern) if query.optional is not None else None,
        _conditions(query.optional, colours, mentioned) if query.optional else None,
        query.form in _ANSWERED and query.form,
        frozenset(told),
        groups,
        None if told or query.form in _ANSWERED else _of_whom(query, colours),
        frozenset(_condition(_whole(one), colours) for one in query.having),
        orders,
        query.limit,
        query.skip,
        tuple(_operand(one, colours) for one in query.each),
        query.route is not None and (query.route.start, query.route.end),
        source.meaning if source is not None else None,
    )
    return Core(digest(meaning), frozenset(_told(c.operand, colours) for c in query.columns))


def _reckoned(query: Query) -> Iterable[Operand]:
    """What rows are held to or ranked by that is reckoned over several."""
    sides = [one.left for one in query.having if isinstance(one, Comparison)]
    yield from filter(_adds_up, [*sides, *(one.operand for one in query.order)])


def _groups(query: Query, colours: Colours) -> frozenset[Hashable]:
    """What each row of a reckoning is of: nodes, or values."""
    if query.form in _ANSWERED:
        return frozenset()
    told = [c.operand for c in query.columns if not _adds_up(c.operand)]
    nodes = {*query.distinct_on, *(v for one in (*query.each, *told) for v in _entities(one))}
    by: set[Hashable] = {colours.get(v, v) for v in nodes}
    return frozenset(by | {_operand(x, colours) for x in told if not {*_variables(x)} & nodes})


def _told(operand: Operand, colours: Colours) -> str:
    """What a column shows: a property of something, or that with all it has."""
    if isinstance(operand, Function) and operand.name.startswith(_READ):
        return _told(operand.operands[0], colours)
    if isinstance(operand, (Entity, Attribute)):
        part = f".{operand.property}" if isinstance(operand, Attribute) else _WHOLE
        return digest(colours.get(operand.variable, operand.variable)) + part
    return digest(_operand(operand, colours))


def _of_whom(query: Query, colours: Colours) -> Hashable:
    """What rows are of: the subject, or where nothing of it is shown, what is."""
    told = [c.operand for c in query.columns if not _adds_up(c.operand)]
    shown = [v for operand in told for v in _variables(operand)]
    whom = query.subject if query.subject in shown else next(iter(shown), query.subject)
    return colours.get(whom)


def _entities(operand: Operand) -> Iterable[str]:
    return [operand.variable] if isinstance(operand, Entity) else ()


def _whole(one: Condition) -> Condition:
    """Numbers are whole: two or more are more than one."""
    match one:
        case Comparison(Aggregate("count"), ">=", Constant(int(least))):
            return replace(one, operator=">", right=Constant(least - 1))
        case Comparison(Aggregate("count"), "<=", Constant(int(most))):
            return replace(one, operator="<", right=Constant(most + 1))
    return one


def _adds_up(operand: Operand) -> bool:
    if isinstance(operand, Arithmetic):
        return _adds_up(operand.left) or _adds_up(operand.right)
    if isinstance(operand, Function):
        return any(map(_adds_up, operand.operands))
    return isinstance(operand, (Aggregate, Share))


def _colours(pattern: Pattern, known: Colours) -> dict[str, Hashable]:
    colours: dict[str, Hashable] = dict(known)
    for node in pattern.nodes:
        colours.setdefault(node.variable, tuple(sorted(node.labels)))
    for edge in pattern.edges:
        if edge.variable:
            colours.setdefault(edge.variable, ("edge", tuple(sorted(edge.types))))
    given = set(known)
    for _ in range(_ROUNDS):
        fresh = dict(colours)
        for name in colours:
            if name in given:
                continue
            beside = [
                (edge.types, _hops(edge.hops), edge.directed and forward, colours.get(other, other))
                for edge in pattern.edges
                for here, other, forward in (
                    (edge.start, edge.end, True),
                    (edge.end, edge.start, False),
                )
                if here == name
            ]
            ends = [
                (colours.get(edge.start), colours.get(edge.end))
                for edge in pattern.edges
                if edge.variable == name
            ]
            own = [_condition(one, colours) for one in flat(pattern.where) if _only(one, name)]
            parts = (frozenset(beside), frozenset(ends), frozenset(own), len(beside))
            fresh[name] = digest((colours[name], *parts))
        colours = fresh
    return colours


def _only(condition: Condition, variable: str) -> bool:
    """Return whether a test says something of one variable only, and not just that it has it."""
    if isinstance(condition, Comparison) and condition.operator != "IS NOT NULL":
        held = set(_variables(condition.left)) | set(_variables(condition.right))
        return held == {variable}
    return False


def _variables(operand: Operand | None) -> Iterable[str]:
    if isinstance(operand, (Entity, Attribute)):
        yield operand.variable
    elif isinstance(operand, Function):
        for one in operand.operands:
            yield from _variables(one)
    elif isinstance(operand, Arithmetic):
        yield from _variables(operand.left)
        yield from _variables(operand.right)
    elif isinstance(operand, Aggregate):
        yield from _variables(operand.operand)


def _shape(pattern: Pattern, colours: Colours, given: Pattern | None = None) -> Hashable:
    there = {node.variable for node in given.nodes} if given is not None else set()
    own = [node.variable for node in pattern.nodes if node.variable not in there]
    nodes = sorted(str(colours.get(variable)) for variable in own)
    edges = sorted(
        str(_edge(edge.types, edge.hops, edge.directed, edge.start, edge.end, colours))
        for edge in pattern.edges
    )
    return tuple(nodes), tuple(edges)


def _edge(
    types: tuple[str, ...],
    hops: tuple[int, int],
    directed: bool,
    start: str,
    end: str,
    colours: Colours,
) -> Hashable:
    ends = (str(colours.get(start)), str(colours.get(end)))
    return tuple(sorted(types)), _hops(hops), ends if directed else tuple(sorted(ends))


def _hops(hops: tuple[int, int]) -> tuple[int, int]:
    return min(hops[0], _FAR), min(hops[1], _FAR)


def _conditions(pattern: Pattern, colours: Colours, mentioned: set[Hashable]) -> Hashable:
    tests = list(flat(pattern.where))
    tested = {
        _operand(one.left, colours)
        for one in tests
        if isinstance(one, Comparison) and one.operator not in ("IS NULL", "IS NOT NULL")
    }
    told = set[Hashable]()
    for one in tests:
        if isinstance(one, Comparison) and _apart_anyway(one, pattern.edges):
            continue
        if isinstance(one, Comparison) and one.operator == "IS NOT NULL":
            # What is shown, ordered or compared is there.
            left = _operand(one.left, colours)
            if left in tested or any(_within(left, other) for other in mentioned):
                continue
        told.add(_condition(one, colours))
    return frozenset(told)


def _apart_anyway(test: Comparison, edges: Iterable[Edge]) -> bool:
    """Return whether two are not the same as they hang on one by relationships of one type."""
    ends = {v for side in (test.left, test.right) if side for v in _entities(side)}
    if test.operator != "<>" or len(ends) != 2:
        return False
    hang = [
        {(e.start, e.types, 1) for e in edges if e.end == v}
        | {(e.end, e.types, 0) for e in edges if e.start == v}
        for v in ends
    ]
    return bool(hang[0] & hang[1])


def _within(part: Hashable, whole: Hashable) -> bool:
    return part == whole or (isinstance(whole, tuple) and any(_within(part, o) for o in whole))


def _condition(condition: Condition, colours: Colours) -> Hashable:
    condition = plain(condition)
    if isinstance(condition, Comparison):
        left = _operand(condition.left, colours)
        right = None if condition.right is None else _operand(condition.right, colours)
        operator = condition.operator
        if operator in _TURNED and str(left) > str(right):
            return right, _TURNED[operator], left, condition.folded
        which = (frozenset(condition.nodes),) if condition.nodes else ()
        return left, operator, right, condition.folded, *which
    if isinstance(condition, (AllOf, AnyOf)):
        kind = "all" if isinstance(condition, AllOf) else "any"
        return kind, frozenset(_condition(one, colours) for one in condition.conditions)
    if isinstance(condition, Not):
        return "not", _condition(condition.condition, colours)
    assert isinstance(condition, Exists)
    inner = _colours(condition.pattern, colours)
    where = _conditions(condition.pattern, inner, set())
    return "exists", _shape(condition.pattern, inner), where


def _operand(operand: Operand, colours: Colours) -> Hashable:
    if isinstance(operand, Entity):
        return "entity", colours.get(operand.variable, operand.variable)
    if isinstance(operand, Attribute):
        return "of", colours.get(operand.variable, operand.variable), operand.property
    if isinstance(operand, Constant):
        value = operand.value
        if isinstance(value, tuple):
            return "constant", tuple(sorted(map(str, value)))
        plain = float(value) if isinstance(value, int) and not isinstance(value, bool) else value
        return "constant", str(plain)
    if isinstance(operand, Function):
        if operand.name.startswith(_READ):
            return _operand(operand.operands[0], colours)
        name = _CALLED.get(operand.name, operand.name)
        return name, *(_operand(one, colours) for one in operand.operands)
    if isinstance(operand, Arithmetic):
        if operand.operator == "*" and operand.left == Constant(1.0):
            return _operand(operand.right, colours)
        sides = [_operand(operand.left, colours), _operand(operand.right, colours)]
        if operand.operator in "+*":
            sides.sort(key=str)
        return operand.operator, *sides
    if isinstance(operand, Aggregate):
        inner = None if operand.operand is None else _operand(operand.operand, colours)
        return operand.function, inner
    if isinstance(operand, Share):
        return "share", _condition(operand.condition, colours)
    assert isinstance(operand, Figure)
    each = frozenset(_operand(one, colours) for one in operand.each)
    return "figure", _core(operand.query, {}).meaning, len(each)
