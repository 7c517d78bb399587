"""Set phrases, read as what they mean: to bank with X is to have an account there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.words.data import load
from memory.query import Query
from memory.text import split_name

_COST = 0.05
_JOINED = "connected to"
_RELATIVE = re.compile(r"\b(?:who|that|which) +\Z", re.I)


@cued()
def frame(asked: Asked) -> Iterator[Heard]:
    """Who banks with X?"""
    for section in ("idiom", "guess"):
        edits = sorted(_edits(asked, section))
        heard = asked.hear(*edits) if edits else None
        joined = any(_JOINED in put for _, _, put in edits)
        if heard is not None and not (joined and _otherwise(asked, heard.query)):
            modest = section == "guess"
            yield Heard(heard.query, heard.cost + _COST, heard.used, modest=modest)
            return


def _otherwise(asked: Asked, query: Query) -> bool:
    """Whether two things may be connected in several ways, so that one would be a guess."""
    labels = {node.variable: set(node.labels) for node in query.pattern.nodes}
    for edge in query.pattern.edges:
        ends = (labels.get(edge.start, set()), labels.get(edge.end, set()))
        types = {
            type_
            for type_, join in asked.lexicon.schema.joins()
            if any(join.start in one and join.end in other for one, other in (ends, ends[::-1]))
        }
        if len(types) > 1:
            return True
    return False


@cache
def _any_of(section: str) -> re.Pattern[str]:
    """What finds whether there is any set phrase at all."""
    said = (said for idiom in load("idioms")[section] for said in idiom["says"])
    return re.compile(rf"\b(?:{'|'.join(said)})\b", re.I)


def _edits(asked: Asked, section: str) -> Iterator[Edit]:
    """What is put for set phrases; for guesses where the words may mean something themselves."""
    if not _any_of(section).search(asked.question):
        return
    nouns = {split_name(label)[-1] for label in asked.lexicon.schema.labels}
    nouns |= {" ".join(split_name(type_)[:2]) for type_ in asked.lexicon.schema.relationships}
    for idiom in load("idioms")[section]:
        if idiom["needs"] and idiom["needs"] not in nouns:
            continue
        for said in idiom["says"]:
            for found in re.finditer(rf"\b{said}\b", asked.question, re.I):
                before = asked.question[: found.start()]
                relative = _RELATIVE.search(before)
                first = relative is not None and relative.start() > 0
                start = relative.start() if relative is not None and first else found.start()
                yield start, found.end(), found.expand(idiom["means"])
