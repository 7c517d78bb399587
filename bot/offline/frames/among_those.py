"""Counting only those with at least three reviews: who or what the rest is asked of at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.cypher.subtrees import node_of, renamed, variables
from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.words.inflection import participles, plural
from memory.query import Aggregate, Query
from memory.text import split_name

_COST = 0.05
_FIRST = ("with", "without", "that", "who", "which", "in", "from", "by", "at", "whose")
# In a sentence of its own, too: ... Only show users with more than five reviews.
_ASKING = "show|list|include|consider|count|return|give|take|use|display|look at"
_CLAUSE = re.compile(
    r"[,.?;]? *\(?\b(?:please )?(?:but |and )?(?:(?:only )?(?:among|amongst|out of)(?: only)?"
    r"|(?:counting|considering|including|taking|looking at|if you count) only|restricted to"
    r"|only (?:counting|considering|including|taking|looking at)|limited to"
    rf"|(?<=[.?;,] )(?:(?:{_ASKING}) only|only (?:{_ASKING})))"
    r" (?:(?P<those>those|the ones|ones)|(?:the )?(?P<noun>\w+(?: (?!(?:"
    rf"{'|'.join(_FIRST)})\b)\w+)?))"
    r" (?P<rest>(?P<first>\w+)\b[^,?.!()]*)\)?",
    re.I,
)


@cued("among", "out of", "only", "restricted to", "limited to")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which products have the best average rating, among those with at least five reviews?"""
    for found in _CLAUSE.finditer(asked.question):
        core = asked.hear((*found.span(), "")) if found.start() else None
        if core is None or not _plain(core.query):
            continue
        first = found["first"].lower()
        doing = first.endswith("ing") or first in participles(first)
        if first not in _FIRST and not doing:
            continue
        noun = found["noun"] or _subject(core.query)
        told = asked.hear_part(*found.span("rest"), f"Which {noun} ") if noun else None
        query = _restricted(core.query, told.query, found["noun"] or "") if told else None
        if told is not None and query is not None:
            # Who does most among the members: those who are asked for are the members themselves.
            same = bool(found["noun"]) and found["noun"].lower() == _subject(core.query)
            cost = core.cost + told.cost + _COST
            yield Heard(query, cost, used_by(core, told), modest=not same)


def _plain(query: Query) -> bool:
    return query.source is None and query.route is None and query.form != "yes_no"


def _subject(query: Query) -> str:
    """The noun for what a tree asks for."""
    labels = next((n.labels for n in query.pattern.nodes if n.variable == query.subject), ())
    return plural(" ".join(split_name(labels[0]))) if labels else ""


def _restricted(core: Query, told: Query, noun: str) -> Query | None:
    """The tree over only those nodes that the other one picks."""
    picks = told.form == "list" and _plain(told) and told.optional is None and not told.each
    if not picks or told.order or told.limit is not None:
        return None
    labels = node_of(told, told.subject).labels
    alike = [n.variable for n in core.pattern.nodes if n.labels == labels]
    site = core.subject if core.subject in alike else alike[0] if noun and alike else ""
    if not site or (noun and len(alike) != 1):
        return None
    names, taken = {told.subject: site}, variables(core.pattern)
    for name in sorted(variables(told.pattern) - {told.subject}):
        fresh = name
        while fresh in taken or fresh in names.values():
            fresh += "_"
        names[name] = fresh
    told = renamed(told, names)
    if not told.pattern.edges and not told.having:
        where = (*core.pattern.where, *told.pattern.where)
        return replace(core, pattern=replace(core.pattern, where=where))
    summed = {isinstance(column.operand, Aggregate) for column in core.columns}
    if not core.pattern.edges and not told.having and len(summed) == 1:
        whole = replace(told.pattern, where=(*core.pattern.where, *told.pattern.where))
        return replace(core, pattern=whole, distinct_on=core.distinct_on or (site,))
    return replace(core, source=replace(told, columns=(), distinct_on=(), distinct=False))
