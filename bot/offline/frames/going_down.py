"""What would break if X goes down: all that depends on it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.subtrees import node_of
from bot.offline.words import lemmas, plural
from memory.text import split_name

_COST = 0.1
_DEPENDING = frozenset(["depend", "rely", "require", "need"])
_FAILS = (
    r"(?:goes|went|go) (?:down|offline)|fails|failed|breaks|broke|stops(?: working)?|is down"
    r"|was down|crashes|crashed|dies|is unavailable"
)
_BREAK = re.compile(
    r"\A\W*(?P<asked>(?:which|what|how many)(?: other)?)(?: (?P<noun>[a-z]+))?"
    r" (?:would|will|could|might|do|does|is|are) (?:all )?(?:break|breaks|fail|go down"
    r"|stop(?: working)?|be affected|affected|suffer|crash|be down),? (?:if|when|once)"
    rf" (?P<what>.+?) (?:{_FAILS})\W*\Z",
    re.I,
)


@cued(" if ", " when ", " once ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which services would break if the mailer goes down?"""
    found = _BREAK.match(asked.question)
    if found is None:
        return
    ways = [
        (type_, join.start)
        for type_, join in asked.lexicon.schema.joins()
        if join.start == join.end and _DEPENDING & {*lemmas(split_name(type_)[0])}
    ]
    if len(ways) != 1:
        return
    type_, label = ways[0]
    noun = found["noun"] or plural(" ".join(split_name(label)))
    lead = "how many" if found["asked"].lower().startswith("how many") else "which"
    verb, *tail = split_name(type_)
    says = " ".join([lemmas(verb)[-1], *tail])
    heard = asked.hear_pieces(f"{lead} {noun} {says} ", found.span("what"), "?")
    if heard is None or not any(type_ in edge.types for edge in heard.query.pattern.edges):
        return
    if label in node_of(heard.query, heard.query.subject).labels:
        yield heard.priced(_COST)
