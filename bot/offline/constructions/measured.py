"""Amounts of what nobody named: over two hours, since 2020, orders over 500."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.dated_verbs import (
    dated_by_value,
    dated_by_verb,
    done_by_verb,
    meant_by_verb,
    of_someone,
)
from bot.offline.constructions.held_through import held_through, lasts
from bot.offline.constructions.held_to import as_compare, held_to
from bot.offline.constructions.placing import close_pending, open_scope
from bot.offline.constructions.premodifiers import best_first
from bot.offline.items import Amount, Compare
from bot.offline.state import VIA, State, attribute, variable
from bot.offline.worth import worth, years_of
from bot.stored.amounts import Moment, Number
from bot.stored.kinds import TIME_KINDS
from bot.stored.lasting import is_start
from bot.words.inflection import roots
from bot.words.vocabulary import type_words
from memory.query import Aggregate, Attribute, Entity
from memory.text import split_name
from memory.tree_edits import attributes_of

_WHEN = frozenset(["date", "time", "day", "year", "on", "at", "when", "timestamp"])
_TIMED = 0.05


# That an amount without a unit is of what a thing is worth.
_BARE = 0.3
# That it is kept with a relationship; of that day, where it is named for what was done.
_GIVEN, _DONE_THEN = 0.1, 0.05
# That a date is of an end, where the relationship has one of its own.
_NOT_GIVEN = 0.4
_SAID = ("of", "for", "at", "with", "in", "have", "has")
_OLDER = {">": "before", "<": "after"}
_AFTER_LINK = ("connector", "closed", "verb")


def measured(
    a: Assembler, state: State, item: Compare | Amount, measures: tuple[str, ...]
) -> Iterator[State]:
    """Longer than two hours: the property that the words or the unit measure."""
    dated = isinstance(item.amount, Moment)
    if dated and state.pending is not None and state.pending.word.startswith(VIA):
        # Ordered in 2020: the order was, not who placed it.
        return
    given = [*done_on(a, state, item), *_of_link(a, state, item, measures)]
    yield from given
    if dated and _anything(a, state):
        return
    # Rated after 2015: the rating was given then, not its ends made.
    own = state.bound or _people_alone(state) or lasts(a, state) or _kept_of_link(a, state)
    own = own or _begun_of_link(a, state, item)
    other = _NOT_GIVEN if given and own else 0.0
    acting = done_by_verb(state)
    for base, site, distance in _sites(a, state, dated=dated, given=bool(given)):
        pending = base.still_pending
        unsaid = site >= len(state.vertices) if acting else None
        for label in base.vertices[site].labels:
            found = _properties(a, base, site, label, item, measures, unsaid)
            for name, price in found:
                held = [x for x in base.vertices[site].labels if a.lexicon.property(x, name)]
                labels = tuple(held) if base.vertices[site].open else (label,)
                opened = open_scope(base.narrow(site, labels)).changed(pending=pending)
                done = _held(a, opened, site, label, name, item, measures)
                if done is not None:
                    cost = item.cost + distance + price + other
                    yield done.on(item.end, cost, previous="property", last=site, joint="")
                    break


def _sites(
    a: Assembler, state: State, *, dated: bool, given: bool
) -> Iterator[tuple[State, int, float]]:
    """What an amount may be said of, with its cost: as things are, or with the verb's end added."""
    counted = _counted(a, state) if dated else -1
    for site, price in a.sites(state):
        if counted in (-1, site):
            yield state, site, price
    if state.bound and not given:
        # Phones contacted on Monday: what is not said was made then.
        for closed in close_pending(a, state):
            for added in range(len(state.vertices), len(closed.vertices)):
                yield closed, added, 0.0


def _properties(
    a: Assembler,
    state: State,
    site: int,
    label: str,
    item: Compare | Amount,
    measures: tuple[str, ...],
    unsaid: bool | None,
) -> list[tuple[str, float]]:
    """The properties of a vertex that an amount may be one of, with their costs, best first.

    After a verb only those that tell of what was done; of an end that is `unsaid`, too.
    """
    assert item.amount is not None
    found, someone = best_first(a, label, measures, item.amount), 0.0
    if isinstance(item.amount, Moment):
        own = dated_by_verb(a, state, site, label) or dated_by_value(a, state, site, label)
        found = [own, *found] if own is not None else found
        someone = of_someone(a, state, site, label) if own is None else 0.0
    if unsaid is not None:
        found = [x for x in found if meant_by_verb(a, state, site, label, x[0], unsaid=unsaid)]
    if isinstance(item, Amount):
        found = _dated_before(a, state, site, label) or found
    return [(name, price + someone) for name, price in found]


def _held(
    a: Assembler,
    state: State,
    site: int,
    label: str,
    name: str,
    item: Compare | Amount,
    measures: tuple[str, ...],
) -> State | None:
    said = as_compare(item)
    if "age" in measures and a.kind(label, name) in TIME_KINDS:
        if isinstance(said.amount, Number):
            return None
        # What is older than 1990 came before.
        said = replace(said, operator=_OLDER.get(said.operator, said.operator))
    return held_to(a, state, attribute(site, name), label, name, said)


def _anything(a: Assembler, state: State) -> bool:
    """Whether a time alone would have to tell what is asked for: what came in today."""
    vertex = state.vertices[state.subject] if state.subject >= 0 else None
    if vertex is None or vertex.word != "thing" or state.links or state.bound:
        return False
    if state.pending is not None and state.pending.word == "on":
        # What's on tonight.
        return False
    return sum(bool(a.lexicon.measures(label, ("@time",))) for label in vertex.labels) > 1


