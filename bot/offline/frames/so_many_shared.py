"""Shares at least two topics with X: what both have is counted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import SIGNS, number_of
from bot.offline.lexicon import NounTarget, RelationTarget
from bot.offline.naming import column_names
from memory.query import Aggregate, Column, Comparison, Constant, Entity, Query

_COST = 0.1
_MANY = rf"(?P<sign>{'|'.join(SIGNS)}) (?P<number>\d+|[a-z]+)(?: (?:different|distinct|common))?"
_NOUN = r"(?P<thing>[\w-]+(?: [\w-]+){0,2}?)"
_SHARE = re.compile(rf"\b(?P<verb>share|shares|shared|sharing) {_MANY} {_NOUN} (?=with\b)", re.I)
_COMMON = re.compile(rf"\b(?:have|has|having|with) {_MANY} {_NOUN} in common (?=with\b)", re.I)
_SAME = re.compile(rf"\b{_MANY} of the same {_NOUN} (?=as\b)", re.I)


@cued("shar", " in common ", " of the same ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which members share at least two topics with Ann?"""
    for pattern, before in ((_SHARE, "share"), (_COMMON, "share"), (_SAME, "the same")):
        found = pattern.search(asked.question)
        number = number_of(found["number"]) if found is not None else 0
        if found is None or not number:
            continue
        words = found["thing"].lower().split()
        for first in range(len(words)):
            noun = words[first:]
            labels = {
                target.label
                for target in asked.lexicon.lookup(tuple(noun))
                if isinstance(target, NounTarget)
            }
            heard = asked.hear((*found.span(), f"{before} {' '.join(noun)} ")) if labels else None
            sign = SIGNS[found["sign"].lower()]
            whole = _counted(heard.query, labels, sign, number) if heard is not None else None
            if heard is not None and whole is not None and _said(asked, words[:first], whole):
                yield heard.priced(_COST, whole)
                return


def _said(asked: Asked, words: list[str], query: Query) -> bool:
    """Whether words before a noun only say how it is shared: associated genes."""
    types = {type_ for edge in query.pattern.edges for type_ in edge.types}
    return all(
        any(
            isinstance(target, RelationTarget) and target.type in types
            for target in asked.lexicon.lookup((word,))
        )
        for word in words
    )


def _counted(query: Query, labels: set[str], sign: str, number: int) -> Query | None:
    """The tree in which what is shared is counted for each of those asked for."""
    shared = [n for n in query.pattern.nodes if set(n.labels) & labels]
    both = [e for n in shared for e in query.pattern.edges if n.variable in (e.start, e.end)]
    plain = query.form == "list" and not query.having and not query.limit and not query.order
    if len(shared) != 1 or len(both) != 2 or not plain or query.distinct_on != (query.subject,):
        return None
    count = Aggregate("count", Entity(shared[0].variable), distinct=True)
    named = {n.variable: n.labels for n in query.pattern.nodes}
    title = column_names([count], named, query.subject)[0]
    test = Comparison(count, sign, Constant(number))  # type: ignore[arg-type]
    return replace(query, columns=(*query.columns, Column(count, title)), having=(test,))
