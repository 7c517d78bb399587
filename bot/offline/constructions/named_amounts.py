"""Amounts of a property that was named, or that the verb before them keeps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.held_to import held_to
from bot.offline.constructions.implied import expected
from bot.offline.constructions.placing import open_scope
from bot.offline.constructions.properties import owned
from bot.offline.items import Compare
from bot.offline.money import money_of
from bot.offline.state import Pending, State
from bot.stored.amounts import Moment, Number
from bot.stored.kinds import TIME_KINDS
from bot.words.units import rate_of
from memory.query import Attribute, Comparison, Operand


def kept_by_verb(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """Rated exactly 5 by a user, own 75 percent of a firm: kept with the relationship."""
    pending = state.pending
    if state.previous != "verb" or pending is None or not pending.types or pending.also:
        return
    if pending.word or not isinstance(item.amount, Number):
        return
    measures = item.amount.measures
    for type_, price in pending.types:
        if measures in ((), ("rating",)):
            name = a.given(type_)
        else:
            name = next((n for n, _ in a.lexicon.measures(type_, measures)), None)
            name = name or _at_a_rate(a, type_, item.amount)
        if name is None:
            continue
        left = Attribute(f"~{len(state.links)}", name)
        base = state.changed(pending=replace(pending, types=((type_, price),)))
        done = held_to(a, base, left, type_, name, item)
        if done is not None:
            yield done.on(item.end, item.cost, previous="verb")


def _at_a_rate(a: Assembler, type_: str, amount: Number) -> str | None:
    """What a relationship keeps by the unit of an amount: eats more than 5 *kg*, by kgPerDay."""
    kept = a.schema.relationships[type_].properties if amount.unit is not None else ()
    found = [name for name in kept if rate_of(name) == amount.unit]
    return found[0] if len(found) == 1 else None


def named(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """A salary *over 5000*: the property was just named."""
    held = state.held
    assert held is not None
    if held.word.verbal and state.bound:
        return
    pending = state.still_pending
    for operand, owner, name, base, price, site in owned(a, state, held.word):
        if item.measures == ("age",) and a.kind(owner, name) in TIME_KINDS:
            # Died under the age of 20: not before the year 20.
            continue
        if held.word.verbal and isinstance(item.amount, Moment) and item.amount.whole_years:
            name = a.lexicon.fuller_year(owner, name) or name
            operand = replace(operand, property=name) if isinstance(operand, Attribute) else operand
        opened = open_scope(base).changed(held=None, pending=pending)
        opened = with_the_first(a, opened, operand, owner, item)
        done = held_to(a, opened, operand, owner, name, item)
        if done is not None:
            yield done.on(item.end, item.cost + price, previous="property", last=site, joint="")
    yield from _kept_later(a, state, item)


def _kept_later(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """Earn more than 5000 *at X*: kept by the relationship that comes next."""
    held = state.held
    if held is None or state.negate:
        return
    verb = state.pending if state.pending is not None and state.pending.types else None
    for candidate in (c for c in held.word.candidates if c.of_relationship):
        owner, name = candidate.owner, candidate.property
        left = Attribute(f"~{len(state.links)}", name)
        done = held_to(a, state.changed(held=None), left, owner, name, item)
        later = expected(a, state, candidate) if verb is None else _of_verb(verb, owner)
        found = next(later, None)
        if done is None or found is None:
            continue
        _, waiting, price = found
        cost = item.cost + candidate.cost + price
        yield done.on(item.end, cost, pending=waiting, previous="verb", joint="")


def _of_verb(verb: Pending, type_: str) -> Iterator[tuple[int, Pending, float]]:
    """Sold *for a fee of more than 500*: kept by the relationship of the verb that waits."""
    for own, price in verb.types or ():
        if own == type_ and verb.kept is None and not verb.also:
            yield verb.site, replace(verb, types=((own, price),)), 0.0


def said_again(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """Over 5 *and below 8*: the property is the one compared before."""
    test = state.tests[-1][1]
    if isinstance(test, Comparison) and isinstance(test.left, Attribute):
        yield from _of_same(a, state, test.left, item)


def of_ranked(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """The highest rating *above 8*: what is compared is what things are ranked by."""
    operand = state.ranks[-1].operand
    if isinstance(operand, Attribute):
        yield from _of_same(a, state, operand, item)


def _of_same(a: Assembler, state: State, operand: Attribute, item: Compare) -> Iterator[State]:
    """A second thing said of a property that the state speaks of already."""
    done = held_to(a, state, operand, _owner(state, operand.variable), operand.property, item)
    if done is not None:
        yield done.on(item.end, item.cost + 0.05, previous="property", joint="", pending=None)


def _owner(state: State, variable: str) -> str:
    number = int(variable[1:])
    if variable.startswith("~"):
        return state.links[number].types[0] if number < len(state.links) else ""
    return state.vertices[number].labels[0]


def with_the_first(
    a: Assembler, state: State, operand: Operand, owner: str, item: Compare
) -> State:
    """The state in which what was named right before, and measures the same, is held so too."""
    if not state.tests or not isinstance(operand, Attribute) or not isinstance(item.amount, Number):
        return state
    scope, test = state.tests[-1]
    if not isinstance(test, Comparison) or not isinstance(test.left, Attribute) or scope:
        return state
    first = test.left
    there = test.operator == "IS NOT NULL" and first.variable == operand.variable
    if not there or first == operand or not _alike(a, owner, first.property, operand.property):
        return state
    before = state.changed(tests=state.tests[:-1])
    return held_to(a, before, first, owner, first.property, item) or state


def _alike(a: Assembler, owner: str, one: str, other: str) -> bool:
    """Whether two properties are figures of one sort: both money, both lengths."""
    if {a.kind(owner, one), a.kind(owner, other)} != {"number"}:
        return False
    first, second = (a.lexicon.groups_of(owner, name) for name in (one, other))
    money = {one, other} <= set(money_of(a.lexicon, owner))
    return money or bool(first & second) or not (first or second)
