"""Shapes of questions over one join, and over two in a row."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from bot.offline.making.ground import Ground, Link, Thing
from bot.offline.making.rounding import rounded
from bot.offline.making.trees import (
    Function,
    attribute,
    called,
    counted,
    during,
    extra_of,
    figure,
    grouped,
    known,
    listed,
    of_links,
    of_one,
    ranked,
    total,
    year_of,
)
from memory.query import (
    Aggregate,
    Attribute,
    Comparison,
    Condition,
    Constant,
    Exists,
    Node,
    Not,
    Operand,
    Pattern,
    Query,
)

_EDGE = "r"
_FUNCTIONS: tuple[Function, ...] = ("avg", "max", "min", "sum")


def hop(ground: Ground, link: Link) -> Query | None:
    """What are the films that Tom Hanks acted in?"""
    found = _to_named(ground, link)
    return listed(link.here, found) if found else None


def hop_count(ground: Ground, link: Link) -> Query | None:
    """How many films that Tom Hanks acted in are there?"""
    found = _to_named(ground, link)
    return total(link.here, found) if found else None


def hop_exists(ground: Ground, link: Link) -> Query | None:
    """Are there any films that Tom Hanks acted in?"""
    found = hop(ground, link)
    return replace(found, form="yes_no") if found else None


def hop_number(ground: Ground, link: Link) -> Query | None:
    """What are the films that Tom Hanks acted in with a runtime over 120?"""
    property = ground.pick(link.here.numbers())
    value = ground.value(link.here.label.name, property) if property else None
    if property is None or not isinstance(value, int | float):
        return None
    operand = attribute(link.here, property)
    operator = _side(ground)
    test = Comparison(operand, operator, Constant(rounded(value)))
    found = _to_named(ground, link, [test])
    return listed(link.here, found, [operand]) if found else None


def hop_year(ground: Ground, link: Link) -> Query | None:
    """What are the films released in 1995 that Tom Hanks acted in?"""
    property = ground.pick(link.here.times())
    year = year_of(ground.value(link.here.label.name, property)) if property else None
    if property is None or year is None:
        return None
    operand = attribute(link.here, property)
    found = _to_named(ground, link, list(during(operand, property, year)))
    return listed(link.here, found, extra_of(operand, property)) if found else None


def hop_top(ground: Ground, link: Link) -> Query | None:
    """What is the film with the highest rating that Tom Hanks acted in?"""
    property = ground.pick([*link.here.numbers(), *link.here.times()])
    if property is None:
        return None
    found = _to_named(ground, link, [known(link.here, property)])
    operand, limit = attribute(link.here, property), ground.pick((1, 1, 3))
    order = ranked(operand, descending=limit != 1 or ground.chance.random() < 0.7)
    return listed(link.here, found, [operand], order=order, limit=limit) if found else None


def hop_aggregate(ground: Ground, link: Link) -> Query | None:
    """What is the average rating of films that Tom Hanks acted in?"""
    property, function = ground.pick(link.here.numbers()), ground.pick(_FUNCTIONS)
    found = _to_named(ground, link)
    if property is None or function is None or found is None:
        return None
    return figure(link.here, found, function, property)


def hop_group(ground: Ground, link: Link) -> Query | None:
    """How many films are there for each genre?"""
    if not link.gathers or not ground.only(link):
        return None
    keys = _names(link.there)
    return grouped(link.here, of_links([link]), keys, counted(link.here), link.there.variable)


def hop_average(ground: Ground, link: Link) -> Query | None:
    """What is the average rating of films for each genre?"""
    property = ground.pick(link.here.numbers())
    if property is None or not link.gathers or not ground.only(link):
        return None
    value = Aggregate("avg", attribute(link.here, property))
    on = link.there.variable
    return grouped(link.here, of_links([link]), _names(link.there), value, on)


def hop_most(ground: Ground, link: Link) -> Query | None:
    """What are the top 3 directors with the most films?"""
    if not link.branches or not ground.only(link):
        return None
    value = counted(link.there)
    order, limit = ranked(value, descending=True), ground.pick((1, 3, 5))
    return listed(link.here, of_links([link]), [value], order=order, limit=limit)


def hop_having(ground: Ground, link: Link) -> Query | None:
    """What are the directors that directed more than 3 films?"""
    if not link.branches:
        return None
    value = counted(link.there)
    test = Comparison(value, ">", Constant(ground.chance.randint(2, 6)))
    return listed(link.here, of_links([link]), [value], having=(test,))


def hop_none(ground: Ground, link: Link) -> Query | None:
    """What are the films without a genre?"""
    return listed(link.here, of_one(link.here, [_without(link, [])]))


def hop_not(ground: Ground, link: Link) -> Query | None:
    """What are the films released in 1995 that are not in the genre Drama?"""
    name = ground.name(link.there)
    property = ground.pick(link.here.times())
    year = year_of(ground.value(link.here.label.name, property)) if property else None
    if name is None or property is None or year is None:
        return None
    operand = attribute(link.here, property)
    tests = [*during(operand, property, year), _without(link, [called(link.there, name)])]
    return listed(link.here, of_one(link.here, tests), extra_of(operand, property))


def edge_property(ground: Ground, link: Link) -> Query | None:
    """What are the people that reviewed a film with a rating over 80?"""
    property = ground.pick(link.asked())
    value = ground.value(link.relationship.type, property) if property else None
    if property is None or value is None or property.type.startswith("LIST"):
        return None
    operand = Attribute(_EDGE, property.name)
    if isinstance(value, int | float) and not isinstance(value, bool):
        operator = _side(ground)
        test = Comparison(operand, operator, Constant(rounded(value)))
    else:
        test = Comparison(operand, "=", Constant(value))
    return listed(link.here, of_links([link], [test], _EDGE))


def two_hops(ground: Ground, chain: tuple[Link, Link]) -> Query | None:
    """What are the actors that acted in a film with the genre Western?"""
    first, last = chain
    name = ground.name(last.there)
    if name is None:
        return None
    return listed(first.here, of_links(chain, [called(last.there, name)]))


def two_hops_count(ground: Ground, chain: tuple[Link, Link]) -> Query | None:
    """How many actors that acted in a film with the genre Western are there?"""
    found = two_hops(ground, chain)
    return total(chain[0].here, found.pattern) if found else None


def two_hops_number(ground: Ground, chain: tuple[Link, Link]) -> Query | None:
    """What are the actors that acted in a film with a rating over 8 and the genre Western?"""
    first, last = chain
    middle, name = first.there, ground.name(last.there)
    property = ground.pick(middle.numbers())
    value = ground.value(middle.label.name, property) if property else None
    if property is None or name is None or not isinstance(value, int | float):
        return None
    test = Comparison(attribute(middle, property), ">", Constant(rounded(value)))
    return listed(first.here, of_links(chain, [test, called(last.there, name)]))


def two_names(ground: Ground, chain: tuple[Link, Link]) -> Query | None:
    """What are the films that Tom Hanks acted in with the genre Drama?"""
    first, last = chain
    one, other = ground.name(first.here), ground.name(last.there)
    if one is None or other is None:
        return None
    where = [called(first.here, one), called(last.there, other)]
    return listed(first.there, of_links(chain, where))


SHAPES_OF_LINKS = {
    "hop": hop,
    "hop_count": hop_count,
    "hop_exists": hop_exists,
    "hop_number": hop_number,
    "hop_year": hop_year,
    "hop_top": hop_top,
    "hop_aggregate": hop_aggregate,
    "hop_group": hop_group,
    "hop_average": hop_average,
    "hop_most": hop_most,
    "hop_having": hop_having,
    "hop_none": hop_none,
    "hop_not": hop_not,
    "edge_property": edge_property,
}
SHAPES_OF_CHAINS = {
    "two_hops": two_hops,
    "two_hops_count": two_hops_count,
    "two_hops_number": two_hops_number,
    "two_names": two_names,
}


def _to_named(
    ground: Ground, link: Link, tests: list[Comparison] | list[Condition] | None = None
) -> Pattern | None:
    """The link to one thing of a name."""
    name = ground.name(link.there)
    if name is None:
        return None
    return of_links([link], [*(tests or []), called(link.there, name)])


def _side(ground: Ground) -> Literal[">", "<"]:
    return ">" if ground.chance.random() < 0.5 else "<"


def _names(thing: Thing) -> list[Operand]:
    return [Attribute(thing.variable, name) for name in thing.shown]


def _without(link: Link, where: list[Condition] | list[Comparison]) -> Not:
    """No such link from here."""
    nodes = (Node(link.here.variable), link.there.node)
    return Not(Exists(Pattern(nodes, (link.edge(),), tuple(where))))
