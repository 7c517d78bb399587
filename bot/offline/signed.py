"""Figures that go below zero of some and above it of others: a sentiment, a balance, a change."""

from __future__ import annotations

from memory.schema import Label, Property, Relationship

# How such a figure's sign is said.
ADJECTIVES = {"negative": "<", "positive": ">"}


def signed(owner: Label | Relationship) -> list[str]:
    """The names of such properties of a label or a type."""
    return [one.name for one in owner.properties.values() if _crosses_zero(one)]


def _crosses_zero(one: Property) -> bool:
    least, most = one.minimum, one.maximum
    return isinstance(least, int | float) and isinstance(most, int | float) and least < 0 < most
