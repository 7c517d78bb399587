"""Who visited it most often, at least three times: how often one did it to another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.deeds_counted import WEIGHTS, deed_noun, repeats
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.naming import free_name, node_names
from bot.offline.subtrees import variables
from bot.offline.vocabulary import type_words
from bot.offline.words import is_plural, lemmas, plural, tokenize
from memory.english import NUMBER_WORDS
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Constant,
    Edge,
    Entity,
    Order,
    Query,
)
from memory.schema import Relationship
from memory.text import fold, split_name

_COST = 0.1
_NUMBERS = {"once": 1, "twice": 2, **NUMBER_WORDS}
_MOST = re.compile(
    r" (?:(?:the )?most (?:often|frequently|times)|the most(?= (?:in|since|during)\b|\W*\Z))", re.I
)
_TIMES = re.compile(
    r" (?P<how>more than|at least|exactly) (?:(?P<number>once|twice)|(?P<times>\d+|"
    + "|".join(_NUMBERS)
    + r") times)\b(?! (?:as|the|more)\b)",
    re.I,
)
_AMOUNTS = frozenset(["amount", "quantity", "qty", "units", "total", "sum", "volume", "hours"])
_SAID = {"more than": ">", "at least": ">=", "exactly": "="}
_ASKED = re.compile(r"\A\W*(?:who|(?:which|what) (?P<noun>[a-z]+))\b", re.I)


@cued(" most", " times", " once", " twice")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which walkers visited Tarn Hut at least three times?"""
    kind = _ASKED.match(asked.question)
    most, times = _MOST.search(asked.question), _TIMES.search(asked.question)
    found = most or times
    if kind is None or found is None or (most and times):
        return
    heard = asked.hear((*found.span(), ""))
    if heard is None or not _is_plain(heard.query):
        return
    edge = _done(asked, heard.query)
    if edge is None:
        return
    known = asked.lexicon.schema.relationships[edge.types[0]]
    one = not (kind["noun"] and is_plural(fold(kind["noun"])))
    bare = found[0].lower().endswith("the most")
    if bare and any(_AMOUNTS & {*split_name(name)} for name in known.properties):
        # Ordered the most: how often, or how much of it?
        return
    if times is not None:
        amount = fold(times["number"] or times["times"])
        number = int(amount) if amount.isdigit() else _NUMBERS[amount]
        query = _so_often(heard.query, edge, known, (_SAID[fold(times["how"])], number))
    else:
        weighed = _by_weight(heard.query, edge, known, one=one)
        query = weighed or _so_often(heard.query, edge, known, None, one=one)
    if query is not None:
        yield heard.priced(_COST, query)


def _is_plain(query: Query) -> bool:
    """Whether nothing but things are asked for, each once."""
    counted = any(isinstance(c.operand, Aggregate) for c in query.columns)
    more = query.having or query.order or query.limit or query.each or query.source
    return query.form == "list" and not (counted or more or query.optional)


def _done(asked: Asked, query: Query) -> Edge | None:
    """What the verb says that was done between the subject and one that is named."""
    words = {x for token in tokenize(asked.question) for x in lemmas(token.form)}
    edges = [e for e in query.pattern.edges if query.subject in (e.start, e.end)]
    edges = [e for e in edges if e.hops == (1, 1) and len(e.types) == 1]
    edges = [e for e in edges if words & {*lemmas(type_words(e.types[0])[0])}]
    if len(edges) != 1:
        return None
    told = {x for test in query.pattern.where for x in variables(test)}
    other = edges[0].end if edges[0].start == query.subject else edges[0].start
    return edges[0] if other in told else None


def _named(query: Query, edge: Edge, noun: str) -> tuple[Query, str]:
    """The tree with a name for a relationship, and that name."""
    taken = {n.variable for n in query.pattern.nodes} | {e.variable for e in query.pattern.edges}
    (name,) = node_names([noun.title()])
    name = edge.variable or free_name(name, taken)
    edges = tuple(replace(e, variable=name) if e == edge else e for e in query.pattern.edges)
    return replace(query, pattern=replace(query.pattern, edges=edges)), name


def _so_often(
    query: Query,
    edge: Edge,
    known: Relationship,
    test: tuple[str, int] | None,
    *,
    one: bool = False,
) -> Query | None:
    """Ranked or tested by how often it was done; None where it is done but once."""
    noun = deed_noun(known.type)
    if not noun or not repeats(known):
        return None
    query, name = _named(query, edge, noun)
    count = Aggregate("count", Entity(name), True)
    column = Column(count, plural(noun).replace(" ", "_"))
    made = replace(
        query, columns=(*query.columns, column), distinct=False, distinct_on=(query.subject,)
    )
    if test is None:
        return replace(made, order=(Order(count, True),), limit=1 if one else None)
    operator, number = test
    having = Comparison(count, operator, Constant(number))  # type: ignore[arg-type]
    return replace(made, having=(having,))


def _by_weight(query: Query, edge: Edge, known: Relationship, *, one: bool) -> Query | None:
    """Ranked by how strong the tie is, which the relationship keeps; None where it does not."""
    kept = [x for x in known.properties if {*split_name(x)} & WEIGHTS]
    if len(kept) != 1:
        return None
    query, name = _named(query, edge, "tie")
    weight = Attribute(name, kept[0])
    there = Comparison(weight, "IS NOT NULL")
    pattern = replace(query.pattern, where=(*query.pattern.where, there))
    column = Column(weight, "_".join(split_name(kept[0])))
    return replace(
        query,
        pattern=pattern,
        columns=(*query.columns, column),
        distinct=False,
        distinct_on=(query.subject, name),
        order=(Order(weight, True),),
        limit=1 if one else None,
    )
