"""Money in a schema: which properties hold an amount of it, of things and of what joins them."""

from __future__ import annotations

from bot.offline.lexicon import Lexicon
from memory.text import split_name

_GROUPS = frozenset(["price", "cost", "salary", "budget", "revenue", "total", "value"])
_WORDS = frozenset(
    ["amount", "sum", "paid", "spent", "rent", "fee", "fare", "charge", "toll", "tariff", "wage"]
)
_PER = frozenset(["rate", "pay"])
_NUMBERS = ("number", "number_text")


def money_of(lexicon: Lexicon, owner: str) -> list[str]:
    """The properties of a label or a relationship type that hold an amount of money."""
    schema = lexicon.schema
    held = schema.labels.get(owner) or schema.relationships.get(owner)
    names = held.properties if held is not None else ()
    return [
        name
        for name in names
        if lexicon.kind(owner, name) in _NUMBERS and _money(lexicon, owner, name)
    ]


def _money(lexicon: Lexicon, owner: str, name: str) -> bool:
    words = split_name(name)
    if words[-1] in _PER:
        # A rate by the day; but not how things are rated.
        return len(words) > 1 or words[-1] == "pay"
    return words[-1] in _WORDS or bool(lexicon.groups_of(owner, name) & _GROUPS)
