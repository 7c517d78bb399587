"""Which kinds do the games of 2020 have? Each kind once, however many games have it."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.offline.words import is_plural, plural
from memory.query import Attribute, Comparison, Query
from memory.schema import Schema
from memory.text import fold, split_name

_ASKED = re.compile(
    r"\A\W*(?:which|what) (?:different |distinct |kinds? of )?(?P<what>[\w ]+?)"
    r" (?:is|are|was|were|do|does|did|have|has|can)\b",
    re.I,
)
# What so many things share, on average, is a sort.
_SHARED = 0.5


def told_once(question: str, query: Query, schema: Schema) -> Query:
    """The tree with each value once, where it is asked which values there are."""
    found = _ASKED.match(question)
    bare = query.form == "list" and not (query.order or query.having or query.source or query.each)
    if found is None or not bare or query.limit is not None or query.distinct:
        return query
    asked = query.columns[0].operand if len(query.columns) == 1 else None
    if not isinstance(asked, Attribute):
        return query
    named = fold(found["what"]).split()
    if not is_plural(named[-1]) or not _is_sort(asked, query, schema):
        return query
    words = split_name(asked.property)
    if named != [*words[:-1], plural(words[-1])] and named != words:
        return query
    there = Comparison(asked, "IS NOT NULL")
    where = query.pattern.where
    where = where if there in where else (*where, there)
    pattern = replace(query.pattern, where=where)
    return replace(query, pattern=pattern, distinct=True, distinct_on=())


def _is_sort(asked: Attribute, query: Query, schema: Schema) -> bool:
    """Whether many things have the same value of a property."""
    labels = {n.variable: n.labels for n in query.pattern.nodes}.get(asked.variable, ())
    for label in (schema.labels[x] for x in labels if x in schema.labels):
        property = label.properties.get(asked.property)
        if property is not None and 0 < property.distinct <= label.count * _SHARED:
            return True
    return False
