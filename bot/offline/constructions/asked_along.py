"""A second thing asked along is shown beside the first: who judged X, and how many points."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.had import release
from bot.offline.constructions.placing import close_pending
from bot.offline.items import Along, Candidate, Function, PropertyWord
from bot.offline.state import Ask, Pending, State, Vertex, variable
from memory.query import Aggregate, Attribute
from memory.schema import Join

# Which they are is asked, and whether there are any only at first.
_ASKED = -0.1


def along(a: Assembler, state: State, item: Along) -> Iterator[State]:
    """The question before it is closed; what it asks is added."""
    if state.subject < 0 or state.mode or state.waiting:
        return
    if any(ask.function or ask.owner != state.subject for ask in state.asks):
        return
    for told in release(a, state) if state.held is not None else (state,):
        for closed in close_pending(a, told):
            for done in _added(a, closed.changed(pending=None), item):
                yield done.on(item.end, item.cost, previous="along")


def _added(a: Assembler, state: State, item: Along) -> Iterator[State]:
    if item.that:
        yield from _known(a, state)
    elif item.verb is not None:
        yield from _others(a, state, item)
    elif item.word is not None:
        states = [state]
        for word in (item.word, *item.more):
            states = [new for s in states for new in _property(a, s, word)]
        yield from states
    else:
        yield from _when(a, state)


def _when(a: Assembler, state: State) -> Iterator[State]:
    """When it was done, where that is kept with what was done; else when they were."""
    done = [
        (n, Candidate(link.types[0], name, True, price))
        for n, link in enumerate(state.links)
        if not link.scope and state.subject in (link.start, link.end) and len(link.types) == 1
        for name, price in a.lexicon.measures(link.types[0], ("@time",))[:1]
    ]
    for n, kept in done if len(done) == 1 else ():
        yield _asked(state, Ask((kept,), -2 - n), kept.cost)
    label = state.vertices[state.subject].labels[0]
    for name, price in () if done else a.lexicon.measures(label, ("@time",))[:1]:
        own = Ask((Candidate(label, name, False, price),), state.subject, when=True)
        yield _asked(state, own, price)


def _property(a: Assembler, state: State, word: PropertyWord) -> Iterator[State]:
    """Of what is asked for, of what joins it, or of what is joined to it."""
    for candidate in word.candidates:
        if candidate.of_relationship:
            for n, link in enumerate(state.links):
                if link.types == (candidate.owner,) and not link.scope:
                    yield _asked(state, Ask((candidate,), -2 - n), candidate.cost)
        elif candidate.owner in state.vertices[state.subject].labels:
            yield _asked(state, Ask((candidate,), state.subject), candidate.cost)


def _known(a: Assembler, state: State) -> Iterator[State]:
    """What was only said to be there."""
    for scope, test in reversed(state.tests):
        left = getattr(test, "left", None)
        known = isinstance(left, Attribute) and getattr(test, "operator", "") == "IS NOT NULL"
        if known and isinstance(left, Attribute) and left.variable == variable(state.subject):
            label = state.vertices[state.subject].labels[0]
            if not scope and a.lexicon.property(label, left.property) is not None:
                candidate = Candidate(label, left.property, False, 0.0)
                yield _asked(state, Ask((candidate,), state.subject), 0.0)
            return


def _asked(state: State, ask: Ask, price: float) -> State:
    """With a number of rows ranked by a count, one row would become several."""
    counted = any(isinstance(rank.operand, Aggregate) for rank in state.ranks) or state.tallies
    return state.plus(price + (0.6 if counted else 0.0), asks=(*state.asks, ask), added=True)


def _others(a: Assembler, state: State, item: Along) -> Iterator[State]:
    """And who made them: each beside what they made."""
    assert item.verb is not None
    role = "agent" if item.verb.voice == "passive" else "patient"
    for type_, price in item.verb.types:
        joins = a.schema.relationships[type_].joins
        if not _is_theirs(a, state, joins, role):
            continue
        ends = tuple(dict.fromkeys(x for j in joins for x in (j.start, j.end)))
        added, n = state.add(Vertex(ends, word="open"))
        pending = Pending(state.subject, ((type_, price),), role)
        for joined in a.connect(added, state.subject, n, pending):
            if len(joined.links) == len(state.links) + 1:
                yield joined.changed(shown=(*joined.shown, n))


def _is_theirs(a: Assembler, state: State, joins: tuple[Join, ...], role: str) -> bool:
    """Whether it was done to what is asked for, or by it: who acted in Heat was not directed."""
    ends = {join.end if role == "patient" else join.start for join in joins}
    labels = state.vertices[state.subject].labels
    return any(a.related(label, end) for label in labels for end in ends)


def which_ones(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Are there any ...? *Who?* They are listed."""
    if state.mode == "yes_no" and state.subject >= 0 and not state.waiting:
        yield state.on(item.end, _ASKED, mode="")


CONSTRUCTIONS = {Along: along, "which_ones": which_ones}
