"""Acted with X in more than two films: more than twice, and in those films that both are in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS
from bot.offline.lexicon import NounTarget
from bot.offline.subtrees import node_of
from memory.query import Aggregate, Comparison, Entity, Query
from memory.schema import LinkedValue
from memory.text import fold

_COST = 0.02
_WITH = r"(?:with|alongside|together with|opposite)"
_MANY = (
    rf"(?:in|on|at|for) (?P<sign>{'|'.join(SIGNS)}) (?P<number>{NUMBER})"
    r" (?:different |distinct |of the same )?(?P<things>\w+)"
)
_BEHIND = re.compile(rf" {_MANY}(?=\W*\Z)", re.I)
_AHEAD = re.compile(rf"\b\w+(?P<many> {_MANY}) {_WITH} \Z", re.I)
_SAID = re.compile(rf"\b\w+ {_WITH} \Z", re.I)


@cued("with", "alongside", "opposite")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who acted with Tom Hanks in at least two films? Who acted in over two films with him?"""
    for link in asked.linked:
        told = _told(asked, link)
        if told is None:
            continue
        found, edits = told
        heard = asked.hear(*edits)
        if heard is not None and _counts(asked, heard.query, found["things"]):
            yield heard.priced(_COST)
            return


def _told(asked: Asked, link: LinkedValue) -> tuple[re.Match[str], list[Edit]] | None:
    """The words that say in how many, and what is put for them: so many times."""
    before = asked.question[: link.start]
    behind = _BEHIND.match(asked.question, link.end)
    if behind is not None and _SAID.search(before):
        return behind, [(*behind.span(), _times(behind))]
    ahead = _AHEAD.search(before)
    if ahead is not None:
        return ahead, [(*ahead.span("many"), ""), (link.end, link.end, _times(ahead))]
    return None


def _times(found: re.Match[str]) -> str:
    once = found["number"].lower() in ("one", "1")
    return f" {found['sign']} " + ("once" if once else f"{found['number']} times")


def _counts(asked: Asked, query: Query, things: str) -> bool:
    """Whether it is such things that are counted."""
    counted = [
        test.left.operand.variable
        for test in query.having
        if isinstance(test, Comparison)
        and isinstance(test.left, Aggregate)
        and isinstance(test.left.operand, Entity)
    ]
    known = asked.lexicon.lookup((fold(things),))
    labels = {t.label for t in known if isinstance(t, NounTarget)}
    return len(counted) == 1 and bool(labels & {*node_of(query, counted[0]).labels})
