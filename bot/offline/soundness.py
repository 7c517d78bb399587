"""Whether a tree can be said at all: everything that it speaks of is matched somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Arithmetic,
    Attribute,
    Comparison,
    Condition,
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


def sound(query: Query) -> bool:
    """Whether every variable of a tree stands in its pattern, or in that of its source."""
    if query.source is not None and not sound(query.source):
        return False
    keys = [o.operand for o in query.order]
    if len(set(keys)) < len(keys):
        # Whose first visit was the last: nothing is sorted both ways by one and the same.
        return False
    before = {query.source.subject} if query.source is not None else set()
    known = before | _names(query.pattern)
    if not _closed(query.pattern, before):
        return False
    if query.optional is not None:
        if not _closed(query.optional, known):
            return False
        known |= _names(query.optional)
    told = [c.operand for c in query.columns] + [o.operand for o in query.order]
    said = {query.subject, *query.distinct_on}
    said |= {name for operand in (*told, *query.each) for name in _variables(operand)}
    said |= {name for test in query.having for name in _tested(test)}
    if query.route is not None:
        said |= {query.route.start, query.route.end}
    return said <= known


def _names(pattern: Pattern) -> set[str]:
    named = {edge.variable for edge in pattern.edges if edge.variable}
    return named | {node.variable for node in pattern.nodes}


def _closed(pattern: Pattern, outer: set[str]) -> bool:
    """Whether a pattern's edges and conditions speak of its own nodes, or of those outside."""
    known = outer | _names(pattern)
    ends = {end for edge in pattern.edges for end in (edge.start, edge.end)}
    if any(_denies_the_given(test) for test in pattern.where):
        return False
    inner = (p for test in pattern.where for p in _patterns(test))
    tested = {name for test in pattern.where for name in _tested(test)}
    return ends | tested <= known and all(_closed(p, known) for p in inner)


def _denies_the_given(test: Condition) -> bool:
    """Whether a denied pattern tests only what is outside it: no answer to an *old question*."""
    match test:
        case Not(Exists(pattern)):
            given = {node.variable for node in pattern.nodes if not node.labels}
            tested = [set(_tested(inner)) for inner in pattern.where]
            return any(names and names <= given for names in tested)
        case _:
            return False


def _patterns(test: Condition) -> Iterator[Pattern]:
    match test:
        case Exists(pattern):
            yield pattern
        case Not(inner):
            yield from _patterns(inner)
        case AllOf(inner) | AnyOf(inner):
            for one in inner:
                yield from _patterns(one)


def _tested(test: Condition) -> Iterator[str]:
    """The variables of a condition, but those of patterns in it."""
    match test:
        case Comparison(left, _, right):
            yield from _variables(left)
            yield from _variables(right) if right is not None else ()
        case Not(inner):
            yield from _tested(inner)
        case AllOf(inner) | AnyOf(inner):
            for one in inner:
                yield from _tested(one)


def _variables(operand: Operand) -> Iterator[str]:
    match operand:
        case Entity(name) | Attribute(name, _):
            yield name
        case Function(_, operands):
            for inner in operands:
                yield from _variables(inner)
        case Arithmetic(_, left, right):
            yield from _variables(left)
            yield from _variables(right)
        case Aggregate(_, inner, _):
            yield from _variables(inner) if inner is not None else ()
        case Share(condition, _):
            yield from _tested(condition)
        case Figure(query, each):
            # What a query of its own gives needs nothing of this one but the groups.
            yield from () if sound(query) else ("",)
            for group in each:
                yield from _variables(group)
