"""What costs or earns the most: that of which the figure behind the verb is the highest."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.words import is_plural, parts
from memory.query import Attribute, Comparison, Constant, Order, Query

# More than anything costs, until what is compared is known.
_AMOUNT = 976_341_853
_COST = 0.1
_MOST = re.compile(
    r"\b(?P<verb>[a-z]+) (?P<most>the (?:most|least))"
    r"(?=[\s.?!]*\Z| (?:in|at|of|on|for|from|among|during|since|before|after|between|per)\b)",
    re.I,
)
_WHICH = re.compile(r"\W*(?:(?:which|what) (?P<noun>\w+)|(?P<who>who))\b", re.I)
_NO_DEED = frozenset(["has", "have", "had", "having", "is", "are", "was", "were", "do", "did"])


@cued("the most", "the least")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which film grossed the most? Who earns the least at Northwind?"""
    found = _MOST.search(asked.question)
    which = _WHICH.match(asked.question)
    if found is None or which is None:
        return
    verb = found["verb"].lower()
    if verb in _NO_DEED or "VERB" not in parts(verb):
        return
    heard = asked.hear((*found.span("most"), f"more than {_AMOUNT}"))
    several = bool(which["noun"]) and is_plural(which["noun"].lower())
    least = found["most"].lower().endswith("least")
    query = _ranked(heard.query, several=several, least=least) if heard is not None else None
    if heard is not None and query is not None:
        yield heard.priced(_COST, query)


def _ranked(query: Query, *, several: bool, least: bool) -> Query | None:
    """Ranked by the property that had to be so much."""
    if query.form != "list" or query.order or query.having or query.each:
        return None
    tests = [
        test
        for test in query.pattern.where
        if isinstance(test, Comparison) and test.right == Constant(_AMOUNT)
    ]
    if len(tests) != 1 or not isinstance(tests[0].left, Attribute):
        return None
    measure = tests[0].left
    if measure.variable != query.subject:
        return None
    known = Comparison(measure, "IS NOT NULL")
    where = tuple(known if test is tests[0] else test for test in query.pattern.where)
    return replace(
        query,
        pattern=replace(query.pattern, where=where),
        order=(Order(measure, not least),),
        limit=query.limit or (None if several else 1),
    )
