"""What a share is the share of, and what is counted for others: queries that can be told."""

from __future__ import annotations

from dataclasses import replace

from bot.cypher.figures import parts_of
from memory.query import Aggregate, Comparison, Exists, Order, Pattern, Query, Share


def of_share(query: Query, share: Share) -> Query:
    """The part alone: what it has to be, of all there are."""
    subject = next(n for n in query.pattern.nodes if n.variable == query.subject)
    parts = parts_of(share.condition)
    having = tuple(t for t in parts if isinstance(t, Comparison) and isinstance(t.left, Aggregate))
    patterns = [one.pattern for one in parts if isinstance(one, Exists)]
    patterns += [query.optional] if having and query.optional is not None else []
    where = (t for t in parts if t not in having and not isinstance(t, Exists))
    pattern = _joined(*patterns, Pattern((subject,), (), tuple(where)))
    alone = replace(query, pattern=pattern, having=having, form="list", optional=None)
    return replace(alone, columns=(), distinct_on=(), order=())


def counted_in(query: Query, variable: str) -> Query:
    """What is counted, with all that it is counted for."""
    patterns = [query.pattern, *([query.optional] if query.optional is not None else [])]
    order = tuple(Order(operand) for operand in query.each)
    groups = tuple(v for v in query.distinct_on if v != query.subject)
    columns = query.columns if groups else ()
    return Query(_joined(*patterns), columns, variable, order=order, distinct_on=groups)


def _joined(*patterns: Pattern) -> Pattern:
    nodes = {n.variable: n for p in patterns for n in p.nodes if n.labels}
    edges = tuple(e for p in patterns for e in p.edges)
    return Pattern(tuple(nodes.values()), edges, tuple(t for p in patterns for t in p.where))
