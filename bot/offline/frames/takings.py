"""What was taken for things that are sold one by one: ticket revenue by type, from their prices.

Only where one label alone keeps a price and when each was sold, and no revenue is kept itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.groups_told import sums_twice
from bot.offline.happenings import is_event
from bot.offline.kinds import TIME_KINDS, kind_of
from bot.offline.subtrees import reckoned
from bot.offline.sums import PRICES
from bot.offline.words import lemmas, plural
from memory.query import Query
from memory.text import fold, split_name

_COST = 0.15
_SOLD = frozenset(["sold", "bought", "purchased", "booked"])
_SALES = frozenset(["sale", "sales", "sold", "selling", "paid"])
_OFTEN = {
    "monthly": "month",
    "yearly": "year",
    "annual": "year",
    "weekly": "week",
    "daily": "day",
    "quarterly": "quarter",
}
_MADE = (
    r"(?:sell|sold|make|made|earn|earned|take|took|taken|get|got|bring in|brought in|raise|raised)"
)
_REVENUE = re.compile(
    r"\b(?:the )?(?:total |overall |our )*(?:(?P<noun>\w+) )?"
    r"(?:sales revenues?|revenues?|turnover|takings|proceeds|income)\b"
    r"(?: (?:from|of|on|for) (?:the |our |all )*(?P<of>\w+))?",
    re.I,
)
_MUCH = re.compile(
    rf"\bhow much (?:money |revenue |income )?(?:did|do|have|has) (?:we|they|you) {_MADE}(?: in)?"
    r"(?: (?:from|on|with|for|by) (?:(?:the|our|all|selling) )*(?P<of>\w+))?",
    re.I,
)
_BY = re.compile(r" by (?:the )?(?!us\b|our\b|[A-Z])(?=\w)")
_MEAN = re.compile(r"\b(?:average|mean|median)\b", re.I)


@cued("revenue", "turnover", "takings", "proceeds", "income", "how much")
def frame(asked: Asked) -> Iterator[Heard]:
    """What is the ticket revenue by type?"""
    much = _MUCH.search(asked.question)
    found = much or _REVENUE.search(asked.question)
    if found is None or _MEAN.search(asked.question):
        return
    if asked.lexicon.sums.revenues and not asked.lexicon.sums.kept:
        yield from _of_lines(asked, found, much is not None)
        return
    sold = list(_sold(asked))
    if len(sold) != 1:
        return
    label, price = sold[0]
    words = split_name(label)
    said = [fold(x) for x in (found.groupdict().get("noun"), found["of"]) if x]
    own = [x for x in said if set(lemmas(x)) & {words[-1]}]
    if (found["of"] and fold(found["of"]) not in own) or (much and not found["of"]):
        return
    before = ""
    if not much and found["noun"] and fold(found["noun"]) not in own:
        before = f"{found['noun']} "
    lead = "what is the " if much else ""
    total = f"{before}{lead}total {' '.join(split_name(price))} of {plural(' '.join(words))}"
    heard = asked.hear((*found.span(), total))
    if heard is not None and reckoned(heard.query, price):
        yield heard.priced(_COST)


def _of_lines(asked: Asked, found: re.Match[str], much: bool) -> Iterator[Heard]:
    """Revenue by what orders contain, where it isn't said of which: of all the orders."""
    line = asked.lexicon.sums.revenues[0]
    joins = asked.lexicon.schema.relationships[line.owner].joins if line.of_relationship else ()
    ends = {end for join in joins[:1] for end in (join.start, join.end)}
    events = sorted(ends, key=is_event, reverse=True)
    noun = fold(found.groupdict().get("noun") or "")
    if not any(map(is_event, ends)) or found["of"] or (noun and noun not in _OFTEN):
        return
    lead = "what is the " if much else ""
    each = f" per {_OFTEN[noun]}" if noun else ""
    for whose in ("", *(f" of {plural(' '.join(split_name(end)))}" for end in events)):
        said = f"{lead}total revenue{whose}{each}"
        by = _BY.search(asked.question, found.end())
        split = [(*by.span(), " per ")] if by else []
        heard = asked.hear((*found.span(), said), *split)
        if heard is not None and _is_split(heard.query, bool(by), events):
            yield heard.priced(_COST)
            return


def _is_split(query: Query, by: bool, ends: Sequence[str]) -> bool:
    """Whether it is added up as is said, once for each line: by town is not by order."""
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    events = {end for end in ends if is_event(end)}
    own = any(events & {*labels.get(name, ())} for name in query.distinct_on)
    return not own and (not by or len(query.columns) > 1) and not sums_twice(query)


def _sold(asked: Asked) -> Iterator[tuple[str, str]]:
    """Labels of what is sold one by one, with the one property that says for how much."""
    for label in asked.lexicon.schema.labels.values():
        numbers = [p.name for p in label.properties.values() if kind_of(p) == "number"]
        prices = [name for name in numbers if _is_price(split_name(name))]
        dates = [n for n in label.properties if asked.lexicon.kind(label.name, n) in TIME_KINDS]
        when = any(set(split_name(name)) & _SOLD for name in dates)
        counted = any("quantity" in split_name(name) for name in numbers)
        if len(prices) == 1 and when and not counted:
            yield label.name, prices[0]


def _is_price(words: list[str]) -> bool:
    """Whether a property is what was paid: no asking price."""
    paid = words[1:] if words[0] in _SALES else words
    return bool(paid) and paid[0] in PRICES
