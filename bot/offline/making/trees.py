"""Query trees as the shapes write them down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Literal

from bot.offline.making.ground import Link, Thing
from bot.stored.kinds import kind_of
from bot.words.naming import column_names
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Condition,
    Constant,
    Edge,
    Entity,
    Node,
    Operand,
    Order,
    Pattern,
    Query,
)
from memory.schema import Property, Scalar

Function = Literal["count", "sum", "avg", "min", "max"]


def attribute(thing: Thing, property: Property) -> Attribute:
    """A property of a thing."""
    return Attribute(thing.variable, property.name)


def called(thing: Thing, name: Scalar) -> Comparison:
    """The thing has this name."""
    return Comparison(Attribute(thing.variable, thing.name), "=", Constant(name))


def known(thing: Thing, property: Property) -> Comparison:
    """The property is there; nulls would sort first."""
    return Comparison(attribute(thing, property), "IS NOT NULL")


def during(operand: Operand, property: Property, year: int) -> tuple[Condition, ...]:
    """The date lies in that year."""
    if kind_of(property) == "year":
        return (Comparison(operand, "=", Constant(year)),)
    return (
        Comparison(operand, ">=", Constant(first_day(property, year))),
        Comparison(operand, "<", Constant(first_day(property, year + 1))),
    )


def extra_of(operand: Operand, property: Property) -> Sequence[Operand]:
    """The date as a column, where a year does not say it all."""
    return () if kind_of(property) == "year" else (operand,)


def first_day(property: Property, year: int) -> Scalar:
    """The beginning of a year, in the type of a property."""
    match kind_of(property):
        case "year":
            return year
        case "zoned":
            return datetime(year, 1, 1, tzinfo=UTC)
        case "datetime":
            return datetime(year, 1, 1)
    return date(year, 1, 1)


def year_of(value: Scalar | None) -> int | None:
    """The year of a date, or of a number that is one."""
    match value:
        case date():
            return value.year
        case bool():
            return None
        case int():
            return value
    return None


def counted(thing: Thing) -> Aggregate:
    """The number of different ones."""
    return Aggregate("count", Entity(thing.variable), distinct=True)


def of_one(thing: Thing, where: Sequence[Condition] = ()) -> Pattern:
    """Just the thing."""
    return Pattern((thing.node,), (), tuple(where))


def of_links(links: Sequence[Link], where: Sequence[Condition] = (), variable: str = "") -> Pattern:
    """The links in a row; `variable` names the first relationship."""
    nodes: list[Node] = [links[0].here.node, *(link.there.node for link in links)]
    edges: list[Edge] = [links[0].edge(variable), *(link.edge() for link in links[1:])]
    return Pattern(tuple(nodes), tuple(edges), tuple(where))


def listed(thing: Thing, pattern: Pattern, extra: Sequence[Operand] = (), **parts: object) -> Query:
    """The names of things, each once, with more columns; `parts` are those of a Query."""
    shown = [Attribute(thing.variable, name) for name in thing.shown]
    operands: list[Operand] = [*shown, *(x for x in extra if x not in shown)]
    grouped = pattern.edges or any(isinstance(x, Aggregate) for x in operands)
    made = Query(
        pattern,
        _columns(operands, pattern, thing.variable),
        thing.variable,
        distinct_on=(thing.variable,) if grouped else (),
    )
    return replace(made, **parts)  # type: ignore[arg-type]


def total(thing: Thing, pattern: Pattern) -> Query:
    """How many different things match."""
    columns = _columns([counted(thing)], pattern, thing.variable)
    return Query(pattern, columns, thing.variable, form="count")


def figure(thing: Thing, pattern: Pattern, function: Function, property: Property) -> Query:
    """One number over all things that match."""
    operand = Aggregate(function, attribute(thing, property))
    return Query(
        pattern, _columns([operand], pattern, thing.variable), thing.variable, form="value"
    )


def values_of(thing: Thing, pattern: Pattern, property: Property) -> Query:
    """The different values of a property."""
    columns = _columns([attribute(thing, property)], pattern, thing.variable)
    return Query(pattern, columns, thing.variable, distinct=True)


def grouped(
    thing: Thing, pattern: Pattern, keys: Sequence[Operand], value: Operand, on: str | None
) -> Query:
    """A value of things for each key; `on` is the variable whose nodes are the groups."""
    columns = _columns([*keys, value], pattern, thing.variable)
    return Query(pattern, columns, thing.variable, distinct_on=(on,) if on else ())


def ranked(operand: Operand, *, descending: bool) -> tuple[Order, ...]:
    """Sorted by one key."""
    return (Order(operand, descending),)


def _columns(operands: Sequence[Operand], pattern: Pattern, subject: str) -> tuple[Column, ...]:
    labels = {node.variable: node.labels for node in pattern.nodes}
    names = column_names(operands, labels, subject)
    return tuple(Column(operand, name) for operand, name in zip(operands, names, strict=True))
