"""Tags that go together with python: those of the same questions, the most frequent first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.offline.lexicon import NounTarget, RelationTarget
from bot.offline.naming import column_names, node_names
from bot.offline.words import is_plural
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Constant,
    Edge,
    Entity,
    Node,
    Order,
    Pattern,
    Query,
)
from memory.schema import LinkedValue
from memory.text import fold

_COST = 0.15
_MOST = r"(?:most|often|most often|most frequently|frequently|commonly|most commonly|usually)"
_BARE = r"(?:go|goes|occur|occurs|co-occur|co-occurs|appear|appears|show up|shows up|come up)"
_DONE = r"(?:used|found|seen|combined|mentioned|listed|named|(?P<verb>[a-z]+(?:ed|en|ght)))"
_SAID = re.compile(
    r"\A\W*(?P<ask>(?:(?:which|what|list|show|show me|give me|find|name) )?(?:all )?(?:the )?"
    r"(?:other )?)(?P<noun>[a-z]+(?: [a-z]+)??) (?:(?:that|which) )?(?:are |is |get |gets )?"
    rf"(?:(?P<often>{_MOST}) )?"
    rf"(?:{_BARE} (?:most often )?(?:together )?with"
    rf"|{_DONE} (?:most often )?(?:together|along) with)"
    r" (?:the \w+ )?[\"“']?\Z",
    re.I,
)
_ENDS = re.compile(rf"\A[\"”']?(?: (?:the )?(?P<often>{_MOST}))?\W*\Z", re.I)


@cued(" with ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which tags go together with python most often?"""
    for link in asked.linked:
        found = _SAID.match(asked.question[: link.start])
        ends = _ENDS.match(asked.question[link.end :])
        if found is None or ends is None or not _is_noun(asked, found["noun"], link.label):
            continue
        listed = asked.hear_part(*found.span("noun"), "List all ")
        join = _join(asked, link.label, found["verb"])
        if listed is None or join is None or listed.query.pattern.edges:
            continue
        ranked, several = bool(found["often"] or ends["often"]), is_plural(found["noun"])
        query = _together(listed.query, link, join, ranked=ranked, several=several)
        if query is not None:
            yield Heard(query, _COST, used_by(Heard(query, 0.0, (link,))))
            return


def _is_noun(asked: Asked, words: str, label: str) -> bool:
    """Whether words are the noun of a label."""
    found = asked.lexicon.lookup(tuple(fold(words).split()))
    return any(isinstance(t, NounTarget) and t.label == label and c < 0.2 for t, c in found.items())


def _join(asked: Asked, label: str, verb: str | None) -> tuple[str, str, bool] | None:
    """What things of a label are of together: type, the other label, whether they are its end.

    Where several could be, that which the verb names.
    """
    schema = asked.lexicon.schema
    found = {
        (type_, join.start if join.end == label else join.end, join.end == label)
        for type_, join in schema.joins()
        if label in (join.start, join.end) and join.start != join.end
    }
    if verb is not None:
        known = asked.lexicon.lookup((fold(verb),))
        types = {t.type for t in known if isinstance(t, RelationTarget) and t.form == "verb"}
        found = {x for x in found if x[0] in types}
    return found.pop() if len(found) == 1 else None


def _together(
    listed: Query,
    link: LinkedValue,
    join: tuple[str, str, bool],
    *,
    ranked: bool,
    several: bool,
) -> Query | None:
    """The tree of those that have a thing in common with the one named."""
    type_, other, ends = join
    one, two, thing = node_names([link.label, link.label, other])
    if listed.subject != one or listed.pattern.where or listed.limit is not None:
        return None
    nodes = (Node(one, (link.label,)), Node(thing, (other,)), Node(two, (link.label,)))
    edges = tuple(
        Edge(thing, (type_,), x) if ends else Edge(x, (type_,), thing) for x in (one, two)
    )
    apart = Comparison(Entity(one), "<>", Entity(two))
    named = Comparison(Attribute(two, link.property), "=", Constant(link.value))
    query = replace(listed, pattern=Pattern(nodes, edges, (apart, named)), distinct_on=(one,))
    if not ranked:
        return query
    count = Aggregate("count", Entity(thing), distinct=True)
    title = column_names([count], {n.variable: n.labels for n in nodes}, one)[0]
    columns = (*listed.columns, Column(count, title))
    best = replace(query, columns=columns, order=(Order(count, descending=True),))
    return best if several else replace(best, limit=1)
