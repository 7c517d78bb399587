"""Amounts and comparisons: in 1999, after 2010, over 2 hours, between 5 and 8."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.comparing import AS_NUMBER, conditions
from bot.offline.constructions.dated_verbs import (
    dated_by_value,
    dated_by_verb,
    done_by_verb,
    meant_by_verb,
    of_someone,
)
from bot.offline.constructions.implied import expected
from bot.offline.constructions.placing import close_pending, open_scope
from bot.offline.constructions.premodifiers import best_first
from bot.offline.constructions.properties import owned
from bot.offline.items import TIMES, Amount, Compare, Moment, Number
from bot.offline.kinds import TIME_KINDS
from bot.offline.state import VIA, Pending, State, Tally, about, attribute, attributes, variable
from bot.offline.worth import worth, years_of
from memory.query import Aggregate, Attribute, Comparison, Entity

_BARE_VERB = 0.35
_BARE = 0.3
# What stands before an amount that only says what a thing is worth.
_BARELY = ("np", "closed", "auxiliary", "helping", "connector", "property", "relative")
_SAID = ("of", "for", "at", "with", "in", "have", "has")
_OLDER = {">": "before", "<": "after"}
_AFTER_LINK = ("connector", "closed", "verb")


def compare(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """A comparison: with the property just named, with what it measures, or with what follows."""
    if state.premods or state.compare is not None or state.rank is not None:
        return
    if state.held is not None and item.amount is not None:
        yield from _held(a, state, item)
        if state.held.word.verbal and state.previous == "connector" and not state.bound:
            # Released in several languages: what is compared comes next.
            bare = state.changed(held=None, pending=None)
            yield bare.on(item.end, item.cost + _BARE_VERB, compare=item, previous="compare")
        return
    if state.held is not None:
        return
    if item.amount is None:
        return
    joint = state.joint and _again(state)
    if item.measures == TIMES:
        yield from _times(a, state, item)
        return
    yield from _given(a, state, item)
    measures = item.measures or (
        item.amount.measures if isinstance(item.amount, Number) else ("@time",)
    )
    if measures and state.sites:
        yield from _measured(a, state, item, measures)
    elif joint:
        yield from _repeated(a, state, item)
    elif state.previous == "property" and state.ranks and not measures:
        yield from _of_ranked(a, state, item)
    elif state.previous in _BARELY and not measures:
        yield from _worth(a, state, item)
    if isinstance(item.amount, Number) and not item.measures:
        yield state.on(item.end, item.cost + 0.05, compare=item, previous="compare")


def _times(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """Rated more than five times, by users rated five times: how many stand at the other end."""
    assert isinstance(item.amount, Number)
    if item.operator in AS_NUMBER:
        return
    for closed in close_pending(a, state) if state.bound else (state,):
        if not closed.links or closed.pending is not None or closed.subject < 0:
            continue
        other = _done_to(closed)
        if other < 0:
            continue
        if any(about(test) == variable(other) for _, test in closed.tests):
            # Rated by Ann more than five times: Ann is one.
            continue
        found = Tally(closed.subject, other, item.operator, item.amount.value)
        tallies = (*closed.tallies, found)
        unsaid = -0.15 if state.bound else 0.0
        yield closed.on(item.end, unsaid, tallies=tallies, previous="np", joint="")


def _done_to(state: State) -> int:
    """What is at the other end from the subject; of whose answers were accepted, the answers."""
    link = state.links[-1]
    ends = (link.start, link.end)
    if state.subject in ends:
        return link.end if link.start == state.subject else link.start
    near = {
        end for x in state.links if state.subject in (x.start, x.end) for end in (x.start, x.end)
    }
    return next((end for end in ends if end in near), -1)


def _given(a: Assembler, state: State, item: Compare) -> Iterator[State]:
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
        if name is None:
            continue
        tests = conditions(
            Attribute(f"~{len(state.links)}", name),
            a.kind(type_, name),
            a.lexicon.property(type_, name),
            item.operator,
            item.amount,
            item.upper,
        )
        done = state.changed(pending=replace(pending, types=((type_, price),)))
        for test in tests or ():
            done = done.test(test)
        if tests:
            yield done.on(item.end, item.cost, previous="verb")


def _again(state: State) -> bool:
    return bool(state.tests)


def _held(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    held = state.held
    assert held is not None and item.amount is not None
    if held.word.verbal and state.bound:
        return
    pending = state.pending if state.pending and state.pending.holds else None
    for operand, owner, name, base, price, site in owned(a, state, held.word):
        if item.measures == ("age",) and a.kind(owner, name) in TIME_KINDS:
            # Died under the age of 20: not before the year 20.
            continue
        if held.word.verbal and isinstance(item.amount, Moment) and item.amount.whole_years:
            name = a.lexicon.fuller_year(owner, name) or name
            operand = replace(operand, property=name) if isinstance(operand, Attribute) else operand
        tests = conditions(
            operand,
            a.kind(owner, name),
            a.lexicon.property(owner, name),
            item.operator,
            item.amount,
            item.upper,
        )
        if tests is None:
            continue
        done = open_scope(base).changed(held=None, pending=pending)
        for test in tests:
            done = done.test(test)
        yield done.on(item.end, item.cost + price, previous="property", last=site, joint="")
    yield from _held_later(a, state, item)


def _held_later(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """Earn more than 5000 *at X*: kept by the relationship that comes next."""
    held = state.held
    if held is None or state.negate:
        return
    verb = state.pending if state.pending is not None and state.pending.types else None
    for candidate in (c for c in held.word.candidates if c.of_relationship):
        owner, name = candidate.owner, candidate.property
        left, stored = Attribute(f"~{len(state.links)}", name), a.lexicon.property(owner, name)
        kind = a.kind(owner, name)
        assert item.amount is not None
        tests = conditions(left, kind, stored, item.operator, item.amount, item.upper)
        later = expected(a, state, candidate) if verb is None else _of_verb(verb, owner)
        for _, waiting, price in later if tests else ():
            done = state.changed(held=None, pending=waiting)
            for test in tests or ():
                done = done.test(test)
            cost = item.cost + candidate.cost + price
            yield done.on(item.end, cost, previous="verb", joint="")
            break


def _of_verb(verb: Pending, type_: str) -> Iterator[tuple[int, Pending, float]]:
    """Sold *for a fee of more than 500*: kept by the relationship of the verb that waits."""
    for own, price in verb.types or ():
        if own == type_ and verb.kept is None and not verb.also:
            yield verb.site, replace(verb, types=((own, price),)), 0.0


def _repeated(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """Over 5 *and below 8*: the property is the one compared before."""
    assert item.amount is not None
    _, test = state.tests[-1]
    if not isinstance(test, Comparison) or not isinstance(test.left, Attribute):
        return
    owner = _owner(state, test.left.variable)
    tests = conditions(
        test.left,
        a.kind(owner, test.left.property),
        a.lexicon.property(owner, test.left.property),
        item.operator,
        item.amount,
        item.upper,
    )
    if tests:
        done = state
        for new in tests:
            done = done.test(new)
        yield done.on(item.end, item.cost + 0.05, previous="property", joint="", pending=None)


def _of_ranked(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """The highest rating *above 8*: what is compared is what things are ranked by."""
    operand = state.ranks[-1].operand
    if item.amount is None or not isinstance(operand, Attribute):
        return
    owner = _owner(state, operand.variable)
    kind, stored = a.kind(owner, operand.property), a.lexicon.property(owner, operand.property)
    tests = conditions(operand, kind, stored, item.operator, item.amount, item.upper)
    if tests:
        done = state
        for test in tests:
            done = done.test(test)
        yield done.on(item.end, item.cost + 0.05, previous="property", pending=None)


def _worth(a: Assembler, state: State, item: Compare) -> Iterator[State]:
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
        name = worth(a.lexicon, label, a.people) or years
        if name is None:
            continue
        kind, stored = a.kind(label, name), a.lexicon.property(label, name)
        operand = attribute(site, name)
        tests = conditions(operand, kind, stored, item.operator, item.amount, item.upper)
        done = open_scope(state.narrow(site, (label,))).changed(pending=None)
        for test in tests or ():
            done = done.test(test)
        if tests:
            yield done.on(item.end, item.cost + _BARE, previous="property", last=site, joint="")


def _owner(state: State, variable: str) -> str:
    number = int(variable[1:])
    if variable.startswith("~"):
        return state.links[number].types[0] if number < len(state.links) else ""
    return state.vertices[number].labels[0]


def _measured(
    a: Assembler, state: State, item: Compare | Amount, measures: tuple[str, ...]
) -> Iterator[State]:
    """Longer than two hours: the property that the words or the unit measure."""
    amount = item.amount
    assert amount is not None
    operator = item.operator if isinstance(item, Compare) else "="
    upper = item.upper if isinstance(item, Compare) else None
    if state.pending is not None and state.pending.word.startswith(VIA) and _dated(amount):
        # Ordered in 2020: the order was, not who placed it.
        return
    given = list(_measured_link(a, state, item, measures))
    yield from given
    # Rated after 2015: the rating was given then, not its ends made.
    other = 0.4 if given and (state.bound or _people_alone(state)) else 0.0
    if _dated(amount) and _anything(a, state):
        return
    counted = _counted(a, state) if _dated(amount) else -1
    sites = [(state, site, price) for site, price in a.sites(state) if counted in (-1, site)]
    acting, known = done_by_verb(state), len(state.vertices)
    if state.bound and not given:
        # Phones contacted on Monday: what is not said was made then.
        for closed in close_pending(a, state):
            added = range(len(state.vertices), len(closed.vertices))
            sites += [(closed, n, 0.0) for n in added]
    for state, site, distance in sites:
        pending = state.pending if state.pending and state.pending.holds else None
        for label in state.vertices[site].labels:
            found, someone = best_first(a, label, measures, amount), 0.0
            if _dated(amount):
                own = dated_by_verb(a, state, site, label)
                own = own or dated_by_value(a, state, site, label)
                found = [own, *found] if own is not None else found
                someone = of_someone(a, state, site, label) if own is None else 0.0
            if acting:
                unsaid = site >= known
                found = [
                    x for x in found if meant_by_verb(a, state, site, label, x[0], unsaid=unsaid)
                ]
            if isinstance(item, Amount):
                found = _dated_before(a, state, site, label) or found
            for name, price in found:
                sign = operator
                if "age" in measures and a.kind(label, name) in TIME_KINDS:
                    if isinstance(amount, Number):
                        continue
                    # What is older than 1990 came before.
                    sign = _OLDER.get(operator, operator)
                tests = conditions(
                    attribute(site, name),
                    a.kind(label, name),
                    a.lexicon.property(label, name),
                    sign,
                    amount,
                    upper,
                )
                if tests is None:
                    continue
                held = [x for x in state.vertices[site].labels if a.lexicon.property(x, name)]
                base = state.narrow(site, tuple(held) if state.vertices[site].open else (label,))
                done = open_scope(base).changed(pending=pending)
                for test in tests:
                    done = done.test(test)
                yield done.on(
                    item.end,
                    item.cost + distance + price + other + someone,
                    previous="property",
                    last=site,
                    joint="",
                )
                break


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
    for found in attributes(getattr(state.tests[-1][1], "left", None)):
        if found.variable == variable(site) and a.kind(label, found.property) in TIME_KINDS:
            return [(found.property, 0.0)]
    return None


def _dated(amount: Number | Moment) -> bool:
    return isinstance(amount, Moment)


def _people_alone(state: State) -> bool:
    """Whether a verb just joined two of a kind: learned from another before 2005, not born then."""
    if state.previous != "np" or not state.links or state.last < 0:
        return False
    link = state.links[-1]
    if state.last not in (link.start, link.end) or state.last_verb is None:
        return False
    ends = [set(state.vertices[n].labels) for n in (link.start, link.end)]
    return bool(state.last_verb.types) and bool(ends[0] & ends[1])


def _measured_link(
    a: Assembler, state: State, item: Compare | Amount, measures: tuple[str, ...]
) -> Iterator[State]:
    """Admitted since 2020: the relationship's own date, before any of its ends."""
    amount = item.amount
    assert amount is not None
    if state.bound:
        for closed in close_pending(a, state):
            yield from _measured_link(a, closed, item, measures)
        return
    if not state.links:
        return
    link = len(state.links) - 1
    ends = (state.links[link].start, state.links[link].end)
    spanned = isinstance(item, Compare) and item.operator in ("since", "until")
    said = spanned and state.previous == "np" and state.last in ends
    said = said or _people_alone(state)
    if not said and state.pending is None and state.previous not in _AFTER_LINK:
        return
    type_ = state.links[link].types[0]
    for name, price in a.lexicon.measures(type_, measures)[:2]:
        tests = conditions(
            Attribute(f"~{link}", name),
            a.kind(type_, name),
            a.lexicon.property(type_, name),
            item.operator if isinstance(item, Compare) else "=",
            amount,
            item.upper if isinstance(item, Compare) else None,
        )
        if tests:
            pending = state.pending if state.pending and state.pending.holds else None
            done = state.changed(pending=pending)
            for test in tests:
                done = done.test(test)
            yield done.on(item.end, item.cost + price + 0.1, previous="property", joint="")
            return