def _counted(a: Assembler, state: State) -> int:
    """What was just said to be the most of, where it has a date: the most orders *in 2020*."""
    named = state.ranks[-1].operand if state.ranks else None
    if not isinstance(named, Aggregate) or named.operand != Entity(variable(state.last)):
        return -1
    labels = state.vertices[state.last].labels
    dated = any(a.lexicon.measures(label, ("@time",)) for label in labels)
    return state.last if dated and state.last == state.focus else -1


def _dated_before(
    a: Assembler, state: State, site: int, label: str
) -> list[tuple[str, float]] | None:
    """Released in 1995 *and 1996*: the date that was spoken of, where it is the same thing's."""
    if not state.joint or not state.tests:
        return None
    for found in attributes_of(getattr(state.tests[-1][1], "left", None)):
        if found.variable == variable(site) and a.kind(label, found.property) in TIME_KINDS:
            return [(found.property, 0.0)]
    return None


def _people_alone(state: State) -> bool:
    """Whether a verb just joined two of a kind: learned from another before 2005, not born then."""
    if state.previous != "np" or not state.links or state.last < 0:
        return False
    link = state.links[-1]
    if state.last not in (link.start, link.end) or state.last_verb is None:
        return False
    ends = [set(state.vertices[n].labels) for n in (link.start, link.end)]
    return bool(state.last_verb.types) and bool(ends[0] & ends[1])


def _of_link(
    a: Assembler, state: State, item: Compare | Amount, measures: tuple[str, ...]
) -> Iterator[State]:
    """Admitted since 2020: the relationship's own date, before any of its ends."""
    if state.bound:
        for closed in close_pending(a, state):
            yield from _of_link(a, closed, item, measures)
        return
    if not state.links:
        return
    link = len(state.links) - 1
    ends = (state.links[link].start, state.links[link].end)
    spanned = isinstance(item, Compare) and item.operator in ("since", "until")
    said = spanned and state.previous == "np" and state.last in ends
    timed = lasts(a, state) or _kept_of_link(a, state)
    said = said or _people_alone(state) or (timed and state.last in ends)
    said = said or _begun_of_link(a, state, item)
    if not said and state.pending is None and state.previous not in _AFTER_LINK:
        return
    type_ = state.links[link].types[0]
    pending = state.still_pending
    for name, price in a.lexicon.measures(type_, measures)[:2]:
        left = Attribute(f"~{link}", name)
        base = state.changed(pending=pending)
        done = held_through(a, base, link, item) or held_to(a, base, left, type_, name, item)
        if done is not None:
            price = _DONE_THEN if _kept_of_link(a, state) else price + _GIVEN
            yield done.on(item.end, item.cost + price, previous="property", joint="")
            return


def _kept_of_link(a: Assembler, state: State) -> bool:
    """Whether a verb joined what was said last, and the relationship keeps when it did."""
    verb, types = state.last_verb, state.links[-1].types if state.links else ()
    if state.pending is not None and state.pending.empty:
        # Sold by X and started in 2022: the sale did not start.
        return False
    said = verb is not None and any(type_ in types for type_, _ in verb.types or ())
    return said and len(types) == 1 and own_date(a, types[0]) is not None


def _begun_of_link(a: Assembler, state: State, item: Compare | Amount) -> bool:
    """Joined a club after 2019: no club of that time, where it is kept since when one is in it."""
    verb, types = state.last_verb, state.links[-1].types if state.links else ()
    if not isinstance(item, Compare) or verb is None or state.previous != "np" or len(types) != 1:
        return False
    kept = a.schema.relationships[types[0]].properties
    dated = [name for name in kept if a.kind(types[0], name) in TIME_KINDS]
    said = any(type_ in types for type_, _ in verb.types or ())
    return said and len(dated) == 1 and (is_start(dated[0]) or "join" in roots(dated[0]))


def worth_so_much(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """Orders *over 500*, customers *under 25*: what they are worth, or how old they are."""
    site = state.focus
    if state.pending is not None and (state.pending.types or state.pending.word not in _SAID):
        return
    if item.amount is None or site < 0 or state.vertices[site].word == "value":
        return
    one = isinstance(item.amount, Number) and item.amount.in_words
    if item.counted or one:
        # Products with over 5 reviews, of more than one type: no price.
        return
    for label in state.vertices[site].labels:
        named = state.pending is not None and state.pending.word != "of"
        years = None if named else years_of(a.lexicon, label, item.amount, a.things)
        name = worth(a.lexicon, label, a.people, item.amount) or years
        if name is None:
            continue
        opened = open_scope(state.narrow(site, (label,))).changed(pending=None)
        done = held_to(a, opened, attribute(site, name), label, name, item)
        if done is not None:
            yield done.on(item.end, item.cost + _BARE, previous="property", last=site, joint="")


def done_on(a: Assembler, state: State, item: Compare | Amount) -> Iterator[State]:
    """Sold in 2022 *by X*: of the relationship that comes next."""
    pending = state.pending
    if not isinstance(item.amount, Moment) or pending is None or not state.bound or state.negate:
        return
    for type_, price in pending.types or () if not pending.also else ():
        name = own_date(a, type_)
        if name is None:
            continue
        base = state.changed(pending=replace(pending, types=((type_, price),)))
        left = Attribute(f"~{len(state.links)}", name)
        done = held_to(a, base, left, type_, name, item)
        if done is not None:
            yield done.on(item.end, item.cost + _TIMED, previous="property", joint="")


def own_date(a: Assembler, type_: str) -> str | None:
    """The date that a relationship keeps of what its verb says: soldOn of SOLD, or just date."""
    done = {root for word in type_words(type_) for root in roots(word)}
    for name in a.schema.relationships[type_].properties:
        words = split_name(name)
        says = set(words) <= _WHEN or any(done & roots(word) for word in words)
        if says and a.kind(type_, name) in TIME_KINDS:
            return name
    return None
