"""Who reviewed it last, which ship was inspected most recently: by when it was done.

What was done is a relationship, and its own date says when; that of either end is another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.kinds import TIME_KINDS
from bot.offline.lasting import is_end
from bot.offline.lexicon import RelationTarget
from bot.offline.naming import column_names
from bot.offline.subtrees import variables
from bot.offline.words import inflect, is_plural, tokenize
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Edge,
    Order,
    Query,
)

_COST = 0.1
_LAST = "most recently|last|latest|first|earliest"
_BEHIND = re.compile(rf",? (?P<rank>{_LAST})\W*\Z", re.I)
_BEFORE = re.compile(r"\b(?P<rank>most recently|last|first) (?P<verb>[a-z]+)\b", re.I)
# Behind these it is an adjective: the last inspected ship may be the last of those inspected.
_NOMINAL = re.compile(r"\b(?:the|an?|their|its|his|her|our|my|of)\W+\Z|['’]s?\W+\Z", re.I)
_TO = re.compile(
    r"\b(?:was|is) the (?P<rank>last|first)(?: one| [a-z]+)? to (?P<verb>[a-z]+)\b", re.I
)
_WHEN = re.compile(r"\A\W*(?:when|on (?:which|what) (?:date|day)) ", re.I)
_LATEST = frozenset(["most recently", "last", "latest"])


@cued("most recently", "last", "latest", "first", "earliest")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which ship was inspected most recently, who last rated X, when was X last rated?"""
    found, said = _TO.search(asked.question), ""
    if found is not None:
        said = inflect(found["verb"].lower(), "VBD")
    elif (found := _BEHIND.search(asked.question)) is None:
        found = _BEFORE.search(asked.question)
        if found is None or not _types(asked, found["verb"]):
            return
        if _NOMINAL.search(asked.question[: found.start()]):
            return
        said = found["verb"]
    heard = asked.hear((*found.span(), said))
    if heard is None or heard.query.form not in ("list", "value") or heard.query.order:
        return
    done = _done(asked, heard.query)
    if done is None:
        return
    edge, date = done
    latest = found["rank"].lower() in _LATEST
    if _WHEN.match(asked.question):
        query = _when(heard.query, edge, date, latest=latest)
    else:
        query = _picked(asked, heard.query, edge, date, latest=latest)
    if query is not None:
        yield heard.priced(_COST, query)


def _types(asked: Asked, word: str) -> set[str]:
    """The relationship types that a word is a verb for."""
    known = asked.lexicon.lookup((word.lower(),))
    return {t.type for t in known if isinstance(t, RelationTarget) and t.form == "verb"}


def _done(asked: Asked, query: Query) -> tuple[Edge, str] | None:
    """The one relationship that a verb of the question names, and its date."""
    said = {t for token in tokenize(asked.question) for t in _types(asked, token.form)}
    edges = [e for e in query.pattern.edges if len(e.types) == 1 and e.types[0] in said]
    if len(edges) != 1 or edges[0].hops != (1, 1) or query.source is not None or query.having:
        return None
    own = asked.lexicon.schema.relationships[edges[0].types[0]].properties
    timely = [n for n in own if asked.lexicon.kind(edges[0].types[0], n) in TIME_KINDS]
    dates = [name for name in timely if not is_end(name)]
    return (edges[0], dates[0]) if len(dates) == 1 else None


def _when(query: Query, edge: Edge, date: str, *, latest: bool) -> Query | None:
    """When it was last done: of all the times the latest."""
    told = [c.operand for c in query.columns]
    if told != [Attribute(edge.variable, date)]:
        return None
    figure = Aggregate("max" if latest else "min", told[0])
    name = f"{'latest' if latest else 'earliest'}_{query.columns[0].name}"
    return replace(
        query, columns=(Column(figure, name),), distinct=False, distinct_on=(), form="value"
    )


def _picked(asked: Asked, query: Query, edge: Edge, date: str, *, latest: bool) -> Query | None:
    """Those asked for, by when it was done; one where it is one that is asked for."""
    told = {v for c in query.columns for v in variables((c.operand,))}
    if told != {query.subject} or query.subject not in (edge.start, edge.end):
        return None
    variable = edge.variable or "r1"
    done = Aggregate("max" if latest else "min", Attribute(variable, date))
    edges = tuple(replace(e, variable=variable) if e is edge else e for e in query.pattern.edges)
    known = Comparison(Attribute(variable, date), "IS NOT NULL")
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    operands = [*(c.operand for c in query.columns), done]
    names = column_names(operands, labels, query.subject)
    return replace(
        query,
        pattern=replace(query.pattern, edges=edges, where=(*query.pattern.where, known)),
        columns=tuple(map(Column, operands, names)),
        distinct=False,
        distinct_on=(query.subject,),
        order=(Order(done, latest),),
        limit=query.limit or (None if is_plural(_noun(asked.question)) else 1),
    )


def _noun(question: str) -> str:
    """The noun behind which or what; empty for who."""
    found = re.match(r"\W*(?:which|what)(?: \d+)? ([a-z]+)", question, re.I)
    return found[1].lower() if found else ""
