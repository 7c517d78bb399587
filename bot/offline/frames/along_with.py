"""Acted with X, plays with X: acted in a film that X acted in, for a team that X plays for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.lexicon import RelationTarget
from bot.offline.scanning.collaborating import collaborating
from bot.offline.vocabulary import type_words
from bot.offline.words import inflect, lemmas, parts
from memory.query import Not, Query
from memory.schema import LinkedValue
from memory.text import split_name

_COST = 0.1
_NEAR = 0.4
_BESIDE = r"(?:with|alongside|together with|opposite)"
_SAID = re.compile(rf"\b{_BESIDE}\b", re.I)
_WITH = re.compile(rf"\b(?P<verb>[a-z]+) {_BESIDE} \Z", re.I)
_WITH_BOTH = re.compile(rf"\b(?P<verb>[a-z]+) {_BESIDE} (?P<both>both )\Z", re.I)
# Directed with a crane, is Ann involved with X: that is done to it, or to her.
_DONE = re.compile(r"\b(?:is|are|was|were|be|been) (?:[^,;]* )?[a-z]+(?:ed|en) with \Z", re.I)
_WHOM = re.compile(
    r"\A\W*(?P<who>whom?|(?:which|what|how many) \w+) (?:has|have|had|does|do|did) \Z", re.I
)
_ENDS = re.compile(rf" (?P<verb>[a-z]+) {_BESIDE}(?: before)?\W*\Z", re.I)


@cued("with", "alongside", "opposite")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who acted with Tom Hanks, whom has he acted with?"""
    if not _SAID.search(asked.question):
        return
    for link in asked.linked:
        for edits in _ways(asked, link):
            heard = asked.hear(*edits)
            if heard is not None and _has_both(heard.query):
                yield heard.priced(_COST)
                return


def _has_both(query: Query) -> bool:
    """Whether somebody else does it, too: the tree joins more than the one who is named."""
    denied = any(isinstance(test, Not) for test in query.pattern.where)
    return denied or len(query.pattern.edges) > 1


def _ways(asked: Asked, link: LinkedValue) -> Iterator[list[Edit]]:
    before, behind = asked.question[: link.start], asked.question[link.end :]
    with_, ends, whom = _WITH.search(before), _ENDS.match(behind), _WHOM.match(before)
    both = _WITH_BOTH.search(before)
    other = _other(asked, link) if both is not None else None
    if both is not None and other is not None:
        for said, things in _deeds(asked, link, both["verb"]):
            again = f" {said} and {said} a {things} that "
            yield [
                (both.start("verb"), link.start, f"{said} a {things} that "),
                (link.end, other.start, again),
                (other.end, other.end, f" {said}"),
            ]
        yield [(both.start("both"), link.start, ""), (link.end, other.start, _again(both))]
    if with_ is not None and not _DONE.search(before):
        for said, things in _deeds(asked, link, with_["verb"]):
            place = re.match(rf" {said.partition(' ')[2]} (?=an? )", behind)
            if place is not None and " " in said:
                # With X in a drama: in a drama that X acted in.
                end = link.end + _end(behind)
                start = link.end + place.end()
                told = f" that {asked.question[link.start : link.end]} {said}"
                yield [(with_.start("verb"), start, f"{said} "), (end, end, told)]
            yield [
                (with_.start("verb"), link.start, f"{said} a {things} that "),
                (link.end, link.end, f" {said}"),
            ]
    if ends is not None and whom is not None:
        for said, things in _deeds(asked, link, ends["verb"]):
            tail = (link.end, asked.end, f" {said}")
            yield [(whom.end("who"), link.start, f" {said} a {things} that "), tail]


def _other(asked: Asked, link: LinkedValue) -> LinkedValue | None:
    """Who else is named right behind: both X and Y."""
    near = (x for x in asked.linked if asked.question[link.end : x.start] == " and ")
    return next((x for x in near if x.label == link.label and x.start > link.end), None)


def _again(both: re.Match[str]) -> str:
    return f" and {both['verb']} with "


def _end(behind: str) -> int:
    """Where the place ends that is named behind: a drama, a film from 1995."""
    found = re.search(r"[,;.?!]|\Z", behind)
    return found.start() if found else len(behind)


def _deeds(asked: Asked, link: LinkedValue, verb: str) -> Iterator[tuple[str, str]]:
    """What those do who do it with somebody, and to what: acted in, film; the likeliest first."""
    if collaborating(asked.lexicon) and "work" in lemmas(verb.lower()):
        # That says it itself.
        return
    found = asked.lexicon.lookup((verb.lower(),)).items()
    types = [(cost, t.type) for t, cost in found if isinstance(t, RelationTarget)]
    for cost, type_ in sorted(types):
        relationship = asked.lexicon.schema.relationships[type_]
        done, *rest = type_words(type_)
        own, ends = lemmas(done)[-1], {join.end for join in relationship.joins}
        doers = {join.start for join in relationship.joins}
        if cost > _NEAR or "VERB" not in parts(own) or link.label not in doers:
            continue
        if len(ends) == 1 and not ends & doers:
            said = " ".join((inflect(own, "VBD"), *rest))
            yield said, " ".join(split_name(ends.pop()))
