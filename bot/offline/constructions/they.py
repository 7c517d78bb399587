"""A cake *they* ordered, someone they work with: who is asked for acts again on a noun just joined.

What they do to it is one more tie between the two, never something that anybody did to it.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Function, Verb
from bot.offline.state import Pending, State
from bot.offline.telling_types import connecting
from bot.words.data import load

_PREPOSITIONS = frozenset(load("phrases")["prepositions"])
_ANYHOW = 0.1
# How two are joined is said once, and another time only of another way.
_TWICE = 0.3
_SHOWING = _PREPOSITIONS | {"", "and", "have", "has", "had"}
# Where they are: nothing but that it is there.
_PLACED = frozenset(["located", "situated", "headquartered", "based"])


def told_of(state: State) -> bool:
    """Whether the noun before is joined already, and is another one than is asked for."""
    noun = _noun_before(state)
    if noun in (state.subject, -1):
        return False
    return any(noun in (link.start, link.end) for link in state.links)


def _noun_before(state: State) -> int:
    """The vertex of the noun before; not that of an order by which something was bought."""
    return next((n for n in reversed(state.sites) if state.vertices[n].word != "path"), -1)


def clause_of_theirs(state: State) -> bool:
    """Whether what comes tells of the noun before what somebody of theirs did to it."""
    open_ = state.pending is None and not state.waiting
    return open_ and state.previous in ("np", "relative") and told_of(state)


def acts_again(state: State) -> bool:
    """Whether what is asked for was just pointed at once more, and waits for what it does."""
    if state.last != state.subject or state.subject not in state.floats:
        return False
    # A game that the streamer they follow plays: the streamer waits for a verb, too.
    return told_of(state) or _noun_before(state) in set(state.floats) - {state.subject}


def does(a: Assembler, state: State, item: Verb) -> Iterator[State]:
    """... *rated*: the noun right before is what they do it to, and may still do something."""
    noun, subject = _noun_before(state), state.subject
    role = "patient" if item.voice == "passive" else "agent"
    waiting = Pending(subject, item.types, role, kept=item.kept)
    verb = Pending(noun, item.types, "", kept=item.kept)
    floats = tuple(f for f in state.floats if f != subject)
    shown = _only_shown(state, noun)
    base = told_anew(state, waiting)
    for joined in a.connect(base, subject, noun, waiting):
        told = set(joined.links[len(base.links) :]) <= set(base.links)
        if state.scope and _denied_again(joined, len(state.links)):
            continue
        told = told or base is not state
        done = joined.plus(_TWICE if told != shown else 0.0, floats=floats, last=noun)
        previous = "np" if noun in floats else "closed"
        yield done.on(
            item.end,
            item.cost,
            sites=state.sites,
            pending=None,
            joint="",
            previous=previous,
            last_verb=verb,
        )


def _only_shown(state: State, noun: int) -> bool:
    """Whether nothing was said of how the noun is theirs: votes for all films they made."""
    verb = state.last_verb
    named = [n for n, v in enumerate(state.vertices) if v.word != "path"]
    bare = verb is not None and verb.types is None and verb.site == state.subject
    bare = bare and verb is not None and verb.word in _SHOWING
    return bare and noun not in state.floats and set(named) == {state.subject, noun}


def told_anew(state: State, verb: Pending) -> State:
    """The state before a guess how those counted are theirs, where a verb says it otherwise.

    The number of orders they placed, the most reports that concern them: of no way but that.
    """
    counted = state.ranks or state.tallies or any(ask.function for ask in state.asks)
    alone = len(state.links) == 1 and not state.links[0].scope and not state.tests
    if not counted or not alone or not _only_shown(state, _noun_before(state)):
        return state
    if verb.kept is None and {type_ for type_, _ in verb.types or ()} & set(state.links[0].types):
        return state
    return state.changed(links=())


def _denied_again(state: State, known: int) -> bool:
    """Whether it is denied what was just said: with products they never reviewed."""
    said = {(link.start, link.end, link.types) for link in state.links[:known]}
    return {(link.start, link.end, link.types) for link in state.links[known:]} <= said


def tied(a: Assembler, state: State, word: str, item: Function) -> Iterator[State]:
    """... *ordered*, ... *work with*: they are joined to that noun in one more way."""
    pending = Pending(state.subject, None, "", word, empty=word in _PREPOSITIONS)
    base = told_anew(state, pending)
    for joined in a.connect(base, state.subject, _noun_before(state), pending):
        if set(joined.links[len(base.links) :]) & set(base.links):
            continue
        floats = tuple(f for f in state.floats if f != state.subject)
        # Ordered in 2020: that is when the order was.
        event = range(len(state.vertices), len(joined.vertices))
        sites = (*state.sites, *event)
        yield joined.on(item.end, item.cost, floats=floats, sites=sites, previous="closed")


def connected_again(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """The department they *belong to*: for some other reason than was said before."""
    word = connecting(item.word)
    noun = _noun_before(state)
    if word in _PLACED and state.joined(state.subject, noun) and not state.scope:
        # The same city where they are located.
        floats = tuple(f for f in state.floats if f != state.subject)
        yield state.on(item.end, _ANYHOW, floats=floats, previous="closed")
        return
    for joined in tied(a, state, word, item) if word in _PREPOSITIONS else ():
        yield joined.plus(_ANYHOW)
