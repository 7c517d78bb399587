"""Values by a figure of what has them: the status with the highest average premium.

Lines of policies, makes of cars: no nodes of their own, so that the figure is reckoned for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS, number_of
from bot.offline.frames.by_values import is_kept, plural_to_one
from bot.offline.lexicon import NounTarget, PropertyTarget
from bot.offline.literal import literally
from bot.words.data import load
from bot.words.inflection import is_plural
from memory.query import Aggregate, Attribute, Comparison, Constant, Function, Order, Query
from memory.text import fold

_COST = 0.05
_PERIODS = frozenset(load("phrases")["period"])
SUMMED = r"(?:average|mean|avg|median|total|combined|overall)"
_UP = r"highest|largest|greatest|biggest|longest|most|best|top|maximum"
_DOWN = r"lowest|smallest|shortest|least|worst|minimum"
_POLE = rf"(?:the )?(?:(?P<up>{_UP})|(?P<down>{_DOWN}))"
_VALUE = r"(?P<value>(?!(?:the|all|each|every|their|its)\b)\w+(?: \w+){0,2}?)"
_OF = r"(?: (?:of|for|among) (?:all |the |our )*(?P<whole>\w+(?: \w+){0,14}?))?"
_ASK = (
    r"\A\W*(?:(?:what (?:is|are|was|were)|what['’]s|which|what|name|list|show(?: me)?|give me|find"
    r"|rank|tell me) )?"
)
_HEAD = rf"{_ASK}(?:the )?(?:top )?(?:(?P<top>{NUMBER}) )?{_VALUE}{_OF}"
_FIGURE = rf"(?P<figure>{SUMMED} [^,;?.!]+?)"
_HAS = r"(?:that |which )?(?:has|have|had|with|shows?|sees?|gets?|got|having)"
_RANKED = re.compile(rf"{_HEAD} {_HAS} {_POLE} {_FIGURE}\W*\Z", re.I)
_MEAN = re.compile(rf"{_HEAD} {_HAS} {_POLE} (?P<figure>[^,;?.!]+?),? on average\W*\Z", re.I)
_BY = re.compile(
    rf"{_HEAD} (?:(?:ranked |sorted |ordered )?by|in terms of|based on) (?:their |its |the )?"
    rf"{_FIGURE}\W*\Z",
    re.I,
)
_BOUND = re.compile(
    rf"{_HEAD} {_HAS} (?:an? |the |their )?{_FIGURE} (?:of |that is |which is )?"
    rf"(?P<sign>{'|'.join(sorted(SIGNS, key=len, reverse=True))}) "
    r"(?P<bound>\d[\d,]*(?:\.\d+)?)\W*\Z",
    re.I,
)


@cued("average", "mean", "avg", "median", "total", "combined", "overall")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which make of car has the highest average price?"""
    for pattern in (_RANKED, _MEAN, _BY, _BOUND):
        found = pattern.match(asked.question)
        if found is None:
            continue
        if fold(found["value"]) not in _PERIODS and not is_property(asked, found["value"]):
            continue
        heard = _for_each(asked, found)
        query = _asked(heard.query, found) if heard is not None else None
        if heard is not None and query is not None:
            yield heard.priced(_COST, query)
            return


def is_property(asked: Asked, words: str) -> bool:
    """Whether words are a property's, and not a label's of its own."""
    known = asked.lexicon.lookup(tuple(fold(plural_to_one(words)).split()))
    last = asked.lexicon.lookup(tuple(fold(plural_to_one(words)).split())[-1:])
    if is_kept(asked, words):
        return True
    if any(isinstance(t, NounTarget) and cost < 0.2 for t, cost in last.items()):
        return literally(fold(words), known)
    return any(isinstance(target, PropertyTarget) for target in (*known, *last))


def _for_each(asked: Asked, found: re.Match[str]) -> Heard | None:
    """The figure for each value."""
    mean = "average " if found.re is _MEAN else ""
    whole = (" of ", found.span("whole")) if found["whole"] else ()
    value = plural_to_one(found["value"])
    figure = (f"What is the {mean}", found.span("figure"))
    return asked.hear_pieces(*figure, *whole, f" for each {value}?")


def _asked(query: Query, found: re.Match[str]) -> Query | None:
    """The values in the order of their figure, or those where it is in bounds."""
    figures = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    keys = [c.operand for c in query.columns if not isinstance(c.operand, Aggregate)]
    if len(figures) != 1 or len(keys) != 1 or not isinstance(keys[0], Attribute | Function):
        return None
    if query.having or query.order or query.limit or query.source is not None or query.each:
        return None
    if found.re is _BOUND:
        number = float(found["bound"].replace(",", ""))
        bound = Constant(int(number) if number.is_integer() else number)
        test = Comparison(figures[0], SIGNS[found["sign"].lower()], bound)  # type: ignore[arg-type]
        return replace(query, having=(test,))
    falling = found.re is _BY or found["up"] is not None
    size = number_of(found["top"]) if found["top"] else None
    if size is None and not is_plural(fold(found["value"].split()[-1])):
        size = 1
    return replace(query, order=(Order(figures[0], falling),), limit=size)
