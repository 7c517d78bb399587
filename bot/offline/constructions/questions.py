"""Question words: which, what, when; and words that say nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.implied import expected, implied
from bot.offline.items import Candidate, Function, PropertyWord, Skip
from bot.offline.state import Ask, State
from bot.stored.kinds import TIME_KINDS
from bot.words.data import load

_MAKING = ("make", "made", "makes")
# Since when is sooner of what joins two things than of one of them.
_LASTING = 0.12
_GIST = ("names.plot", "names.summary", "names.description", "names.bio")


def ask(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Which, what: what follows is asked for."""
    if state.subject < 0 and not state.waiting:
        yield state.on(item.end, 0.0, previous="ask")


def skip(a: Assembler, state: State, item: Skip) -> Iterator[State]:
    """Goes on."""
    yield state.on(item.end, item.cost)


# The directors of every film: of any of them.
_AMONG = frozenset(["of", "for", "in", "from"])
_FOR_EACH = 0.1


def universal(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """All films; but to act in every film is to have no film in which one didn't."""
    pending = state.pending
    summed = any(ask.function for ask in state.asks)
    if pending is not None and pending.types and not summed:
        return
    if state.mode == "yes_no" and state.subject < 0:
        # Are all films long: not whether there are any (see the frame).
        return
    inside = state.subject >= 0 and state.mode != "count" and not (summed or state.groups)
    said = state.last_verb is not None and state.last_verb.word not in _AMONG
    among = pending is not None and pending.word in _AMONG and not said
    if item.word == "every" and inside and not among:
        return
    # The number of products in every category: rather for each.
    each = item.word == "every" and state.mode == "count" and state.subject >= 0
    yield state.on(item.end, item.cost + (_FOR_EACH if each else 0.0))


def only(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Only films after 2010; but who made only comedies has no film that isn't one."""
    if state.subject < 0:
        yield state.on(item.end, 0.0)


def back(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Cities with firms *in them*: said again, where the two are joined already."""
    if state.pending is not None and state.pending.types and item.word == "with them":
        # Report to X and work with them: who it is done with would be lost.
        return
    if state.pending is not None or state.focus < 0 or state.near(state.focus, state.subject):
        yield state.on(item.end, 0.0)


def moment(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """When: a date of what the question is about."""
    if state.subject >= 0 or state.asks or state.waiting:
        return
    lasts = item.word == "since when"
    measures = ("joined", "start", "@time") if lasts else ("@time",)
    found = [
        Candidate(label, name, False, price + (_LASTING if lasts else 0.0))
        for label in a.schema.labels
        for name, price in a.lexicon.measures(label, measures)
        if a.kind(label, name) in TIME_KINDS
    ]
    # Since when are X and Y friends: since when that holds; when did it happen between them?
    found += [
        Candidate(type_, name, True, price + (0.0 if lasts else _LASTING))
        for type_ in a.schema.relationships
        for name, price in a.lexicon.measures(type_, ("start",) if lasts else ("@time",))
        if a.kind(type_, name) in TIME_KINDS
    ]
    asks = (Ask(tuple(found), lasting=lasts, when=not lasts),)
    if found or not lasts:
        yield state.on(item.end, 0.0, asks=asks, previous="when", singular=True)


# How long an airport is nothing else tells; how expensive a book is may be told by who sells it.
_ITSELF = frozenset(["how long", "how tall", "how high", "how heavy", "how wide", "how deep"])


def measure(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """How long, how old: the property that measures it."""
    if state.subject >= 0 or state.asks or state.waiting:
        return
    names = tuple(load("scales")["questions"][item.word]["measure"])
    found = [
        Candidate(label, name, False, price)
        for label in a.schema.labels
        for name, price in a.lexicon.measures(label, names)
    ]
    if found:
        asked = Ask(
            tuple(found),
            age="birth" in names,
            vaguely=item.word == "how much",
            itself=item.word in _ITSELF,
        )
        yield state.on(item.end, 0.0, asks=(asked,), previous="when", singular=True)


def amount(a: Assembler, state: State, item: PropertyWord | Function) -> Iterator[State]:
    """How much did X *cost*, *make*: which of its sums is asked for."""
    if len(state.asks) != 1 or not state.asks[0].vaguely or state.held is not None:
        return
    ask = state.asks[0]
    if isinstance(item, PropertyWord):
        yield from _earned(a, state, item)
        meant = {(c.owner, c.property) for c in item.candidates}
    else:
        takings = [(x, n) for x in a.schema.labels for n, _ in a.lexicon.measures(x, ("revenue",))]
        meant = set(takings) if item.word in _MAKING else set()
    owners = state.vertices[ask.owner].labels if ask.owner >= 0 else tuple(a.schema.labels)
    known = _sums(a, owners)
    chosen = tuple(c for c in known if (c.owner, c.property) in meant)
    if chosen:
        asked = Ask(chosen[:1] if ask.owner >= 0 else chosen, ask.owner)
        yield state.on(item.end, item.cost, asks=(asked,), previous="property", pending=None)


def _earned(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """How much does X *earn*: what is kept with what X does."""
    for candidate in item.candidates if item.verbal else ():
        if not candidate.of_relationship or a.kind(candidate.owner, candidate.property) != "number":
            continue
        known = [n for n, link in enumerate(state.links) if candidate.owner in link.types]
        for n in known[-1:]:
            asks = (Ask((candidate,), -2 - n),)
            yield state.on(item.end, item.cost + candidate.cost, asks=asks, previous="property")
        for joined, _, price in () if known else implied(a, state, candidate, named=True):
            asks = (Ask((candidate,), -1 - len(joined.links)),)
            cost = item.cost + candidate.cost + price
            yield joined.on(item.end, cost, asks=asks, previous="property")
        for _, waiting, price in () if known else expected(a, state, candidate, named=True):
            asks = (Ask((candidate,), -2 - len(state.links)),)
            cost = item.cost + candidate.cost + price
            yield state.on(item.end, cost, asks=asks, previous="verb", pending=waiting)


def _sums(a: Assembler, labels: tuple[str, ...]) -> list[Candidate]:
    names = tuple(load("scales")["questions"]["how much"]["measure"])
    return [
        Candidate(label, name, False, price)
        for label in labels
        for name, price in a.lexicon.measures(label, names)
    ]


def gist(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """What is X *about*: the property that tells what it is."""
    if state.previous != "np" or state.last < 0 or state.asks or state.last != state.subject:
        return
    if state.vertices[state.last].word != "value":
        return
    label = state.vertices[state.last].labels[0]
    for name, price in a.lexicon.measures(label, _GIST)[:1]:
        ask = Ask((Candidate(label, name, False, 0.0),), state.last)
        yield state.on(item.end, price, asks=(ask,), previous="property")


def chosen_moment(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """When was X *born*: the verb tells which date."""
    if (
        len(state.asks) != 1
        or state.asks[0].function
        or state.asks[0].vaguely
        or state.asks[0].age
        or state.waiting
        or state.held is not None
    ):
        return
    ask = state.asks[0]
    one = len(ask.candidates) < 2 and ask.owner < 0 and not ask.when
    if one or state.previous == "property":
        return
    if not ask.when and not any(a.kind(c.owner, c.property) in TIME_KINDS for c in ask.candidates):
        # The countries that something was shipped to are no date.
        return
    for candidate in item.candidates:
        kind = a.kind(candidate.owner, candidate.property)
        if kind not in TIME_KINDS or candidate.of_relationship:
            continue
        if ask.owner >= 0 and candidate.owner not in state.vertices[ask.owner].labels:
            continue
        if ask.when and state.vertices and not _there(state, candidate.owner):
            # When did X start: no start of what X has to do with.
            continue
        chosen = Ask((candidate,), ask.owner, lasting=ask.lasting)
        yield state.on(item.end, item.cost + candidate.cost, asks=(chosen,), previous="property")


def told_by_both(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """To which *countries* were orders *shipped*: the property that is called for both."""
    if len(state.asks) != 1 or state.previous == "property" or state.waiting or state.held:
        return
    ask = state.asks[0]
    if ask.function or ask.when or ask.age or ask.owner < -1:
        return
    named = {(c.owner, c.property) for c in item.candidates if not c.of_relationship}
    for candidate in ask.candidates:
        own = ask.owner < 0 or candidate.owner in state.vertices[ask.owner].labels
        if a.kind(candidate.owner, candidate.property) != "text":
            # Bottles sold are summed up, or told one by one.
            continue
        if (
            own
            and (candidate.owner, candidate.property) in named
            and _there(state, candidate.owner)
        ):
            chosen = replace(ask, candidates=(replace(candidate, cost=0.0),))
            yield state.on(item.end, item.cost, asks=(chosen,), previous="property")


def _there(state: State, label: str) -> bool:
    return any(label in vertex.labels for vertex in state.vertices)


def chosen(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """The word that tells which date or sum was asked for."""
    yield from chosen_moment(a, state, item)
    yield from told_by_both(a, state, item)
    yield from amount(a, state, item)


CONSTRUCTIONS = {
    "agent": amount,
    "ask": ask,
    Skip: skip,
    "universal": universal,
    "back": back,
    "only": only,
    "moment": moment,
    "measure": measure,
    "gist": gist,
    PropertyWord: chosen,
}
