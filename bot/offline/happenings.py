"""Labels for what happens once, by somebody's doing: orders, bookings."""

from __future__ import annotations

from bot.offline.data import load
from memory.text import split_name

_EVENTS = frozenset(noun for event in load("events")["event"] for noun in event["nouns"])


def is_event(label: str) -> bool:
    """Whether a label is for something that happens once: an order."""
    return split_name(label)[-1] in _EVENTS
