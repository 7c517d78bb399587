"""Begin and end, of one form: begin_date with end_date, where a thing keeps each of them twice."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from bot.offline.kinds import TIME_KINDS, kind_of
from bot.offline.naming import column_names
from memory.query import Attribute, Column, Comparison, Condition, Operand, Query
from memory.schema import Schema
from memory.text import split_name

_BEGINS = frozenset(["begin", "began", "start", "started", "from", "since", "opened", "valid"])
_ENDS = frozenset(["end", "ended", "finish", "finished", "to", "until", "till", "closed"])


def in_one_form(query: Query, schema: Schema) -> Query:
    """The tree with the end of the same form as the beginning told beside it."""
    told = [c.operand for c in query.columns if isinstance(c.operand, Attribute)]
    for one, other in combinations(told, 2):
        turned = _paired(one, other, query, schema) if one.variable == other.variable else {}
        if turned:
            return _with(query, turned)
    return query


def _paired(
    one: Attribute, other: Attribute, query: Query, schema: Schema
) -> dict[Attribute, Attribute]:
    """What to tell instead, of a beginning and an end whose names are of two forms."""
    (first, *rest), (second, *others) = split_name(one.property), split_name(other.property)
    begins = {first, second} & _BEGINS and {first, second} & _ENDS
    if not begins or rest == others:
        return {}
    labels = {n.variable: n.labels for n in query.pattern.nodes}.get(one.variable, ())
    kept = {
        tuple(split_name(p.name)): p.name
        for label in labels
        for p in schema.labels[label].properties.values()
        if kind_of(p) in TIME_KINDS
    }
    for tail in sorted((rest, others), key=len, reverse=True):
        names = kept.get((first, *tail)), kept.get((second, *tail))
        if names[0] is not None and names[1] is not None:
            pairs = zip((one, other), names, strict=True)
            return {old: Attribute(old.variable, new) for old, new in pairs if new is not None}
    return {}


def _with(query: Query, turned: dict[Attribute, Attribute]) -> Query:
    """The tree that tells others."""
    operands: list[Operand] = [
        turned.get(c.operand, c.operand) if isinstance(c.operand, Attribute) else c.operand
        for c in query.columns
    ]
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    names = column_names(operands, labels, query.subject)
    where = tuple(test for test in query.pattern.where if not _there(test, turned))
    columns = tuple(Column(o, name) for o, name in zip(operands, names, strict=True))
    return replace(query, columns=columns, pattern=replace(query.pattern, where=where))


def _there(test: Condition, turned: dict[Attribute, Attribute]) -> bool:
    """Whether a test only says that the date is there at all, in the form that is not told."""
    if not isinstance(test, Comparison) or test.operator != "IS NOT NULL":
        return False
    if not isinstance(test.left, Attribute):
        return False
    variable, word = test.left.variable, split_name(test.left.property)[0]
    return any(x.variable == variable and split_name(x.property)[0] == word for x in turned)
