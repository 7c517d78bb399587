"""Shapes of questions about one kind of thing: filters, figures, ranks, groups."""

from __future__ import annotations

from typing import Literal

from bot.offline.making.ground import Ground, Thing
from bot.offline.making.rounding import rounded
from bot.offline.making.trees import (
    Function,
    attribute,
    called,
    counted,
    during,
    extra_of,
    figure,
    first_day,
    grouped,
    known,
    listed,
    of_one,
    ranked,
    total,
    values_of,
    year_of,
)
from bot.stored.kinds import kind_of
from memory.query import Comparison, Constant, Query
from memory.schema import Property

_TOPS = (3, 5, 10)
_OPERATORS: tuple[Literal[">", "<", ">=", "<="], ...] = (">", "<", ">=", "<=")
_FUNCTIONS: tuple[Function, ...] = ("avg", "max", "min", "sum")


def lookup(ground: Ground, thing: Thing) -> Query | None:
    """What is the budget of Heat?"""
    property, name = ground.pick(thing.described()), ground.name(thing)
    if property is None or name is None:
        return None
    return values_of(thing, of_one(thing, [called(thing, name)]), property)


def count_all(ground: Ground, thing: Thing) -> Query | None:
    """How many films are there?"""
    return total(thing, of_one(thing))


def filter_value(ground: Ground, thing: Thing) -> Query | None:
    """What are the orders with status shipped?"""
    found = _category(ground, thing)
    return listed(thing, of_one(thing, [found])) if found else None


def count_value(ground: Ground, thing: Thing) -> Query | None:
    """How many orders with status shipped are there?"""
    found = _category(ground, thing)
    return total(thing, of_one(thing, [found])) if found else None


def exclude_value(ground: Ground, thing: Thing) -> Query | None:
    """What are the orders not with status shipped?"""
    found = _category(ground, thing)
    if found is None:
        return None
    return listed(thing, of_one(thing, [Comparison(found.left, "<>", found.right)]), [found.left])


def filter_flag(ground: Ground, thing: Thing) -> Query | None:
    """What are the accounts that are active?"""
    property = ground.pick(thing.flags())
    if property is None:
        return None
    test = Comparison(attribute(thing, property), "=", Constant(ground.chance.random() < 0.7))
    return listed(thing, of_one(thing, [test]))


def filter_number(ground: Ground, thing: Thing) -> Query | None:
    """What are the films with a runtime over 150?"""
    property = ground.pick(thing.numbers())
    bound = _bound(ground, thing, property)
    if property is None or bound is None:
        return None
    operator = ground.pick(_OPERATORS) or ">"
    test = Comparison(attribute(thing, property), operator, Constant(bound))
    return listed(thing, of_one(thing, [test]), [test.left])


def filter_range(ground: Ground, thing: Thing) -> Query | None:
    """What are the films with a runtime between 90 and 100?"""
    property = ground.pick(thing.numbers())
    bounds = {_bound(ground, thing, property) for _ in range(2)} - {None}
    if property is None or len(bounds) < 2:
        return None
    low, high = sorted(x for x in bounds if x is not None)
    operand = attribute(thing, property)
    tests = [Comparison(operand, ">=", Constant(low)), Comparison(operand, "<=", Constant(high))]
    return listed(thing, of_one(thing, tests), [operand])


def filter_date(ground: Ground, thing: Thing) -> Query | None:
    """What are the films released after 1999?"""
    property = ground.pick(thing.times())
    year = _year(ground, thing, property)
    if property is None or year is None:
        return None
    operand = attribute(thing, property)
    after = ground.chance.random() < 0.5
    # "After 1999" begins with 2000 where days are stored, and where years are.
    if kind_of(property) == "year":
        test = Comparison(operand, ">" if after else "<", Constant(year))
    else:
        bound = first_day(property, year + 1 if after else year)
        test = Comparison(operand, ">=" if after else "<", Constant(bound))
    return listed(thing, of_one(thing, [test]), [operand])


def in_year(ground: Ground, thing: Thing) -> Query | None:
    """What are the films released in 1999?"""
    property = ground.pick(thing.times())
    year = _year(ground, thing, property)
    if property is None or year is None:
        return None
    operand = attribute(thing, property)
    return listed(
        thing, of_one(thing, during(operand, property, year)), extra_of(operand, property)
    )


