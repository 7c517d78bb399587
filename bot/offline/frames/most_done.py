"""The most reviewed products: those to which it was done the most times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import Lexicon, NounTarget
from bot.offline.words import is_plural, participles
from memory.query import Aggregate, Comparison, Constant, Order, Query
from memory.text import fold

# More times than anything is done, until what is counted is known.
_TIMES = 976_341_852
_COST = 0.1
_MOST = re.compile(
    r"\bmost (?:often |frequently |commonly )?(?P<verb>[a-z]+) (?P<noun>\w+)(?P<more> \w+)?",
    re.I,
)
_HAS = re.compile(r"\b(?:has|have|had|with)(?: the)? \Z", re.I)

# Nothing is called so: what follows is no thing.
_SMALL = frozenset(
    word
    for kind in ("connectors", "group", "auxiliaries", "prepositions")
    for word in load("phrases")[kind]
)


@cued("most ")
def frame(asked: Asked) -> Iterator[Heard]:
    """What are the three most cited papers?"""
    for found in _MOST.finditer(asked.question):
        verb = found["verb"].lower()
        if verb not in participles(verb):
            continue
        for group in ("noun", "more"):
            noun = (found[group] or "").strip()
            if not noun or noun.lower() in _SMALL:
                continue
            if is_plural(noun) and _HAS.search(asked.question, 0, found.start()):
                # The most of them that were cited, or those cited most?
                continue
            be = "were" if is_plural(noun) else "was"
            said = f" that {be} {verb} more than {_TIMES} times"
            end = found.end(group)
            heard = asked.hear((found.start(), found.start("noun"), ""), (end, end, said))
            if heard is None:
                continue
            labels = _named(asked.lexicon, noun)
            query = _ranked(heard.query, labels, several=is_plural(noun))
            if query is not None:
                yield Heard(query, heard.cost + _COST, heard.used, modest=True)


def _named(lexicon: Lexicon, noun: str) -> set[str]:
    """The labels of the things that a noun names."""
    found = lexicon.lookup((fold(noun),))
    return {target.label for target in found if isinstance(target, NounTarget)}


def _ranked(query: Query, labels: set[str], *, several: bool) -> Query | None:
    """Ranked by what had to be so many; what is done to one is asked of the one picked first."""
    if query.source is not None:
        if query.having:
            return None
        # The authors of the most cited papers: of how many of them is not said.
        first = _ranked(query.source, labels, several=several)
        return None if first is None or first.limit is None else replace(query, source=first)
    told = [n for n in query.pattern.nodes if n.variable == query.subject]
    if not any(labels & set(node.labels) for node in told):
        # Who booked the most booked plot: they are none that was booked.
        return None
    if query.form != "list" or len(query.having) != 1 or query.each:
        return None
    test = query.having[0]
    if not isinstance(test, Comparison) or test.right != Constant(_TIMES):
        return None
    counted = getattr(getattr(test.left, "operand", None), "variable", "")
    if not any(n.variable == counted and n.labels for n in query.pattern.nodes):
        # Done to it by whatever can do so: that is none of the things spoken of.
        return None
    ordered = [o for o in query.order if o.operand != test.left]
    if ordered or not isinstance(test.left, Aggregate):
        return None
    limit = query.limit or (None if several else 1)
    return replace(query, having=(), order=(Order(test.left, True),), limit=limit)
