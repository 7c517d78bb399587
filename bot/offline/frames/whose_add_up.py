"""Guests whose orders total more than 500: what they come to together, not one of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.words import is_plural
from memory.query import Aggregate, Query

_ADDING = (
    r"total|totall?ing|totall?ed|(?:add|sum)(?:ming|ing)?(?: up)? to|amount(?:ing)? to"
    r"|com(?:e|ing) to"
)
_THAN = r"more than|less than|over|under|above|below|at least|at most|exactly"
_NUMBER = rf"[$€£]?\d[\d.,]*(?: ?(?:{'|'.join(load('scales')['magnitudes'])})\b)?"
_MONEY = r"(?: (?:(?-i:[A-Z]{3})|dollars|euros|pounds|francs|kroner)\b)?"
_WHOSE = re.compile(
    r"\b(?:(?P<whose>whose|with|have|has) (?:all )?)?(?P<noun>[a-z]+) "
    rf"(?P<adding>(?:that )?(?:{_ADDING})) (?:{_THAN}) {_NUMBER}{_MONEY}"
    r"(?P<sum> (?:in total|in all|altogether|together))?",
    re.I,
)
_COST = 0.05


@cued("total", "add", "sum", "amount", "com")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which guests have orders totalling more than 500?"""
    found = _WHOSE.search(asked.question)
    if found is None or not is_plural(found["noun"].lower()):
        return
    # Guests who placed orders totalling so much: by what they did, else as theirs.
    with_ = ((*found.span("whose"), "with"),) if found["whose"] else ()
    last = found.end()
    total = () if found["sum"] else ((last, last, " in total"),)
    heard = asked.hear(*with_, (*found.span("adding"), "worth"), *total)
    if heard is not None and _sums(heard.query):
        yield heard.priced(_COST)


def _sums(query: Query) -> bool:
    """Whether a sum is what has to be so much."""
    if query.source is not None:
        # How many of them there are.
        return _sums(query.source)
    tested = [getattr(test, "left", None) for test in query.having]
    return any(isinstance(one, Aggregate) and one.function == "sum" for one in tested)
