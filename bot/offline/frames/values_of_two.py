"""Values that one sort of things has and another has not: cities with customers but no suppliers.

Where towns are no things of their own, those of the one sort and those of the other are held
against each other: it is not the same customers who have suppliers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.offline.kinds import display_properties
from bot.offline.subtrees import apart, both, node_of, renamed
from memory.query import (
    Aggregate,
    Attribute,
    Comparison,
    Exists,
    Node,
    Not,
    Operand,
    Pattern,
    Query,
)

_COST = 0.1
_THERE = r"(?:are|were|is|was)(?: there)?|(?:do|did|have) we(?: have| had)?|we have|we had"
_HAVE = (
    r"\b(?P<have>(?:(?:that|which|who) )?(?:have|has|having|with)"
    rf"|(?:where|in which) (?:there )?(?:{_THERE})|(?:are|were) there|do we have)"
)
_A = r"(?:(?:an?|any|some|at least one) )?"
_NO = rf"(?:(?:but|and|yet) )?(?:(?:have|has|with|there are) )?(?:no|not|without) {_A}"
_TWO = r"(?P<two>\w[\w' -]*?)(?: at all)?(?=\W*\Z)"
_BOTH = re.compile(rf"{_HAVE} (?P<both>both ){_A}(?P<one>\w[\w' -]*?) and {_A}{_TWO}", re.I)
_BUT = re.compile(rf"{_HAVE} (?P<first>{_A}(?P<one>\w[\w' -]*?)),? {_NO}{_TWO}", re.I)


@cued(" both ", " no ", " not ", " without ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which cities have customers but no suppliers?"""
    each = _BOTH.search(asked.question)
    found = each or _BUT.search(asked.question)
    spans = {(link.start, link.end) for link in asked.linked}
    if found is None or spans & {found.span("one"), found.span("two")}:
        # Whoever appeared with both X and Y.
        return
    cut = [(*each.span("both"), "")] if each is not None else []
    first = asked.hear(*cut, (found.end("one"), found.end("two"), ""))
    second = asked.hear((found.end("have") + 1, found.start("two"), ""))
    if first is None or second is None:
        return
    own, other = _value(first.query), _value(second.query)
    if own is None or other is None or own.property != other.property:
        return
    label = asked.lexicon.schema.labels.get("".join(node_of(first.query, own.variable).labels))
    things = label is not None and own.property in display_properties(label)[:1]
    held = _things if things else _values
    query = held(first.query, second.query, among=each is not None)
    if query is not None:
        cost = max(first.cost, second.cost) + _COST
        yield Heard(query, cost, used_by(first, second), modest=things)


def _things(one: Query, other: Query, *, among: bool) -> Query | None:
    """Those of one tree that are, or are not, `among` those of another."""
    said = both(one, other)
    if said is None or among:
        return replace(one, pattern=said) if said is not None else None
    own = one.pattern
    n, e, w = len(own.nodes), len(own.edges), len(own.where)
    there = Pattern((Node(one.subject), *said.nodes[n:]), said.edges[e:], said.where[w:])
    return replace(one, pattern=replace(own, where=(*own.where, Not(Exists(there)))))


def _values(one: Query, other: Query, *, among: bool) -> Query | None:
    """The values of one tree that are, or are not, `among` those of another."""
    own, theirs, names = _value(one), _value(other), apart(one, other)
    if own is None or theirs is None or one.pattern == other.pattern:
        return None
    there, value = renamed(other.pattern, names), renamed(theirs, names)
    tests = [t for t in there.where if t != Comparison(value, "IS NOT NULL")]
    alike = replace(there, where=(*tests, Comparison(value, "=", own)))
    test = Exists(alike) if among else Not(Exists(alike))
    where = tuple(dict.fromkeys((*one.pattern.where, Comparison(own, "IS NOT NULL"), test)))
    pattern = replace(one.pattern, where=where)
    return replace(one, pattern=pattern, distinct=one.form == "list", distinct_on=())


def _value(query: Query) -> Attribute | None:
    """The one property of a node that a tree tells the values of, or counts them."""
    bare = not (query.having or query.order or query.each or query.route or query.limit)
    if not bare or query.source is not None or query.optional is not None:
        return None
    if len(query.columns) != 1 or query.form not in ("list", "count"):
        return None
    told: Operand | None = query.columns[0].operand
    if isinstance(told, Aggregate) and told.function == "count" and told.distinct:
        told = told.operand
    if not isinstance(told, Attribute) or told.variable not in {
        n.variable for n in query.pattern.nodes
    }:
        return None
    return told
