"""Amounts and comparisons: in 1999, after 2010, over 2 hours, rated more than five times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.held_to import as_compare
from bot.offline.constructions.measured import measured, worth_so_much
from bot.offline.constructions.named_amounts import kept_by_verb, named, of_ranked, said_again
from bot.offline.constructions.placing import close_pending
from bot.offline.items import TIMES, Amount, Compare
from bot.offline.state import WHOSE, Link, State, Tally, about, variable
from bot.stored.amounts import Moment, Number
from bot.stored.comparing import AS_NUMBER

# That what is compared was only done, and comes next: released in several languages.
_BARE_VERB = 0.35
# That a number waits for its property, which follows: over 500 votes.
_WAITS = 0.05
# What stands before an amount that only says what a thing is worth.
_BARELY = ("np", "closed", "auxiliary", "helping", "doing", "connector", "property", "relative")
# What a year before its noun may follow: 2001 vehicles.
_BEFORE_NOUNS = ("connector", "verb", "start", "ask", "count")
# What a time may follow that is said of something before it.
_BEFORE_TIMES = ("connector", "bracket", "held", "verb", "closed", "np", "property")
# Against the reading in which the figure just named is compared, which costs 0.1.
_OF_EACH = 0.3


def compare(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """A comparison: with the property just named, with what it measures, or with what follows."""
    if state.premods or state.compare is not None or state.rank is not None:
        return
    if item.amount is None:
        return
    if state.held is not None:
        yield from named(a, state, item)
        if state.held.word.verbal and state.previous == "connector" and not state.bound:
            # Released in several languages: what is compared comes next.
            bare = state.changed(held=None, pending=None)
            yield bare.on(item.end, item.cost + _BARE_VERB, compare=item, previous="compare")
        return
    if item.measures == TIMES:
        yield from times(a, state, item)
        return
    kept = [*kept_by_verb(a, state, item)]
    yield from kept
    number = isinstance(item.amount, Number)
    measures = item.measures or _measures(item.amount)
    if measures and state.sites:
        # A total value over 500 dollars: it is the total that is over it.
        at_once = state.previous in ("property", "connector") and state.np_end < item.start - 1
        figured = at_once and state.asks and state.asks[-1].function
        # Eats more than 5 kg of rice: so much rice, not who eats it.
        for done in measured(a, state, item, measures):
            yield done.plus(_OF_EACH if figured or kept else 0.0)
    elif state.joint and state.tests:
        yield from said_again(a, state, item)
    elif state.previous == "property" and state.ranks and not measures:
        yield from of_ranked(a, state, item)
    elif state.previous in _BARELY and not measures:
        yield from worth_so_much(a, state, item)
    if number and not item.measures:
        yield state.on(item.end, item.cost + _WAITS, compare=item, previous="compare")


def _measures(amount: Number | Moment) -> tuple[str, ...]:
    """What an amount measures by itself: a length, a time."""
    return amount.measures if isinstance(amount, Number) else ("@time",)


def amount(a: Assembler, state: State, item: Amount) -> Iterator[State]:
    """A bare amount: the value of the property just named, a year after "in", one before a noun."""
    if state.waiting and not (state.negate or state.premods):
        return
    number = item.amount.value if isinstance(item.amount, Number) else None
    if state.held is not None:
        if not (state.held.word.verbal and number is not None and 1000 <= number <= 2200):
            yield from named(a, state, as_compare(item))
        return
    if state.naming:
        return
    yield from kept_by_verb(a, state, as_compare(item))
    measures = _measures(item.amount)
    if not measures:
        return
    if state.subject < 0 or state.previous in _BEFORE_NOUNS:
        yield state.on(item.end, item.cost, premods=(*state.premods, item), previous="premod")
    if item.fronts or not state.sites or state.premods:
        return
    if number is not None or state.previous in _BEFORE_TIMES:
        yield from measured(a, state, item, measures)


def times(a: Assembler, state: State, item: Compare) -> Iterator[State]:
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
        if (thing := _described(state, closed)) >= 0:
            # Who wrote papers cited more than five times: each of the papers.
            other = _other_end(closed.links[-1], thing)
            found = replace(found, owner=thing, counted=other, apart=True)
        tallies = (*closed.tallies, found)
        unsaid = -0.15 if state.bound else 0.0
        yield closed.on(item.end, unsaid, tallies=tallies, previous="np", joint="")


def _described(state: State, closed: State) -> int:
    """The noun that a waiting participle describes, where that is not what is asked for."""
    verb, pending, link = state.last_verb, state.pending, closed.links[-1]
    if not state.bound or pending is None or verb is None or verb.word == WHOSE or link.scope:
        return -1
    site = pending.site
    apart = site != closed.subject and site in (link.start, link.end)
    return site if apart and closed.vertices[site].word == "noun" else -1


def _other_end(link: Link, n: int) -> int:
    return link.end if link.start == n else link.start


def _done_to(state: State) -> int:
    """What is at the other end from the subject; of whose answers were accepted, the answers."""
    link = state.links[-1]
    ends = (link.start, link.end)
    if state.subject in ends:
        return _other_end(link, state.subject)
    near = {
        end for x in state.links if state.subject in (x.start, x.end) for end in (x.start, x.end)
    }
    return next((end for end in ends if end in near), -1)


CONSTRUCTIONS = {Compare: compare, Amount: amount}
