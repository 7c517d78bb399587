"""A figure with what it is of: 28 years, 241 films, a runtime of 170, 7.9 on average."""

from __future__ import annotations

from typing import Any

from bot.render.table import NO_AMOUNT
from bot.steps.say_value import DATE, amount, say_value
from bot.stored.things import nouns_of
from bot.words.units import unit_of, without_unit
from guardrails.nouns import a, plural, singular, spoken
from guardrails.words import words
from memory.catalogue import is_english, say
from memory.query import Aggregate, Attribute, Entity, Function, Operand, Query
from memory.text import split_name

_YEARS = range(1500, 2101)
_PERIODS = words("century decade year quarter month week weekday day dayofweek dayOfWeek hour each")
_OF_ALL = {"avg": "on average", "sum": "in total"}


def say_figure(value: Any, operand: Operand, query: Query) -> str | None:
    """A number as the answer to a question for it; None where it stands best alone.

    >>> from memory.query import Node, Pattern
    >>> query = Query(Pattern((Node("f", ("Film",)),)), (), "f")
    >>> say_figure(1, Aggregate("count", Entity("f")), query), say_figure(0, query.subject, query)
    ('1 film', None)
    >>> say_figure(170, Attribute("f", "runtime"), query)
    'a runtime of 170'
    >>> [say_figure(1999, Attribute("f", name), query) for name in ("votes", "year")]
    ['1,999 votes', None]
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not is_english():
        return _bare(value, operand)
    match operand:
        case Aggregate("count"):
            counted = _counted(operand, query)
            none = value == 0 and isinstance(value, int)
            return (f"no {counted}" if none else _several(value, counted)) if counted else None
        case Aggregate("min" | "max", Attribute(_, name)):
            return _measured(value, name)
        case Aggregate(("avg" | "sum") as function, inner) if inner is not None:
            unit = _unit(inner)
            return f"{_several(value, unit) if unit else amount(value)} {_OF_ALL[function]}"
        case Attribute(_, name):
            return _measured(value, name)
    unit = _unit(operand)
    return _several(value, unit) if unit else None


def _bare(value: float, operand: Operand) -> str | None:
    """A figure where English is not spoken: names of the graph have no forms to put them into."""
    match operand:
        case Aggregate("count"):
            return amount(value)
        case Aggregate("avg"):
            return say("{figure} on average", figure=amount(value))
        case Aggregate("sum"):
            return say("{figure} in total", figure=amount(value))
        case Attribute(_, name) if _says_when(name, value):
            return None
        case Attribute(_, name):
            return say("{name}: {value}", name=name, value=_with_unit(value, name))
    return None


def _with_unit(value: float, name: str) -> str:
    unit = unit_of(name)
    return f"{amount(value)} {unit.said}" if unit is not None else amount(value)


def beside(value: Any, operand: Operand, query: Query) -> str:
    """The same where it stands behind a name: runtime 170."""
    if not is_english() and isinstance(operand, Attribute):
        return say("{name}: {value}", name=operand.property, value=in_list(value, operand))
    match operand:
        case Attribute(_, name) if isinstance(value, int | float) and not _unit(operand):
            if not isinstance(value, bool) and not _says_when(name, value):
                noun = spoken(name)
                return f"{amount(value)} {noun}" if _is_many(noun) else f"{noun} {amount(value)}"
        case Attribute(_, name) if DATE.fullmatch(str(value)):
            return f"{spoken(name)} {say_value(value)}"
    return say_figure(value, operand, query) or say_value(value)


def in_list(value: Any, operand: Operand) -> str:
    """The same in a list, where it was said before what it is: 170, 12 kg.

    >>> in_list(12, Attribute("p", "weightKg")), in_list(1700, Attribute("f", "votes"))
    ('12 kg', '1,700')
    >>> in_list(1999, Attribute("f", "releaseYear"))
    '1999'
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return say_value(value)
    inner = operand
    while isinstance(inner, Aggregate) and inner.function != "count" and inner.operand is not None:
        inner = inner.operand
    unit = _unit(inner)
    if unit:
        return _several(value, unit) if is_english() else f"{amount(value)} {unit}"
    match inner:
        case Attribute(_, name) if _says_when(name, value):
            return say_value(value)
        case Function(name) if name in _PERIODS:
            return say_value(value)
    return amount(value)


def fact(key: str, value: Any) -> str:
    """What a property says, by its name.

    >>> fact("rangeKm", 15100), fact("isSerious", True), fact("founded", 1958)
    ('range 15,100 km', 'serious: yes', 'founded 1958')
    """
    if not is_english():
        told = _with_unit(value, key) if _is_figure(value) and not _says_when(key, value) else None
        return say("{name}: {value}", name=key, value=told or say_value(value))
    words_ = split_name(key)
    if isinstance(value, bool):
        said = words_[1:] if words_[0] in ("is", "has") and len(words_) > 1 else words_
        return f"{' '.join(said)}: {say_value(value)}"
    noun = " ".join(without_unit(key)) if isinstance(value, int | float) else spoken(key)
    return f"{noun} {in_list(value, Attribute('', key))}"


def _is_figure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _measured(value: float, name: str) -> str | None:
    noun, unit = " ".join(without_unit(name)), unit_of(name)
    if _says_when(name, value):
        return None
    if unit is not None:
        return _several(value, unit.said)
    return f"{amount(value)} {noun}" if _is_many(noun) else f"{a(noun)} of {amount(value)}"


def _says_when(name: str, value: float) -> bool:
    """Whether a number is a year, a floor, a code: first flight 2001, but 2001 votes."""
    year = isinstance(value, int) and value in _YEARS and not _is_many(spoken(name))
    return bool(set(split_name(name)) & NO_AMOUNT) or (year and unit_of(name) is None)


def _unit(operand: Operand) -> str:
    """What a figure is measured in, in the plural; "" where nobody knows."""
    match operand:
        case Function(name, _) if name.startswith(("age", "lifespan")):
            return "years"
        case Function("days_between", _):
            return "days"
        case Function(name, _) if name.startswith("duration_"):
            return split_name(name)[-1]
        case Attribute(_, name):
            unit = unit_of(name)
            return unit.said if unit is not None else ""
    return ""


def _counted(operand: Aggregate, query: Query) -> str:
    """What is counted, in the plural."""
    match operand.operand:
        case Entity(variable):
            return called(variable, query)
        case Attribute(_, name):
            return plural(spoken(name))
    return ""


def called(variable: str, query: Query) -> str:
    """What things are called, in the plural: ships, routes; "" where nobody knows."""
    patterns = (query.pattern, query.optional, query.source and query.source.pattern)
    for pattern in patterns:
        for node in pattern.nodes if pattern else ():
            if node.variable == variable and node.labels:
                return plural(spoken(node.labels[0]))
        for edge in pattern.edges if pattern else ():
            if edge.variable == variable and (nouns := nouns_of(edge.types[0])):
                return plural(nouns[0])
    return ""


def _several(value: float, many: str) -> str:
    """A number of things, by their plural.

    >>> _several(1, "people"), _several(1240, "films"), _several(1, "GB")
    ('1 person', '1,240 films', '1 GB')
    """
    *head, last = many.split(" ")
    return f"{amount(value)} {' '.join([*head, singular(last)]) if value == 1 else many}"


def _is_many(noun: str) -> bool:
    """Whether a property is called after what it counts: seats, total views."""
    last = noun.split(" ")[-1]
    return singular(last) != last
