"""What a bare amount is about: orders over 500, transactions above 2000, customers under 25."""

from __future__ import annotations

from collections.abc import Collection

from bot.offline.ages import AGE, Age
from bot.offline.items import Moment, Number
from bot.offline.lexicon import Lexicon
from memory.text import split_name

_SUMS = frozenset(["price", "total", "cost", "revenue", "balance", "value", "cash"])
_NUMBERS = ("number", "number_text")


def years_of(
    lexicon: Lexicon, label: str, amount: Number | Moment, things: Collection[str]
) -> str | None:
    """The age of people, where an amount can be one: of nothing else it would go without saying."""
    if label in things or not isinstance(amount, Number) or not Age(AGE, ()).may_be(amount):
        return None
    found = [name for name, _ in lexicon.measures(label, ("age",))]
    return next((x for x in found if lexicon.kind(label, x) in _NUMBERS), None)


def worth(lexicon: Lexicon, label: str, people: Collection[str]) -> str | None:
    """The one property that tells what a thing of a label is worth; None where none or several do.

    People have an age before they have a price.
    """
    if label in people or label not in lexicon.schema.labels:
        return None
    found = [
        name
        for name in lexicon.schema.labels[label].properties
        if lexicon.kind(label, name) in _NUMBERS and lexicon.groups_of(label, name) & _SUMS
    ]
    priced = [name for name in found if split_name(name)[-1] == "price"]
    # The price comes before the sale price.
    found = [name for name in priced if split_name(name) == ["price"]] or priced or found
    return found[0] if len(found) == 1 else None
