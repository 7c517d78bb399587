"""Who played Ahab: who acted, where the relationship keeps a role that is called so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.kinds import kind_of
from bot.offline.vocabulary import type_words
from bot.offline.words import inflect, lemmas
from memory.query import Attribute, Comparison, Constant, Query
from memory.schema import Property, Schema
from memory.text import fold, split_name

_COST = 0.1
_TAGS = {"play": "VB", "plays": "VBZ", "played": "VBD", "portray": "VB", "portrayed": "VBD"}
_PLAYED = re.compile(
    rf"\b(?P<verb>(?i:{'|'.join(sorted(_TAGS, key=len, reverse=True))})) "
    r"(?i:(?:the )?(?:role|part|character) (?:of |named |called )?)?(?:the )?"
    r"(?P<role>[\"“'‘][^\"”'’]+[\"”'’]|(?:(?:The|[A-Z][\w.'’-]*) ){0,3}[A-Z][\w.'’-]*)"
    r"(?=(?: (?:in|at|on)\b)|[\s?.!]*\Z)"
)
_ROLES = frozenset(["role", "character", "part"])
_ACTING = frozenset(["act", "appear", "perform", "star", "sing", "dance", "feature", "voice"])


@cued("play", "portray")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who played Ahab in that play? In which plays did Ann Lee play Ahab?"""
    if (found := _PLAYED.search(asked.question)) is None or _stored(asked, found):
        return
    kept = list(_kept(asked.lexicon.schema))
    if len(kept) != 1:
        return
    ((type_, property),) = kept
    role = found["role"].strip("\"“”'‘’")
    listed = property.values if kind_of(property) != "list" else None
    if listed and fold(role) not in {fold(str(value)) for value in listed}:
        return
    verb = inflect(lemmas(type_words(type_)[0])[-1], _TAGS[found["verb"].lower()])
    span = found.start("verb"), found.end("role")
    for said in (verb, _somewhere(asked, type_, verb)):
        heard = asked.hear((*span, said))
        query = _held(heard.query, type_, property, role) if heard is not None else None
        if heard is not None and query is not None:
            yield heard.priced(_COST, query)
            return


def _stored(asked: Asked, found: re.Match[str]) -> bool:
    """Whether the name is that of a node: who played Arsenal."""
    start, end = found.span("role")
    sure = [x for x in asked.linked if x.method in ("exact", "folded")]
    return any(x.start < end and start < x.end for x in sure)


def _kept(schema: Schema) -> Iterator[tuple[str, Property]]:
    """The relationships of acting that keep roles, where none says itself what was played."""
    for type_, relationship in schema.relationships.items():
        first = {*lemmas(type_words(type_)[0])}
        if "play" in first:
            return
        for property in relationship.properties.values():
            named = {*lemmas(split_name(property.name)[-1])} & _ROLES
            if named and first & _ACTING and kind_of(property) in ("list", "text"):
                yield type_, property


def _somewhere(asked: Asked, type_: str, verb: str) -> str:
    """Appeared in a play: where nothing is said of what they appeared in."""
    relationship = asked.lexicon.schema.relationships[type_]
    what = " ".join(split_name(relationship.joins[0].end))
    return " ".join((verb, *type_words(type_)[1:], "a", what))


def _held(query: Query, type_: str, property: Property, role: str) -> Query | None:
    """The tree in which its one relationship of a type keeps the role."""
    own = [edge for edge in query.pattern.edges if edge.types == (type_,)]
    if len(own) != 1 or own[0].variable or query.source is not None:
        return None
    named = replace(own[0], variable="r1")
    edges = tuple(named if edge is own[0] else edge for edge in query.pattern.edges)
    several = kind_of(property) == "list"
    left = Attribute(named.variable, property.name)
    test = Comparison(left, "HAS" if several else "=", Constant(role), folded=not several)
    where = (*query.pattern.where, test)
    return replace(query, pattern=replace(query.pattern, edges=edges, where=where))
