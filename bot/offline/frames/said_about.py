"""What did Ann say about X: the text of what she wrote, or that her review of it keeps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.kinds import kind_of
from bot.offline.vocabulary import is_verb, type_words
from bot.offline.words import lemmas
from memory.query import Attribute, Column, Query
from memory.schema import Schema
from memory.text import split_name

_COST = 0.1
_WRITING = frozenset(load("kinds")["writing"])
_SAID = re.compile(
    r"\A\W*(?P<what>what (?:did|does|do|has|have)) (?P<who>\S.*?) "
    r"(?P<say>(?:say|said|write|written|think|thought|comment|commented|remark|remarked) "
    r"(?:about|of|on)) ",
    re.I,
)
_TEXTS = frozenset(
    ["text", "summary", "comment", "review", "content", "body", "remark", "opinion", "feedback"]
)


@cued("say", "said", "write", "written", "think", "thought", "comment", "remark")
def frame(asked: Asked) -> Iterator[Heard]:
    """What did Ann Lee say about Cold Harbour?"""
    if (found := _SAID.match(asked.question)) is None:
        return
    kept = list(_kept(asked.lexicon.schema))
    for type_, name in kept:
        verb = lemmas(type_words(type_)[0])[-1]
        heard = asked.hear((*found.span("what"), "Did"), (*found.span("say"), verb))
        query = _told(heard.query, type_, name) if heard is not None else None
        if heard is not None and query is not None:
            yield heard.priced(_COST, query)
            return
    for verb in _writing(asked.lexicon.schema):
        heard = asked.hear((*found.span("say"), f"{verb} about"))
        if heard is not None and _asks_text(heard.query):
            yield heard.priced(_COST)
            return


def _kept(schema: Schema) -> Iterator[tuple[str, str]]:
    """The relationships of a verb that keep what somebody said."""
    for type_, relationship in schema.relationships.items():
        for property in relationship.properties.values():
            said = split_name(property.name)[-1] in _TEXTS and kind_of(property) == "text"
            if said and is_verb(type_words(type_)[0]):
                yield type_, property.name


def _writing(schema: Schema) -> list[str]:
    """The verbs of relationships that say that something was written, each once."""
    verbs = [lemmas(type_words(t)[0])[-1] for t in schema.relationships]
    return list(dict.fromkeys(verb for verb in verbs if verb in _WRITING))


def _told(query: Query, type_: str, name: str) -> Query | None:
    """What the one relationship keeps of which it was asked whether it is there."""
    if query.form != "yes_no" or len(query.pattern.edges) != 1:
        return None
    (edge,) = query.pattern.edges
    if edge.types != (type_,) or edge.variable or query.source is not None:
        return None
    pattern = replace(query.pattern, edges=(replace(edge, variable="r1"),))
    columns = (Column(Attribute("r1", name), "_".join(split_name(name))),)
    return Query(pattern, columns, query.subject, distinct=True)


def _asks_text(query: Query) -> bool:
    """Whether a text is told of what one wrote, and nobody else."""
    types = [edge.types for edge in query.pattern.edges]
    if len(set(types)) < len(types):
        return False
    asked = [c.operand for c in query.columns]
    return any(isinstance(x, Attribute) and split_name(x.property)[-1] in _TEXTS for x in asked)
