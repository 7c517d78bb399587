"""Which brand's phones have the most faults: the brand that has them, over all its phones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import Lexicon, PropertyTarget
from bot.offline.words import is_plural
from memory.query import Aggregate, Attribute, Column, Comparison, Query
from memory.text import fold

_COST = 0.05
_WHOSE = re.compile(
    r"\A\W*(?:which|what) (?P<whose>(?P<owner>[a-z]+(?: [a-z]+)?)['’](?:s |(?<=s['’]) ))[^,;]+"
    r"\b(?:most|fewest)\b",
    re.I,
)
# What those of an owner did, who are told by one word: which crew's workers attended the most...
_THEY = re.compile(
    r"\A\W*(?P<which>which|what) (?P<owner>[a-z]+)['’](?:s |(?<=s['’]) )(?P<they>[a-z]+s) "
    r"(?!has |have |had )(?P<did>[^,;]+\b(?:most|fewest)\b.*)\Z",
    re.I,
)


@cued("'", "’")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which vendor's software has the most bugs? Which crew's workers took the most courses?"""
    found = _THEY.match(asked.question)
    if found is not None:
        which, whose, they, did = (found.span(x) for x in ("which", "owner", "they", "did"))
        heard = asked.hear_pieces(which, " ", whose, " has ", they, " that ", did)
        if heard is not None and heard.query.order:
            yield heard.priced(_COST)
            return
    found = _WHOSE.match(asked.question)
    heard = asked.hear((*found.span("whose"), "")) if found is not None else None
    if found is None or heard is None:
        return
    owner = found["owner"].lower()
    query = _by_owner(asked.lexicon, heard.query, owner)
    if query is not None:
        one = None if is_plural(owner) else 1
        yield heard.priced(_COST, replace(query, limit=query.limit or one))


def _by_owner(lexicon: Lexicon, query: Query, owner: str) -> Query | None:
    """The same counts for each value of the property that the owner is kept as."""
    counts = [c for c in query.columns if isinstance(c.operand, Aggregate)]
    ranked = query.form == "list" and query.order and len(counts) == 1
    if not ranked or query.having or query.source is not None or query.each:
        return None
    count = counts[0].operand
    labels = {x for n in query.pattern.nodes if n.variable == query.subject for x in n.labels}
    name = _kept_as(lexicon, labels, owner)
    same = query.order[0].operand == count and isinstance(count, Aggregate)
    if name is None or not same or count.function != "count":  # type: ignore[union-attr]
        return None
    stored = Attribute(query.subject, name)
    held = [lexicon.property(label, name) for label in labels]
    missing = any(p is not None and p.null_share for p in held)
    where = (*query.pattern.where, *([Comparison(stored, "IS NOT NULL")] if missing else ()))
    return replace(
        query,
        pattern=replace(query.pattern, where=where),
        columns=(Column(stored, name), counts[0]),
        distinct_on=(),
    )


def _kept_as(lexicon: Lexicon, labels: set[str], owner: str) -> str | None:
    """The one text of the labels that words name."""
    names = {
        target.property
        for target, cost in lexicon.lookup(tuple(fold(owner).split())).items()
        if isinstance(target, PropertyTarget) and target.owner in labels and cost < _COST
        if lexicon.kind(target.owner, target.property) == "text"
    }
    return names.pop() if len(names) == 1 else None
