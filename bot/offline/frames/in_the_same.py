"""Two that have to do with one thing, held against each other by where they are.

Orders whose sender and receiver are in the same country: the two are heard first, and then that
they share it, by a property that both have or by what both are joined to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, PropertyTarget
from bot.offline.naming import free_name, node_names
from bot.offline.subtrees import node_of
from memory.query import (
    Attribute,
    Comparison,
    Condition,
    Edge,
    Entity,
    Node,
    Pattern,
    Query,
)
from memory.text import fold, split_name

_COST = 0.15
_SURE = 0.2
_THE = r"(?:(?:the|an?|their|its) )?"
_ROLE = r"\w+(?: \w+)??"
_TWO = rf"(?:both )?{_THE}(?P<one>{_ROLE}) and {_THE}(?P<two>{_ROLE})"
_WHOSE = (
    r"(?:whose|(?:where|in which|for which)(?: are| is)?|(?:(?:that|which) )?(?:with|have|has|had))"
)
_ARE = (
    r"(?:(?:are|is|were|was|lies?|lay|lives?|sits?|stands?|comes?|resides?)"
    r"(?: both)?(?: (?:located|based|situated|registered))? )?"
)
_PLACE = r"(?P<place>\w+)(?=\W*\Z)"
_ALIKE = r"(?:the (?P<same>same)|(?:an?other|a different|different|not the same))"
_BOTH = re.compile(
    rf"\b{_WHOSE} {_TWO} {_ARE}(?:(?:in|from|of|at|on) |have |share ){_ALIKE} {_PLACE}", re.I
)
_AS = re.compile(
    rf"\b{_WHOSE} {_THE}(?P<one>{_ROLE}) {_ARE}(?:in|from|of|at|on|has|have) {_ALIKE} "
    rf"(?P<place>\w+) (?:as|than|from) (?:that of )?{_THE}(?P<two>{_ROLE})(?=\W*\Z)",
    re.I,
)
_BY = re.compile(
    rf"(?<=\w) (?:in|from|of|at|on) the (?P<same>same) (?P<place>\w+) as (?:the|their|its) "
    rf"(?P<two>{_ROLE})(?=\W*\Z)",
    re.I,
)
_ENDS = re.compile(
    r"\b(?:from and to|(?:that )?(?:start|starting|begin|beginning) and (?:end|ending) (?:in|at))"
    rf" {_ALIKE} {_PLACE}",
    re.I,
)


@cued(" same ", " different ", " another ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which orders have a sender and a receiver in the same country?"""
    for pattern in (_BOTH, _AS, _BY, _ENDS):
        found = pattern.search(asked.question)
        if found is None:
            continue
        for said in _said(asked, found):
            heard = asked.hear((*found.span(), said))
            query = _held(asked, heard.query, found) if heard is not None else None
            if heard is not None and query is not None:
                yield heard.priced(_COST, query)
                return


def _said(asked: Asked, found: re.Match[str]) -> list[str]:
    """What is put for the words that hold the two against each other."""
    if found.re is _BY:
        return [f" and with a {found['two']}"]
    if found.re is not _ENDS:
        return [f"with a {found['one']} and with a {found['two']}"]
    ways: dict[tuple[str, str], set[str]] = {}
    for type_, join in asked.lexicon.schema.joins():
        ways.setdefault((join.start, join.end), set()).add(type_)
    nouns = [" ".join(split_name(end)) for (_, end), types in ways.items() if len(types) > 1]
    return [f"from a {noun} and to a {noun}" for noun in dict.fromkeys(nouns)]


def _held(asked: Asked, query: Query, found: re.Match[str]) -> Query | None:
    """The tree of what was heard, in which the two are in one place, or in two."""
    bare = not (query.having or query.order or query.each or query.route or query.limit)
    ends = [v for v in _leaves(query.pattern) if v != query.subject]
    if not bare or query.source is not None or query.optional is not None or len(ends) != 2:
        return None
    pattern, same = query.pattern, bool(found["same"])
    place = tuple(fold(found["place"]).split())
    known = [t for t, cost in asked.lexicon.lookup(place).items() if cost < _SURE]
    where = {t.label for t in known if isinstance(t, NounTarget)}
    joined = [_joined(asked, query, end, where) for end in ends]
    if all(len(one) == 1 for one in joined):
        return replace(query, pattern=_at(pattern, ends, [one[0] for one in joined], same))
    kept = [(t.owner, t.property) for t in known if isinstance(t, PropertyTarget)]
    names = [{p for owner, p in kept if owner in node_of(query, end).labels} for end in ends]
    if any(len(one) != 1 for one in names):
        return None
    left, right = (Attribute(e, n.pop()) for e, n in zip(ends, names, strict=True))
    test: Condition = Comparison(left, "=" if same else "<>", right)
    return replace(query, pattern=replace(pattern, where=(*pattern.where, test)))


def _leaves(pattern: Pattern) -> list[str]:
    """The nodes at which a pattern ends."""
    ends = [v for edge in pattern.edges for v in (edge.start, edge.end)]
    return [n.variable for n in pattern.nodes if ends.count(n.variable) == 1]


def _joined(asked: Asked, query: Query, end: str, places: set[str]) -> list[tuple[str, str, bool]]:
    """How a node is joined to a place: type, the place's label, whether that is the end."""
    labels = node_of(query, end).labels
    return list(
        dict.fromkeys(
            (type_, join.end if ends else join.start, ends)
            for type_, join in asked.lexicon.schema.joins()
            for ends in (True, False)
            if (join.start if ends else join.end) in labels
            and (join.end if ends else join.start) in places
        )
    )


def _at(
    pattern: Pattern, ends: list[str], joins: list[tuple[str, str, bool]], same: bool
) -> Pattern:
    """The pattern in which two nodes are joined to the same place, or to different ones."""
    taken = {n.variable for n in pattern.nodes}
    nodes, edges = list[Node](), list[Edge]()
    for end, (type_, label, leads) in zip(ends, joins, strict=True):
        if not nodes or not same:
            nodes.append(Node(free_name(node_names([label])[0], taken), (label,)))
            taken.add(nodes[-1].variable)
        place = nodes[-1].variable
        edges.append(Edge(end, (type_,), place) if leads else Edge(place, (type_,), end))
    apart = (
        () if same else (Comparison(Entity(nodes[0].variable), "<>", Entity(nodes[1].variable)),)
    )
    return Pattern((*pattern.nodes, *nodes), (*pattern.edges, *edges), (*pattern.where, *apart))
