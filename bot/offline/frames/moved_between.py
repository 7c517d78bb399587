"""Who moved from A to B, who joined B from A: one relationship is for each of the two ends.

Where one type tells where somebody came from, the other is the one that tells where they went; else
the only other one to the same sort of place, where they are now. Moves may be events of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.naming import free_name
from bot.offline.sides import AWAY, TOWARDS, Flow, side_of
from memory.query import Attribute, Comparison, Constant, Edge, Node, Query
from memory.schema import Join, LinkedValue
from memory.text import split_name

_COST = 0.15
# It is not said that they are there: it is where they came to, if nothing else tells that.
_NOW = 0.3
_MOVED = (
    r"(?:has |have |had )?(?:moved?|moves|transferred|switched|changed|relocated|went|gone|came"
    r"|come|joined|left|emigrated|migrated|passed"
    r"|(?:was|were|been|got) (?:moved|transferred|relocated))"
)
_VERB = re.compile(rf" (?P<verb>(?:(?:that|who|which) )?{_MOVED})(?= )", re.I)
# When or whether somebody moved is asked otherwise than who did.
_ASIDE = re.compile(
    r"\A\W*(?:when|where|why|how (?!many )|did|do|does|is|was|were|has|have|had|on|in)\b", re.I
)
# Moved from A to B; to B from A; joined B from A; left A for B.
_WAYS = (
    (re.compile(r" from (?:the )?\Z"), re.compile(r" (?:in)?to (?:the )?\Z")),
    (re.compile(r" (?:(?:in)?to )?(?:the )?\Z"), re.compile(r" from (?:the )?\Z")),
)
_LEFT = (re.compile(r"left (?:the )?\Z"), re.compile(r" (?:for|to) (?:the )?\Z"))


@cued(" from ", " left ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which residents moved from Old Town to Mill Park?"""
    verb = _VERB.search(asked.question)
    if verb is None or _ASIDE.match(asked.question):
        return
    for first in asked.linked:
        for second in asked.linked:
            if second.end != asked.end or not verb.end() <= first.start < first.end < second.start:
                continue
            if first.label == second.label and first.property == second.property:
                away = _order(asked.question, verb.end("verb"), first, second)
                if away is not None:
                    ends = (first, second) if away else (second, first)
                    yield from _by_two(asked, verb, *ends)
                    yield from _by_event(asked, verb, *ends)


def _order(question: str, at: int, first: LinkedValue, second: LinkedValue) -> bool | None:
    """Whether they came from the first; None where that is not told."""
    before, between = question[at : first.start], question[first.end : second.start]
    for away, (one, other) in zip((True, False), _WAYS, strict=True):
        if one.fullmatch(before) and other.fullmatch(between):
            return away
    left = _LEFT[0].search(question[: first.start]) and _LEFT[1].fullmatch(between)
    return True if left else None


def _by_two(
    asked: Asked, verb: re.Match[str], start: LinkedValue, end: LinkedValue
) -> Iterator[Heard]:
    """They have come from one, and have gone to the other."""
    kept = [
        (type_, join) for type_, join in asked.lexicon.schema.joins() if join.end == start.label
    ]
    for away, join in kept:
        if _way(away) != AWAY or join.start == join.end:
            continue
        others = [(t, j) for t, j in kept if j.start == join.start and t != away]
        went = [(t, j) for t, j in others if _way(t) == TOWARDS] or others
        if len(went) != 1:
            continue
        words = " ".join(split_name(away))
        heard = asked.hear_pieces((0, verb.start()), f" {words} ", (start.start, start.end), "?")
        query = _also(heard.query, away, *went[0], end) if heard is not None else None
        if heard is not None and query is not None:
            cost = _COST if _way(went[0][0]) == TOWARDS else _NOW
            yield replace(heard.priced(cost, query), used=(*heard.used, end))


def _way(type_: str) -> str:
    """Whether a type says where something came from, or where it went: moved_from, left."""
    *_, last = words = split_name(type_)
    if last in load("directions")["ending_away"] or words == ["left"]:
        return AWAY
    return TOWARDS if last in load("directions")["ending_towards"] else side_of(type_)


def _also(query: Query, away: str, type_: str, join: Join, end: LinkedValue) -> Query | None:
    """The tree in which what came from the first has gone to the other."""
    pattern = query.pattern
    if len(pattern.edges) != 1 or pattern.edges[0].types != (away,) or query.source is not None:
        return None
    whoever = pattern.edges[0].start
    labels = next(n.labels for n in pattern.nodes if n.variable == whoever)
    if labels != (join.start,):
        return None
    place = free_name("_".join(split_name(join.end)), {n.variable for n in pattern.nodes})
    named = Comparison(Attribute(place, end.property), "=", Constant(end.value))
    return replace(
        query,
        pattern=replace(
            pattern,
            nodes=(*pattern.nodes, Node(place, (join.end,))),
            edges=(*pattern.edges, Edge(whoever, (type_,), place)),
            where=(*pattern.where, named),
        ),
    )


def _by_event(
    asked: Asked, verb: re.Match[str], start: LinkedValue, end: LinkedValue
) -> Iterator[Heard]:
    """They had a transfer from one to the other."""
    events = [flow for flow in asked.lexicon.flows if _is_between(flow, start.label)]
    if len(events) != 1:
        return
    noun = " ".join(split_name(events[0].label))
    ways = ((start.start, start.end), " to ", (end.start, end.end), "?")
    heard = asked.hear_pieces((0, verb.start()), f" with a {noun} from ", *ways)
    if heard is not None and any(events[0].label in n.labels for n in heard.query.pattern.nodes):
        yield heard.priced(_COST)


def _is_between(flow: Flow, label: str) -> bool:
    return all(any(s.label == label for s in way) for way in (flow.givers, flow.takers))
