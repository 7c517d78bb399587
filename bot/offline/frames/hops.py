"""Over several steps of one relationship: depends directly or indirectly on, within two hops."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER, number_of
from bot.offline.subtrees import node_of
from memory.query import Edge, Query

_COST = 0.05
_FURTHEST = 10
# So many ways from one thing are followed before a longer one is not worth its time.
_WAYS = 20_000
_NUMBER = rf"(?P<number>{NUMBER})"
_STEP = r"(?:hops?|steps?|levels?|links?|degrees?)"
_ANY = re.compile(
    r",? *\b(?:(?:either |both )?directly (?:or|and) (?:indirectly|transitively|"
    r"(?:through|via|by way of) (?:other|others|another|other \w+|one another))|"
    r"(?:both )?direct (?:or|and|as well as) indirect|"
    r"indirectly (?:or|and) directly|transitively|recursively|(?:directly and|or) transitively|"
    r"at any (?:level|depth|distance)|over any number of steps)\b",
    re.I,
)
_WITHIN = re.compile(
    rf",? *\b(?:within|in at most|over at most|in up to|over up to|up to|at most) {_NUMBER}"
    rf" {_STEP}(?: away)?\b",
    re.I,
)
_EXACTLY = re.compile(
    rf",? *\b(?:in |over |at )?exactly {_NUMBER} {_STEP}(?: away)?\b",
    re.I,
)


@cued(
    "directly",
    "indirect",
    "transitively",
    "recursively",
    "at any ",
    "any number of",
    "within",
    "at most",
    "up to",
    "exactly ",
)
def frame(asked: Asked) -> Iterator[Heard]:
    """The relationship that may be passed several times is the only one between two alike."""
    for pattern in (_ANY, _WITHIN, _EXACTLY):
        found = pattern.search(asked.question)
        if found is None:
            continue
        heard = asked.hear((*found.span(), ""))
        query = _repeated(asked, heard.query, found, pattern) if heard is not None else None
        if heard is not None and query is not None:
            yield heard.priced(_COST, query)


def _repeated(
    asked: Asked, query: Query, found: re.Match[str], pattern: re.Pattern[str]
) -> Query | None:
    """The tree in which one edge is passed as often as was said."""
    alike = [edge for edge in query.pattern.edges if _alike(asked, query, edge)]
    if len(alike) != 1 or query.source is not None or alike[0].variable:
        return None
    (edge,) = alike
    if pattern is _ANY:
        hops = (1, _furthest(asked, query, edge))
    else:
        if edge.directed and found[0].endswith("away"):
            # Two steps away: nobody says which way.
            return None
        most = number_of(found["number"])
        hops = (1, most) if pattern is _WITHIN else (most, most)
    if not 0 < hops[1] <= _FURTHEST:
        return None
    edges = tuple(replace(e, hops=hops) if e is edge else e for e in query.pattern.edges)
    return replace(query, pattern=replace(query.pattern, edges=edges))


def _alike(asked: Asked, query: Query, edge: Edge) -> bool:
    """Whether an edge joins two that its type joins again."""
    one, other = node_of(query, edge.start).labels, node_of(query, edge.end).labels
    if len(edge.types) != 1 or not one or one != other:
        return False
    joins = asked.lexicon.schema.relationships[edge.types[0]].joins
    return any(join.start == join.end == one[0] for join in joins)


def _furthest(asked: Asked, query: Query, edge: Edge) -> int:
    """How many steps are followed, by how many ways there are on average from each."""
    label = node_of(query, edge.start).labels[0]
    schema = asked.lexicon.schema
    joins = [j for j in schema.relationships[edge.types[0]].joins if j.start == j.end == label]
    ways = max(joins[0].count / max(schema.labels[label].count, 1), 1.0) + 1.0
    steps = 2
    while steps < _FURTHEST and ways ** (steps + 1) <= _WAYS:
        steps += 1
    return steps
