"""Words for things listed by what they belong to: films, grouped by director and genre."""

from __future__ import annotations

from dataclasses import replace

from bot.realiser.clauses import Teller
from memory.query import Aggregate, Attribute, Operand, Query


def listed_by(query: Query, teller: Teller) -> tuple[Query, list[str]] | None:
    """The list without its groups, and their nouns; None where there are none.

    Groups are what stands in the first columns and is sorted by before anything else.
    """
    plain = query.form == "list" and query.limit is None and not (query.each or query.having)
    summed = any(isinstance(column.operand, Aggregate) for column in query.columns)
    if not plain or summed or query.distinct:
        return None
    size = 0
    for order, column in zip(query.order, query.columns, strict=False):
        if order.descending or order.operand != column.operand:
            break
        size += 1
    own = [c.operand for c in query.columns[size:]]
    named = any(_name(teller, operand) == query.subject for operand in own)
    if not size or not (named or any(getattr(x, "variable", "") == query.subject for x in own)):
        return None
    keys = [column.operand for column in query.columns[:size]]
    if any(_name(teller, key) == query.subject for key in keys):
        return None
    told = [
        teller.noun(_name(teller, key)) if _name(teller, key) else teller.operand(key)
        for key in keys
    ]
    rest = replace(query, columns=query.columns[size:], order=query.order[size:])
    return rest, list(dict.fromkeys(told))


def _name(teller: Teller, operand: Operand) -> str:
    """The node that a property names; "" where it names none."""
    if not isinstance(operand, Attribute) or not teller.identifies(operand):
        return ""
    return operand.variable
