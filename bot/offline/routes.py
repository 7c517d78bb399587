"""How are X and Y connected: the shortest way between two things that are named.

Such a question is known by its frame ("the shortest path from ... to ..."), and read only where
both places in the frame hold a stored name, alone or behind the noun for what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.offline.lexicon import Lexicon, NounTarget
from bot.stored.kinds import display_properties
from bot.words.inflection import tokenize
from bot.words.naming import node_names
from memory.query import Attribute, Comparison, Constant, Node, Pattern, Query, Route
from memory.schema import LinkedValue, Schema

# So far is searched; what is further apart has little to do with each other.
MOST_STEPS = 6
_MOST_NAMES = 12
_PATH = (
    r"(?:connections?|relationships?|relations?|links?|routes?|chain|"
    r"(?:shortest|quickest|direct|any|the)?\s*(?:path|way|route|connection|link))"
)
_ASK = (
    r"(?:what(?:'s|\s+is|\s+are)|is\s+there|find|show(?:\s+me)?|give\s+me|tell\s+me|which\s+is|"
    r"get)?"
)
_WITHIN = (
    r"(?:\s+(?:in|within|with)\s+(?:at\s+most|up\s+to|no\s+more\s+than)?\s*(?P<most>\d+)\s+"
    r"(?:steps|hops))?"
)
_FRAMES = tuple(
    re.compile(rf"\s*{frame}{_WITHIN}\s*[?.!]*\s*", re.I)
    for frame in (
        r"how\s+(?:are|is|were|was)\s+(?P<one>.+?)\s+(?:and|to|with)\s+(?P<other>.+?)\s+"
        r"(?:connected|related|linked|associated|joined)(?:\s+(?:to|with)\s+each\s+other)?",
        r"how\s+(?:are|is|were|was)\s+(?P<one>.+?)\s+(?:connected|related|linked|associated)\s+"
        r"(?:to|with)\s+(?P<other>.+?)",
        rf"{_ASK}\s*(?:an?\s+|the\s+|any\s+)?(?:shortest\s+|quickest\s+)?{_PATH}\s+"
        r"(?:between\s+(?P<one>.+?)\s+and|from\s+(?P<one_>.+?)\s+to)\s+(?P<other>.+?)",
        r"how\s+(?:do|does|can|could|would|should)\s+(?:i|we|you|one|people|somebody)\s+"
        r"(?:get|go|travel|come)\s+from\s+(?P<one>.+?)\s+to\s+(?P<other>.+?)",
        r"what\s+(?:connects|links|relates)\s+(?P<one>.+?)\s+(?:and|to|with)\s+(?P<other>.+?)",
        r"how\s+(?:many|few)\s+(?:steps|hops|degrees)\s+(?:of\s+separation\s+)?"
        r"(?:are\s+there\s+|lie\s+|is\s+it\s+)?(?:between\s+(?P<one>.+?)\s+and|"
        r"from\s+(?P<one_>.+?)\s+to)\s+(?P<other>.+?)",
    )
)
_BARE = frozenset(["the", "a", "an", "and", "of", "called", "named", "'s"])


@dataclass(frozen=True, slots=True)
class Routed:
    """A query for the way between two things, and the links that name them."""

    query: Query
    used: tuple[LinkedValue, LinkedValue]


def routed(question: str, linked: Sequence[LinkedValue], lexicon: Lexicon) -> list[Routed]:
    """Every query that a question for a way can mean: one for each pair of things so called."""
    for frame in _FRAMES:
        found = frame.fullmatch(question)
        if found is None:
            continue
        first = "one" if found["one"] is not None else "one_"
        ones = list(_named(question, found.span(first), linked, lexicon))
        others = list(_named(question, found.span("other"), linked, lexicon))
        most = min(int(found["most"] or MOST_STEPS), MOST_STEPS)
        if ones and others:
            return [
                Routed(_query(one, other, most, lexicon.schema), (one, other))
                for one in ones
                for other in others
                if (one.label, one.value) != (other.label, other.value)
            ]
    return []


def _named(
    question: str, span: tuple[int, int], linked: Sequence[LinkedValue], lexicon: Lexicon
) -> Iterator[LinkedValue]:
    """The things by the name that a stretch of words is, with nothing else but a noun for them."""
    inside = [v for v in linked if span[0] <= v.start and v.end <= span[1]]
    fits: list[LinkedValue] = []
    for link in sorted(inside, key=lambda v: (v.start - v.end, -v.score)):
        known = lexicon.schema.labels.get(link.label)
        if known is None or link.property not in display_properties(known):
            continue
        rest = question[span[0] : link.start] + " " + question[link.end : span[1]]
        words = [t.form for t in tokenize(rest) if t.kind != "mark" and t.form not in _BARE]
        own = {NounTarget(link.label), *(NounTarget(label) for label in known.implies)}
        nouns = [own & set(lexicon.lookup((word,))) for word in words]
        if all(nouns) and not (fits and fits[0].end - fits[0].start > link.end - link.start):
            fits.append(link)
    best = max((link.score for link in fits), default=0.0)
    kept = [link for link in fits if link.score == best]
    general = {x for link in kept for x in lexicon.schema.labels[link.label].implies}
    seen: dict[tuple[str, object], LinkedValue] = {}
    for link in kept:
        broad = general & {other.label for other in kept}
        if not broad or link.label in broad:
            seen.setdefault((link.label, link.value), link)
    yield from seen.values()


def _query(one: LinkedValue, other: LinkedValue, most: int, schema: Schema) -> Query:
    start, end = node_names([one.label, other.label])
    tests = tuple(
        Comparison(Attribute(name, link.property), "=", Constant(link.value))
        for name, link in ((start, one), (end, other))
    )
    pattern = Pattern((Node(start, (one.label,)), Node(end, (other.label,))), (), tests)
    return Query(pattern, (), start, route=Route(start, end, most, _names(schema)))


def _names(schema: Schema) -> tuple[str, ...]:
    """The properties that nodes are called by, those of the most nodes first."""
    labels = sorted(schema.labels.values(), key=lambda label: -label.count)
    found = dict.fromkeys(name for label in labels for name in display_properties(label)[:1])
    return tuple(found)[:_MOST_NAMES]
