"""Takes aspirin and nothing else, acted in by X and no other actor: this one, and none besides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget
from bot.offline.naming import node_names
from bot.offline.words import lemmas
from memory.query import Attribute, Comparison, Constant, Exists, Node, Not, Pattern, Query
from memory.schema import LinkedValue
from memory.text import fold

_COST = 0.1
_ELSE = re.compile(
    r"[\"”']?,? (?:(?:and|but) (?:nothing|nobody|no one|noone|none|no-one) else"
    r"|(?:(?:and|but|who|that|which) )(?:[a-z]+ )??no others?(?: (?P<noun>[a-z]+))?"
    r"|(?:(?:and|but) )?(?:him|her|it|them)?(?:self|selves)? ?alone)[\s?.!]*\Z",
    re.I,
)


@cued("else", "no other", "alone")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which patients take Aspirin and nothing else?"""
    found = _ELSE.search(asked.question)
    if found is None:
        return
    ending = [link for link in asked.linked if link.end == found.start()]
    heard = asked.hear((found.start(), len(asked.question), "?")) if ending else None
    if heard is None or heard.query.source is not None or heard.query.optional is not None:
        return
    for link in ending:
        query = _alone(asked, heard.query, link, found["noun"])
        if query is not None:
            yield heard.priced(_COST, query)
            return


def _alone(asked: Asked, query: Query, link: LinkedValue, noun: str | None) -> Query | None:
    """The tree in which nothing but the one named is joined as it is."""
    pattern = query.pattern
    named = [
        t
        for t in pattern.where
        if isinstance(t, Comparison) and t.operator == "=" and t.right == Constant(link.value)
    ]
    if len(named) != 1 or not isinstance(named[0].left, Attribute):
        return None
    one = named[0].left.variable
    edges = [e for e in pattern.edges if one in (e.start, e.end)]
    labels = next(n.labels for n in pattern.nodes if n.variable == one)
    if len(edges) != 1 or not labels or one == query.subject or not _is(asked, noun, labels):
        return None
    other = edges[0].end if edges[0].start == one else edges[0].start
    taken = [n.labels[0] for n in pattern.nodes if n.labels]
    name = node_names([*taken, labels[0]])[-1]
    start, end = (name if x == one else x for x in (edges[0].start, edges[0].end))
    edge = replace(edges[0], variable="", start=start, end=end)
    apart = replace(named[0], left=Attribute(name, named[0].left.property), operator="<>")
    none = Pattern((Node(other), Node(name, labels)), (edge,), (apart,))
    return replace(query, pattern=replace(pattern, where=(*pattern.where, Not(Exists(none)))))


def _is(asked: Asked, noun: str | None, labels: tuple[str, ...]) -> bool:
    """Whether a noun is for nodes of a label, or is none."""
    if noun is None:
        return True
    forms = {fold(noun), *lemmas(fold(noun))}
    found = {t for form in forms for t in asked.lexicon.lookup((form,))}
    schema = asked.lexicon.schema
    return any(isinstance(t, NounTarget) and schema.related(t.label, labels[0]) for t in found)