def amount(a: Assembler, state: State, item: Amount) -> Iterator[State]:
    """A bare amount: the value of the property just named, a year after "in", one before a noun."""
    if state.waiting and not (state.negate or state.premods):
        return
    if state.held is not None:
        if (
            state.held.word.verbal
            and isinstance(item.amount, Number)
            and 1000 <= item.amount.value <= 2200
        ):
            return
        yield from _held(a, state, Compare(item.start, item.end, item.cost, "=", item.amount))
        return
    if state.naming:
        return
    yield from _given(a, state, Compare(item.start, item.end, item.cost, "=", item.amount))
    measures = item.amount.measures if isinstance(item.amount, Number) else ("@time",)
    if measures:
        before = state.subject < 0 or state.previous in (
            "connector",
            "verb",
            "start",
            "ask",
            "count",
        )
        if before:
            yield state.on(item.end, item.cost, premods=(*state.premods, item), previous="premod")
        front = (
            isinstance(item.amount, Moment)
            and state.previous in ("start", "connector")
            and not state.sites
        )
        if front or item.fronts:
            return
        if (
            state.sites
            and not state.premods
            and (
                isinstance(item.amount, Number)
                or state.previous
                in ("connector", "bracket", "held", "verb", "closed", "np", "property")
            )
        ):
            yield from _measured(a, state, item, measures)


CONSTRUCTIONS = {Compare: compare, Amount: amount}
