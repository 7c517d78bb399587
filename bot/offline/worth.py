"""What a bare amount is about: orders over 500, transactions above 2000, customers under 25."""

from __future__ import annotations

from collections.abc import Collection

from bot.offline.lexicon import Lexicon
from bot.stored.ages import AGE, Age
from bot.stored.amounts import Moment, Number
from bot.stored.kinds import IDENTIFIERS
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


def worth(
    lexicon: Lexicon, label: str, people: Collection[str], amount: Number | Moment
) -> str | None:
    """The one property that tells what a thing of a label is worth; None where none or several do.

    People have an age before they have a price. Of what has no price it is its one figure, where
    such a number is among those that are stored: projects under 500000, matches over 20000.
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
    found = found or _figures(lexicon, label, amount)
    return found[0] if len(found) == 1 else None


def _figures(lexicon: Lexicon, label: str, amount: Number | Moment) -> list[str]:
    """The one number that is kept of what bears a label, where the amount is in its range."""
    kept = lexicon.schema.labels[label].properties
    ranges = [
        (name, low, high)
        for name, property in kept.items()
        if lexicon.kind(label, name) in _NUMBERS
        and split_name(name)[-1] not in IDENTIFIERS
        and isinstance(low := property.minimum, int | float)
        and isinstance(high := property.maximum, int | float)
    ]
    if len(ranges) != 1 or not isinstance(amount, Number) or amount.unit is not None:
        return []
    ((name, low, high),) = ranges
    return [name] if low < amount.value < high else []
