"""Things listed by what they belong to: films by director and genre, employees by department."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.offline.frames.groups import all_there, apart, grouped, keys_of, measures, shared
from bot.offline.naming import column_names
from bot.offline.subtrees import node_of
from bot.offline.words import is_plural, lemmas, participles, parts
from memory.query import Aggregate, Column, Operand, Order, Pattern, Query
from memory.text import fold

_COST = 0.05
# What a word costs that is no more than near the name of a label.
_GUESSED = 0.3
_THING = r"(?!(?:an?|the|each|every|any|some|all|no|which|what|who)\b)\w+(?: (?!and\b)\w+)?"
_TAIL = re.compile(
    r",? (?P<said>(?:grouped|organi[sz]ed|arranged|split|separated|categori[sz]ed|classified) )?"
    rf"by (?P<things>{_THING}(?: and {_THING})?)\W*\Z",
    re.I,
)


@cued("by ")
def frame(asked: Asked) -> Iterator[Heard]:
    """List the employees by department."""
    found = _TAIL.search(asked.question)
    if found is None or is_plural(fold(found["things"].split()[-1])):
        return
    if not found["said"] and _done(asked.question[: found.start()]):
        # Managed by a manager: that is who did it.
        return
    heard = asked.hear((found.start(), found.end("things"), ""))
    if heard is None or not _lists(heard.query):
        return
    if heard.cost >= _GUESSED and not found["said"]:
        # Sales by region: what they brought in, where orders are only guessed to be sales.
        return
    query = heard.query
    labels = node_of(query, query.subject).labels
    counted = grouped(asked, labels, found.span("things"))
    if counted is None:
        return
    groups = shared(query.pattern, apart(query, counted.query))
    if sum(node.labels == labels for node in groups.pattern.nodes) > 1 or not all_there(groups):
        return
    keys = [c.operand for c in keys_of(groups)]
    if any(measures(asked, key, labels[0]) for key in keys):
        return
    if not groups.pattern.edges and len(keys) == 1 and not found["said"]:
        # Sorted by what is theirs alone.
        return
    whole = _beside(query, groups, keys)
    yield Heard(whole, heard.cost + counted.cost + _COST, used_by(heard, counted))


def _done(text: str) -> bool:
    """Whether the last word is a participle."""
    word = fold(text.split()[-1]) if text.split() else ""
    return "VERB" in parts(word) and word in participles(lemmas(word)[-1])


def _lists(query: Query) -> bool:
    """Whether a tree has a row for each of what is asked for, all of them."""
    plain = query.form == "list" and query.source is None and query.optional is None
    summed = any(isinstance(column.operand, Aggregate) for column in query.columns)
    cut = query.limit is not None or query.skip or query.distinct or query.having
    known = bool(node_of(query, query.subject).labels) if plain and not query.route else False
    return known and not (summed or cut or query.each)


def _beside(query: Query, groups: Query, keys: list[Operand]) -> Query:
    """The tree with its groups in the first columns, sorted by them."""
    subject, there = query.subject, {node.variable for node in query.pattern.nodes}
    pattern = Pattern(
        (*query.pattern.nodes, *(n for n in groups.pattern.nodes if n.variable not in there)),
        tuple(dict.fromkeys((*query.pattern.edges, *groups.pattern.edges))),
        tuple(dict.fromkeys((*query.pattern.where, *groups.pattern.where))),
    )
    told = list(dict.fromkeys([*keys, *(c.operand for c in query.columns)]))
    labels = {n.variable: n.labels for n in pattern.nodes}
    names = column_names(told, labels, subject)
    nodes = [v for v in labels if any(getattr(key, "variable", "") == v for key in keys)]
    rows = tuple(dict.fromkeys((*nodes, *query.distinct_on, subject)))
    return replace(
        query,
        pattern=pattern,
        columns=tuple(Column(o, name) for o, name in zip(told, names, strict=True)),
        order=(*(Order(key) for key in keys), *query.order),
        distinct_on=rows if pattern.edges else query.distinct_on,
    )
