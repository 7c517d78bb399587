"""Units of measurement: what a property's name is measured in, and how much that is in another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from bot.offline.data import load
from memory.text import split_name

# These may as well be other words, so that they count only right behind a number.
_SHORT = 1
# One of these is a point in time: a release year, an opening hour.
_POINTS = frozenset(["second", "minute", "hour", "day", "week", "month", "year"])
# The shortest, else: price_min, but duration_min.
_SPANNING = frozenset(["duration", "time", "length", "runtime", "delay", "wait", "latency"])


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: so much it is `worth` beside others of its dimension, and how it is `said`."""

    name: str
    dimension: str
    worth: float
    said: str

    @property
    def measure(self) -> str:
        """What the properties of its dimension measure, as the lexicon has it."""
        return f"#{self.dimension}"


@cache
def _units() -> dict[tuple[str, ...], Unit]:
    return {
        tuple(form.split()): Unit(name, dimension, float(held["worth"]), held.get("said", name))
        for dimension, units in load("units").items()
        for name, held in units.items()
        for form in held["forms"]
    }


def unit_at(words: Sequence[str], *, close: bool) -> tuple[int, Unit] | None:
    """The unit that words start with, and how many of them it is.

    Args:
        words: Folded words.
        close: Whether they stand right behind a number: 5m, where m alone is no unit.

    >>> unit_at(["gb", "of", "memory"], close=False)[1].name
    'gb'
    """
    for size in (2, 1):
        known = _units().get(tuple(words[:size]))
        if known is not None and len(words) >= size:
            return (size, known) if close or len(words[0]) > _SHORT or words[0] == "%" else None
    return None


@cache
def unit_of(property: str) -> Unit | None:
    """The unit that ends a property's name.

    >>> unit_of("memory_gb").name, unit_of("name"), unit_of("releaseYear")
    ('gb', None, None)
    """
    *head, last = split_name(property)
    if not head or last in _POINTS or (last == "min" and not _SPANNING & set(head)):
        return None
    return _units().get((last,))


def without_unit(property: str) -> tuple[str, ...]:
    """The words of a property's name, without its unit.

    >>> without_unit("memory_gb")
    ('memory',)
    """
    words = tuple(split_name(property))
    return words[:-1] if unit_of(property) is not None else words


def converted(value: float, unit: Unit, other: Unit) -> int | float | None:
    """A value in another unit; None where that measures something else.

    >>> converted(2, *(unit_of(f"x_{name}") for name in ("tb", "gb")))
    2000
    """
    if unit == other:
        return value
    if unit.dimension != other.dimension:
        return None
    found = round(value * unit.worth / other.worth, 9)
    return int(found) if found.is_integer() else found
