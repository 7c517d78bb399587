"""The best are picked before what is joined to them is told: the top three and who made them."""

from __future__ import annotations

from dataclasses import replace

from bot.cypher.subtrees import node_of, variables
from memory.query import Aggregate, Column, Entity, Pattern, Query


def picked_first(query: Query) -> Query | None:
    """The tree that goes on from the best of what is asked for; None where it is no plain list."""
    subject = query.subject
    figures = (*(c.operand for c in query.columns), *(o.operand for o in query.order))
    plain = query.form == "list" and query.source is None and query.optional is None
    if not plain or query.having or query.each or query.route is not None or not query.order:
        return None
    if any(isinstance(x, Aggregate) for x in figures) or variables(query.order) != {subject}:
        return None
    source = replace(
        query,
        columns=(Column(Entity(subject), subject),),
        distinct=False,
        distinct_on=(subject,) if query.pattern.edges else (),
    )
    rest = Pattern((node_of(query, subject),))
    return replace(query, pattern=rest, source=source, limit=None, skip=0, distinct_on=())


def top_first(query: Query) -> Query:
    """The tree in which a limit is one of things, not of their pairs with what is shown beside."""
    subject = query.subject
    beside = set(query.distinct_on) - {subject}
    whole = picked_first(query) if beside and query.limit is not None else None
    if whole is None or whole.source is None or subject not in query.distinct_on:
        return query
    far = tuple(e for e in query.pattern.edges if {e.start, e.end} & beside)
    if any({e.start, e.end} - beside != {subject} for e in far):
        return query
    gone = beside | {e.variable for e in far if e.variable}
    if any(variables(test) & gone for test in query.pattern.where):
        return query
    nodes = tuple(n for n in query.pattern.nodes if n.variable in beside)
    own = node_of(query, subject)
    near = Pattern(
        tuple(n for n in query.pattern.nodes if n not in nodes),
        tuple(e for e in query.pattern.edges if e not in far),
        query.pattern.where,
    )
    only = (subject,) if near.edges else ()
    source = replace(whole.source, pattern=near, distinct_on=only)
    after = Pattern((*nodes, own), far)
    return replace(whole, pattern=after, source=source, distinct_on=query.distinct_on)
