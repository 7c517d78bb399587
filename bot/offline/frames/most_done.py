"""The most reviewed products: those to which it was done the most times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard
from bot.offline.words import is_plural, participles
from memory.query import Aggregate, Comparison, Constant, Order, Query

# More times than anything is done, until what is counted is known.
_TIMES = 976_341_852
_COST = 0.1
_MOST = re.compile(
    r"\bmost (?:often |frequently |commonly )?(?P<verb>[a-z]+) (?P<noun>\w+)(?P<more> \w+)?", re.I
)

# Nothing is called so: what follows is no thing.
_SMALL = frozenset(
    word
    for kind in ("connectors", "group", "auxiliaries", "prepositions")
    for word in load("phrases")[kind]
)


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
            be = "were" if is_plural(noun) else "was"
            said = f" that {be} {verb} more than {_TIMES} times"
            end = found.end(group)
            heard = asked.hear((found.start(), found.start("noun"), ""), (end, end, said))
            query = _ranked(heard.query, several=is_plural(noun)) if heard is not None else None
            if heard is not None and query is not None:
                yield Heard(query, heard.cost + _COST, heard.used, modest=True)


def _ranked(query: Query, *, several: bool) -> Query | None:
    """Ranked by what had to be so many."""
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
