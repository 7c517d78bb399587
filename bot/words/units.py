"""Units of measurement: what a property's name is measured in, and how much that is in another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from bot.words.data import load
from bot.words.inflection import is_plural, parts
from bot.words.vocabulary import expand, groups_in
from memory.text import split_name

# These may as well be other words, so that they count only right behind a number.
_SHORT = 1
# One of these is a point in time: a release year, an opening hour.
_POINTS = frozenset(["second", "minute", "hour", "day", "week", "month", "year"])
# How long something lasts, by themselves; a day is a date.
_BARE = (("nights",), ("days",), ("weeks",))
# The shortest, else: price_min, but duration_min.
SPANNING = frozenset(["duration", "time", "length", "runtime", "delay", "wait", "latency"])

# Not measured in units, but counted in thousands or millions.
_ONES = "ones"
_COUNTED = frozenset(
    ["revenue", "budget", "price", "cost", "salary", "profit", "value", "balance", "population"]
)
_LENGTHS = frozenset(["height", "depth", "width", "distance", "elevation", "duration"])
CURRENCIES = ("euros", "dollars", "pounds")
# Nautical miles are how far it is; of anything else they are nanometres.
_FAR = frozenset(["distance", "dist", "range", "route", "voyage", "leg", "reach", "sailed"])
_WARMTH = frozenset(["temperature", "temp", "heat", "warmth"])
# What a letter at the end of a name is a unit of only where the name says what is measured.
_SAID_WITH = {"nm": _FAR, "c": _WARMTH}
# A figure this much smaller than what it may be counted by is meant as it is kept.
_AS_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: so much it is `worth` beside others of its dimension, and how it is `said`.

    One that `counts` is so many ones: thousands, millions of euros.
    """

    name: str
    dimension: str
    worth: float
    said: str
    counts: bool = False

    @property
    def measure(self) -> str:
        """What the properties of its dimension measure, as the lexicon has it."""
        return f"#{self.dimension}"


@cache
def _units(*, counting: bool = False) -> dict[tuple[str, ...], Unit]:
    return {
        tuple(form.split()): Unit(
            name, dimension, float(held["worth"]), held.get("said", name), counting
        )
        for dimension, units in load("units").items()
        for name, held in units.items()
        for form in held["forms"]
        if counting == (dimension == _ONES)
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


def scale_at(words: Sequence[str]) -> tuple[int, Unit] | None:
    """What figures are told in, and how many words say it: millions, millions of dollars.

    >>> scale_at(["millions", "of", "usd", "by"])[0], scale_at(["million", "missions"])
    (3, None)
    """
    scale = _units(counting=True).get(tuple(words[:1]))
    if scale is None or not words[0].endswith("s"):
        return None
    money = _units().get(tuple(words[2:3])) if tuple(words[1:2]) == ("of",) else None
    return (3 if money is not None and money.dimension in CURRENCIES else 1), scale


@cache
def unit_of(property: str) -> Unit | None:
    """The unit that ends a property's name.

    >>> unit_of("memory_gb").name, unit_of("name"), unit_of("releaseYear")
    ('gb', None, None)
    >>> unit_of("population_m").name, unit_of("depth_m").name, unit_of("revenue_meur").said
    ('million', 'm', 'million euros')
    >>> unit_of("rentPerSqm")
    >>> unit_of("distanceNm").said, unit_of("wavelengthNm")
    ('nautical miles', None)
    >>> unit_of("waterTempC").said, unit_of("vitamin_c"), unit_of("maxVoltageKv").said
    ('degrees Celsius', None, 'kV')
    """
    words = tuple(split_name(property))
    for size in (2, 1):
        if len(words) > size and (money := _moneys().get("".join(words[-size:]))):
            return money
    *head, last = words
    if head[-1:] == ["per"]:
        return None
    if not head or last in _POINTS or (last == "min" and not SPANNING & set(head)):
        return None
    if last in _SAID_WITH and not _SAID_WITH[last] & set(head):
        return None
    by = _units(counting=True).get((last,))
    if by is not None and (len(last) > _SHORT or _counted(words[:-1])):
        return by
    return _units().get((last,))


def rate_of(property: str) -> Unit | None:
    """The unit of which a property tells so many for each of something.

    >>> rate_of("kgPerWeek").name, rate_of("hours_per_week").name, rate_of("memory_gb")
    ('kg', 'hour', None)
    """
    words = split_name(property)
    at = words.index("per") if "per" in words else 0
    return _units().get((words[at - 1],)) if 0 < at < len(words) - 1 else None


def bare_span(property: str) -> Unit | None:
    """The span that a property is so many of, where its name says nothing else.

    >>> bare_span("nights").dimension, bare_span("day"), bare_span("openDays")
    ('time', None, None)
    """
    words = tuple(split_name(property))
    return _units()[words] if words in _BARE else None


@cache
def _moneys() -> dict[str, Unit]:
    """Thousands and millions of a currency: keur, musd, eurMio."""
    found: dict[str, Unit] = {}
    for dimension in CURRENCIES:
        for name, held in load("units")[dimension].items():
            for (by,), counted in _units(counting=True).items():
                said = f"{counted.name} {held.get('said', name)}"
                unit = Unit(f"{counted.name} {name}", dimension, counted.worth, said, True)
                found |= {form: unit for code in held["forms"] for form in (by + code, code + by)}
    return found


def _counted(words: tuple[str, ...]) -> bool:
    """Whether a name is of money, or of how many there are: revenue, visitors."""
    groups = groups_in(words).keys()
    return bool(_COUNTED & groups) or (is_plural(words[-1]) and not _LENGTHS & groups)


def without_unit(property: str) -> tuple[str, ...]:
    """The words of a property's name, without its unit.

    >>> without_unit("memory_gb"), without_unit("revenueMUsd")
    (('memory',), ('revenue',))
    """
    words = tuple(split_name(property))
    if unit_of(property) is None:
        return words
    return words[: -2 if len(words) > 2 and "".join(words[-2:]) in _moneys() else -1]


def measured_noun(property: str) -> tuple[str, ...]:
    """The words of a property's name for what it measures.

    >>> measured_noun("memory_gb"), measured_noun("cookMinutes"), measured_noun("delay_min")
    (('memory',), ('cook', 'time'), ('delay',))
    """
    unit, bare = unit_of(property), expand(without_unit(property))
    clocked = unit is not None and unit.name in ("second", "minute", "hour")
    takes = clocked and "VERB" in parts(bare[-1]) and bare[-1] not in SPANNING
    return (*bare, "time") if takes else bare


def converted(value: float, unit: Unit, other: Unit) -> int | float | None:
    """A value in another unit; None where that measures something else.

    >>> converted(2, *(unit_of(f"x_{name}") for name in ("tb", "gb")))
    2000
    """
    if unit == other:
        return value
    if unit.dimension != other.dimension:
        return None
    return _whole(value * unit.worth / other.worth)


def in_ones(value: float, unit: Unit, most: float | None) -> float:
    """A figure as kept in thousands or millions, the largest of which is `most`.

    One that could be kept is meant so, as a person who knows the data says it.

    >>> in_ones(50_000_000, unit_of("population_m"), 277.5), in_ones(50, unit_of("revenueM"), 90)
    (50, 50)
    """
    small = value < _AS_KEPT if most is None else value <= most
    return value if small else _whole(value / unit.worth)


def _whole(value: float) -> int | float:
    found = round(value, 9)
    return int(found) if found.is_integer() else found
