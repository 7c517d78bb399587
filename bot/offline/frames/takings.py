"""What was taken for things that are sold one by one: ticket revenue by type, from their prices.

Only where one label alone keeps a price and when each was sold, and no revenue is kept itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.kinds import TIME_KINDS, kind_of
from bot.offline.words import lemmas, plural
from memory.query import Aggregate, Attribute
from memory.text import fold, split_name

_COST = 0.15
_PRICES = frozenset(["price", "fare", "fee", "cost"])
_SOLD = frozenset(["sold", "bought", "purchased", "booked"])
_SALES = frozenset(["sale", "sales", "sold", "selling", "paid"])
_MADE = r"(?:make|made|earn|earned|take|took|taken|get|got|bring in|brought in|raise|raised)"
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
_MEAN = re.compile(r"\b(?:average|mean|median)\b", re.I)


@cued("revenue", "turnover", "takings", "proceeds", "income", "how much")
def frame(asked: Asked) -> Iterator[Heard]:
    """What is the ticket revenue by type?"""
    much = _MUCH.search(asked.question)
    found = much or _REVENUE.search(asked.question)
    if found is None or _MEAN.search(asked.question):
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
    if heard is not None and _sums(heard, price):
        yield heard.priced(_COST)


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
    return bool(paid) and paid[0] in _PRICES


def _sums(heard: Heard, price: str) -> bool:
    """Whether the prices are added up."""
    told = [c.operand for c in heard.query.columns if isinstance(c.operand, Aggregate)]
    return any(
        x.function == "sum" and isinstance(x.operand, Attribute) and x.operand.property == price
        for x in told
    )
