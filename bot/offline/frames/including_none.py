"""How many customers each country has, including those with none: a row for these, too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.cypher.none_counts import of_few
from bot.cypher.subtrees import beyond, node_of, without
from bot.offline.frames.asked import Asked, Heard, cued
from memory.query import Aggregate, Comparison, Entity, Query

_COST = 0.05
_NONE = (
    r"(?:with(?:out)? )?(?:none|zero|nothing|any|(?:no|0)(?: \w+)?|a (?:count|total) of (?:0|zero))"
)
_WHO = r"(?:with|(?:that |who |which )?(?:have|has|had|got)|having|without) "
_LATER = r"(?: (?:yet|at all|so far|of (?:them|these)))?"
_CLAUSES = (
    rf"[,;.?(]* *\b(?:please )?(?:also )?(?:and )?(?:including|include|counting|count|even) "
    rf"(?:also )?(?:the |any |all )?(?:those|ones|\w+)(?: of them)? (?:{_WHO})?{_NONE}{_LATER}\)?",
    rf"[,;.?(]* *\b(?:and )?(?:the )?(?:those|ones|\w+) {_WHO}{_NONE}{_LATER} (?:should|must|shall)"
    r" (?:also )?(?:show up|appear|count|be (?:listed|shown|included|counted))(?: too| as well)?"
    r"(?: (?:with|as) (?:a )?(?:0|zero))?\)?",
    r"[,;.?(]* *\b(?:including|include|and include) (?:the )?(?:zeros|zeroes|zero counts?)\)?",
)


@cued("includ", "count", "even", "should", "must", "shall")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which customers placed fewer than five orders, including those with none?"""
    for clause in _CLAUSES:
        found = re.search(clause, asked.question, re.I)
        heard = asked.hear((*found.span(), "")) if found is not None and found.start() else None
        query = with_none(heard.query) if heard is not None else None
        if heard is not None and query is not None:
            yield heard.priced(_COST, query)
            return


def counting_none(query: Query) -> Query:
    """The tree in which what is counted need not be there, where only few or fewest are wanted."""
    if query.source is not None and query.optional is None:
        return replace(query, source=counting_none(query.source))
    return with_none(query) or query if of_few(query) else query


def with_none(query: Query) -> Query | None:
    """The tree with a row for those that have none; None where one count is not all there is."""
    counted = _counted(query)
    whole = query.source is None and query.optional is None and not query.each
    if counted is None or not whole or query.form not in ("list", "count"):
        return None
    owners = [v for v in query.distinct_on or (query.subject,) if v != counted]
    nodes = {n.variable: n for n in query.pattern.nodes}
    if len(owners) != 1 or owners[0] not in nodes or counted not in nodes:
        return None
    labels = node_of(query, owners[0]).labels
    far = beyond(query.pattern, owners[0], counted)
    if far is None or not labels:
        return None
    return replace(query, pattern=without(query.pattern, far), optional=far)


def _counted(query: Query) -> str | None:
    """The one node that is counted for each of another."""
    operands = [c.operand for c in query.columns] + [o.operand for o in query.order]
    operands += [t.left for t in query.having if isinstance(t, Comparison)]
    found = {x for x in operands if isinstance(x, Aggregate)}
    if len(found) != 1:
        return None
    (one,) = found
    inner = one.operand
    return inner.variable if one.function == "count" and isinstance(inner, Entity) else None
