"""One tree that answers two questions: figures of both, or what both tell of one thing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from bot.offline.naming import column_names
from bot.offline.subtrees import variables
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Constant,
    Entity,
    Figure,
    Pattern,
    Query,
)
from memory.text import fold, split_name


def together(first: Query, second: Query) -> Query | None:
    """The tree that tells what both do; None where no row can hold it."""
    if first.form == second.form == "count" and first.pattern == second.pattern:
        # How many there are, and where: nothing new is told of them.
        return None
    if not (_plain(first) and _plain(second)):
        return None
    figures = _is_figure(first)
    if figures and _is_figure(second):
        return _of_the_same(first, second) or _beside(first, second)
    if figures and (_is_one(second) or _is_fact(second)):
        return _beside(first, second)
    if figures and _tells_all(first, second):
        return second
    if _is_figure(second):
        return _beside(second, first, ahead=False) if _is_fact(first) else None
    return None if figures else _of_one_thing(first, second) or _of_two_things(first, second)


def _plain(query: Query) -> bool:
    whole = query.source is None and query.optional is None and query.route is None
    asks = query.form in ("list", "value", "count") and bool(query.columns)
    return whole and asks and not (query.each or query.having or query.skip)


def _is_figure(query: Query) -> bool:
    """Whether there is just one row, whatever is matched: figures, and nothing to group by."""
    told = [c.operand for c in query.columns]
    summed = all(isinstance(x, Aggregate | Figure) for x in told)
    again = any(isinstance(getattr(x, "operand", None), Aggregate) for x in told)
    some = any(isinstance(x, Aggregate) and x.operand is None for x in told)
    return summed and not (again or some or query.order or query.limit is not None)


def _is_one(query: Query) -> bool:
    """Whether one of many is picked: the film with the highest rating."""
    return query.form == "list" and query.limit == 1 and bool(query.order)


def _is_fact(query: Query) -> bool:
    """Whether something is told of one thing by its name: how long it is."""
    told = all(isinstance(c.operand, Attribute) for c in query.columns)
    return told and query.form == "list" and not query.pattern.edges and _named(query.pattern)


def _tells_all(first: Query, second: Query) -> bool:
    """Whether the rows of the second are what the first counts: how many, and which they are."""
    (column, *more) = first.columns
    counted = Aggregate("count", Entity(second.subject), distinct=True)
    same = first.pattern == second.pattern and second.form == "list" and second.limit is None
    return same and not more and column.operand in (counted, replace(counted, distinct=False))


def _of_the_same(first: Query, second: Query) -> Query | None:
    """Figures of the same things: how many there are, and their average length."""
    same = first.pattern == second.pattern and first.subject == second.subject
    if not same or _figures(first) or first.distinct_on not in ((), second.distinct_on):
        return None
    operands = [c.operand for c in (*first.columns, *second.columns)]
    if len(set(operands)) < len(operands):
        return None
    labels = {n.variable: n.labels for n in second.pattern.nodes}
    names = column_names(operands, labels, second.subject)
    columns = tuple(Column(o, name) for o, name in zip(operands, names, strict=True))
    return replace(second, columns=columns, form="value")


def _beside(first: Query, second: Query, *, ahead: bool = True) -> Query | None:
    """The figures of the first, each of a query of its own, beside what the second tells."""
    told = [*(c for c in first.columns if isinstance(c.operand, Figure)), *_apart(first)]
    counted = {c.name for c in told} & {c.name for c in second.columns}
    own = [
        replace(c, name=_marked(c.name, second, first)) if c.name in counted else c
        for c in second.columns
    ]
    names = {n.variable for q in (first, second) for n in q.pattern.nodes}
    names |= {n.variable for f in _figures(first) for n in f.query.pattern.nodes}
    if names & {c.name for c in own}:
        return None
    names |= {c.name for c in own}
    columns: list[Column] = []
    for figure in told:
        assert isinstance(figure.operand, Figure)
        name = figure.name
        if name in counted:
            name = _marked(name, figure.operand.query, second)
        while name in names:
            name += "_"
        names.add(name)
        columns.append(Column(_called(figure.operand, name), name))
    shown = (*columns, *own) if ahead else (*own, *columns)
    return replace(second, columns=shown, form="value" if _is_figure(second) else "list")


def _apart(query: Query) -> Iterator[Column]:
    """A figure for each of the aggregates of a query."""
    for column in query.columns:
        if isinstance(column.operand, Aggregate):
            counts = column.operand.function == "count"
            alone = replace(query, columns=(column,), form="count" if counts else "value")
            yield Column(Figure(alone), column.name)


def _called(figure: Figure, name: str) -> Figure:
    """A figure whose column has another name."""
    (column,) = figure.query.columns
    return Figure(replace(figure.query, columns=(replace(column, name=name),)))


def _marked(name: str, query: Query, other: Query) -> str:
    """A name that tells one of two alike figures from the other: by a value, or what was done."""
    marks = (
        (_value(q), " ".join(w for e in q.pattern.edges for w in split_name(e.types[0])))
        for q in (query, other)
    )
    own = next((a for a, b in zip(*marks, strict=True) if a != b), "")
    return "_".join([name, *re.findall(r"[a-z0-9]+", fold(own))])


def _value(query: Query) -> str:
    """The first value that a query is about; of a flag its name."""
    for test in query.pattern.where:
        if not isinstance(test, Comparison) or not isinstance(test.right, Constant):
            continue
        value = test.right.value
        if isinstance(value, date) and (value.month, value.day) == (1, 1):
            return str(value.year)
        flag = isinstance(value, bool) or test.operator != "="
        if flag and isinstance(test.left, Attribute):
            return " ".join(split_name(test.left.property))
        return str(value)
    return ""


def _figures(query: Query) -> list[Figure]:
    return [c.operand for c in query.columns if isinstance(c.operand, Figure)]


def _of_one_thing(first: Query, second: Query) -> Query | None:
    """What is told of one thing by its name: when it was released, and who directed it."""
    if first.form != "list" or second.form != "list":
        return None
    for wide, narrow, ahead in ((second, first, True), (first, second, False)):
        found = _joined(wide, narrow, ahead=ahead)
        if found is not None:
            return found
    return None


def _joined(wide: Query, narrow: Query, *, ahead: bool) -> Query | None:
    """The wider tree with what the other one tells of a node in both, `ahead` or after it."""
    if narrow.pattern.edges or len(narrow.pattern.nodes) != 1 or narrow.order or wide.order:
        return None
    (node,) = narrow.pattern.nodes
    if not _named(narrow.pattern) or narrow.limit is not None or wide.limit is not None:
        return None
    there = node in wide.pattern.nodes and set(narrow.pattern.where) <= set(wide.pattern.where)
    own = [t for t in wide.pattern.where if variables(t) == {node.variable}]
    if not there or len(own) != len(narrow.pattern.where):
        return None
    more = [c.operand for c in narrow.columns]
    told = [c.operand for c in wide.columns]
    if any(not isinstance(x, Attribute) for x in (*more, *told)):
        return None
    operands = list(dict.fromkeys([*more, *told] if ahead else [*told, *more]))
    labels = {n.variable: n.labels for n in wide.pattern.nodes}
    names = column_names(operands, labels, wide.subject)
    rows = dict.fromkeys((*wide.distinct_on, node.variable)) if wide.distinct_on else ()
    return replace(
        wide,
        columns=tuple(Column(o, name) for o, name in zip(operands, names, strict=True)),
        distinct_on=tuple(rows),
    )


def _of_two_things(first: Query, second: Query) -> Query | None:
    """The same of two things by their names: a row for each, with its name."""
    tests = [(q.pattern.where[0] if len(q.pattern.where) == 1 else None) for q in (first, second)]
    one, other = tests
    if not isinstance(one, Comparison) or not isinstance(other, Comparison):
        return None
    if replace(one, right=None) != replace(other, right=None) or one.operator != "=":
        return None
    if not isinstance(one.right, Constant) or not isinstance(other.right, Constant):
        return None
    values = (one.right.value, other.right.value)
    if any(isinstance(value, tuple) for value in values):
        return None
    both = replace(one, operator="IN", right=Constant(values))  # type: ignore[arg-type]
    alike = replace(first, pattern=replace(first.pattern, where=(other,))) == second
    if not alike or first.pattern.edges or first.limit is not None or first.order:
        return None
    labels = {n.variable: n.labels for n in first.pattern.nodes}
    operands = list(dict.fromkeys([one.left, *(c.operand for c in first.columns)]))
    names = column_names(operands, labels, first.subject)
    return replace(
        first,
        pattern=replace(first.pattern, where=(both,)),
        columns=tuple(Column(o, name) for o, name in zip(operands, names, strict=True)),
    )


def _named(pattern: Pattern) -> bool:
    """Whether a pattern is of one thing by a value it has."""
    tests = [t for t in pattern.where if isinstance(t, Comparison)]
    return any(t.operator == "=" and isinstance(t.right, Constant) for t in tests)