def text_match(ground: Ground, thing: Thing) -> Query | None:
    """What are the films with a title containing "night"?"""
    name = ground.name(thing)
    words = [word for word in str(name or "").split() if word.isalpha() and len(word) > 3]
    word = ground.pick(words)
    if word is None:
        return None
    name_property = attribute(thing, thing.label.properties[thing.name])
    test = Comparison(name_property, "CONTAINS", Constant(word.lower()), folded=True)
    return listed(thing, of_one(thing, [test]))


def missing(ground: Ground, thing: Thing) -> Query | None:
    """What are the films without a budget?"""
    property = ground.pick(
        [p for p in thing.described() if 0 < p.null_share < 1 and kind_of(p) != "flag"]
    )
    if property is None:
        return None
    return listed(thing, of_one(thing, [Comparison(attribute(thing, property), "IS NULL")]))


def top(ground: Ground, thing: Thing) -> Query | None:
    """What are the top 5 films with the highest budget?"""
    property = ground.pick([*thing.numbers(), *thing.times()])
    if property is None:
        return None
    operand, limit = attribute(thing, property), ground.pick((1, *_TOPS))
    order = ranked(operand, descending=limit != 1 or ground.chance.random() < 0.5)
    pattern = of_one(thing, [known(thing, property)])
    return listed(thing, pattern, [operand], order=order, limit=limit)


def aggregate(ground: Ground, thing: Thing) -> Query | None:
    """What is the average runtime of films?"""
    property, function = ground.pick(thing.numbers()), ground.pick(_FUNCTIONS)
    if property is None or function is None:
        return None
    return figure(thing, of_one(thing), function, property)


def aggregate_value(ground: Ground, thing: Thing) -> Query | None:
    """What is the average total of orders with status shipped?"""
    property, function = ground.pick(thing.numbers()), ground.pick(_FUNCTIONS)
    found = _category(ground, thing)
    if property is None or function is None or found is None:
        return None
    return figure(thing, of_one(thing, [found]), function, property)


def group(ground: Ground, thing: Thing) -> Query | None:
    """How many orders are there for each status?"""
    property = ground.pick([*thing.categories(), *thing.flags()])
    if property is None:
        return None
    key = attribute(thing, property)
    return grouped(thing, of_one(thing, [known(thing, property)]), [key], counted(thing), None)


def different(ground: Ground, thing: Thing) -> Query | None:
    """What are the statuses of orders?"""
    property = ground.pick(thing.categories())
    if property is None:
        return None
    return values_of(thing, of_one(thing, [known(thing, property)]), property)


def either(ground: Ground, thing: Thing) -> Query | None:
    """What are the orders with status shipped or returned?"""
    property = ground.pick(thing.categories())
    if property is None:
        return None
    owner = thing.label.name
    found = sorted({str(ground.value(owner, property) or "") for _ in range(2)} - {""})
    if len(found) < 2:
        return None
    test = Comparison(attribute(thing, property), "IN", Constant(tuple(found)))
    return listed(thing, of_one(thing, [test]), [test.left])


SHAPES_OF_ONE = {
    "lookup": lookup,
    "count": count_all,
    "filter_value": filter_value,
    "count_value": count_value,
    "exclude_value": exclude_value,
    "filter_flag": filter_flag,
    "filter_number": filter_number,
    "filter_range": filter_range,
    "filter_date": filter_date,
    "year": in_year,
    "text_match": text_match,
    "missing": missing,
    "top": top,
    "aggregate": aggregate,
    "aggregate_value": aggregate_value,
    "group": group,
    "values": different,
    "either": either,
}


def _category(ground: Ground, thing: Thing) -> Comparison | None:
    property = ground.pick(thing.categories())
    value = ground.value(thing.label.name, property) if property else None
    if property is None or value is None:
        return None
    return Comparison(attribute(thing, property), "=", Constant(value))


def _bound(ground: Ground, thing: Thing, property: Property | None) -> int | float | None:
    value = ground.value(thing.label.name, property) if property else None
    return rounded(value) if isinstance(value, int | float) else None


def _year(ground: Ground, thing: Thing, property: Property | None) -> int | None:
    return year_of(ground.value(thing.label.name, property)) if property else None
