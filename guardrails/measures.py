"""How a property that is a number is asked about: the most seats, the highest delay."""

from __future__ import annotations

from guardrails.nouns import a, singular
from guardrails.portrait import numbers
from guardrails.unit_names import SCALES, without_unit
from guardrails.words import words
from memory.schema import Label, Property
from memory.text import split_name

# Numbers that say when, which or where, and not how much.
_NO_AMOUNT = words("year founded built born number latitude longitude lat lon lng")
_LASTING = words("runtime duration length distance")
# With fewer different values a number is a code.
_FEWEST = 4


def measures(label: Label) -> list[Property]:
    """The properties of a label that things can be ranked by."""
    return [
        prop
        for prop in numbers(label)
        if not set(split_name(prop.name)) & _NO_AMOUNT
        and (prop.distinct >= _FEWEST or label.count < _FEWEST)
    ]


def measure(prop: Property) -> str:
    """What is measured, without what it is measured in."""
    return without_unit(prop.name)


def is_scaled(prop: Property) -> bool:
    """Whether a number may be in thousands or millions, so that none can be named.

    >>> is_scaled(Property("population_m", ("FLOAT",))), is_scaled(Property("km", ("FLOAT",)))
    (True, False)
    """
    return split_name(prop.name)[-1] in SCALES


def most(prop: Property) -> str:
    """What the first of all has.

    >>> most(Property("seats", ("INTEGER",))), most(Property("delay_min", ("INTEGER",)))
    ('the most seats', 'the highest delay')
    >>> most(Property("runtime", ("INTEGER",))), most(Property("trackLength", ("FLOAT",)))
    ('the longest runtime', 'the longest track length')
    """
    name = measure(prop)
    extreme = "longest" if split_name(name)[-1] in _LASTING else "highest"
    return f"the {'most' if _counts(prop) else extreme} {name}"


def above(prop: Property, bound: str) -> str:
    """What those above a bound have.

    >>> above(Property("seats", ("INTEGER",)), "300"), above(Property("age", ("INTEGER",)), "60")
    ('more than 300 seats', 'an age above 60')
    """
    name = measure(prop)
    return f"more than {bound} {name}" if _counts(prop) else f"{a(name)} above {bound}"


def average(prop: Property) -> str:
    """What their average is taken of.

    >>> average(Property("seats", ("INTEGER",))), average(Property("age", ("INTEGER",)))
    ('average number of seats', 'average age')
    """
    return f"average {'number of ' if _counts(prop) else ''}{measure(prop)}"


def _counts(prop: Property) -> bool:
    """Whether a property is called after what it counts: seats, followers, total views."""
    last = measure(prop).split(" ")[-1]
    return singular(last) != last
