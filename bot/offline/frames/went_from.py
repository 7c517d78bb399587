"""Which trips sailed from A to B, departed from A: those from A, where both ends are told."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, PropertyTarget, RelationTarget
from bot.offline.subtrees import node_of
from memory.text import fold

_COST = 0.1
_GOES = (
    r"(?:have |has )?(?:went|go|goes|gone|sailed|sails?|flew|fly|flies|flown|travell?ed|travels?"
    r"|ran|runs?|moved|moves?|(?:was|were) sent)"
)
_WENT = re.compile(
    r"\A\W*(?:which|what|how many|list|show|find)(?: all)?(?: the)? (?P<noun>[a-z]+)"
    rf"(?P<went>(?: (?:that|which))? {_GOES})(?= from .+ to | to .+ from )",
    re.I,
)
# What a date of the trip is called by, and which end of the trip stands behind it.
_ENDED = re.compile(
    r"\b(?P<noun>[a-z]+)(?P<that> (?:that|which))?(?: (?:have|has|had))? (?P<verb>(?:"
    r"depart(?:ed|ing|s)?|(?P<to>arriv(?:ed|ing|es?))) )"
    r"(?P<way>(?(to)(?:in|at)|from)) (?P<place>(?:the |an? )?(?:[a-z]+ (?:of|in) )?)(?=[\"'A-Z])",
    re.I,
)
_WHEN = re.compile(
    r"['\"]? (?:(?:in|on) (?:[a-z]+ )?\d+|(?:in|on) (?:[a-z]+day|[jfmasond][a-z]+)\b|since|after"
    r"|before|between|during|last|this|on or)\b",
    re.I,
)


@cued(" from ", "arriv")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which voyages sailed from Oslo to London?"""
    yield from _with_one_end(asked)
    found = _WENT.match(asked.question)
    meant = _flowing(asked, found["noun"]) if found is not None else set()
    heard = asked.hear((*found.span("went"), "")) if found is not None and meant else None
    if heard is not None and meant & {*node_of(heard.query, heard.query.subject).labels}:
        yield heard.priced(_COST)


def _flowing(asked: Asked, noun: str) -> set[str]:
    """The labels that a noun is for, of which it is told where they go and come from."""
    labels = {flow.label for flow in asked.lexicon.flows}
    known = asked.lexicon.lookup((fold(noun),))
    return {target.label for target in known if isinstance(target, NounTarget)} & labels


def _with_one_end(asked: Asked) -> Iterator[Heard]:
    """How many voyages departed from Oslo in 2023: of those from there, how many departed then.

    Only where *depart* is a word for a date, and no relationship's.
    """
    found = _ENDED.search(asked.question)
    if found is None or not _flowing(asked, found["noun"]):
        return
    known = asked.lexicon.lookup((fold(found["verb"].strip()),))
    if any(isinstance(target, RelationTarget) for target in known):
        return
    if not any(isinstance(target, PropertyTarget) for target in known):
        return
    place = next((link for link in asked.linked if 0 <= link.start - found.end() <= 1), None)
    if place is None:
        return
    way = " to " if found["to"] else " from "
    end, rest = place.end, asked.question[place.end :]
    pieces: list[str | tuple[int, int]] = [(0, found.end("noun")), way, (found.start("place"), end)]
    if rest[:1] in ("'", '"'):
        pieces, end = [*pieces, rest[0]], end + 1
    if _WHEN.match(rest):
        pieces += [" that " if found["that"] else " ", found["verb"].strip()]
    heard = asked.hear_pieces(*pieces, (end, len(asked.question)))
    if heard is not None:
        yield heard.priced(_COST)
