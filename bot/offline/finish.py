"""The end of a question: what is still open is closed, or the reading falls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.bare_groups import settle_ahead
from bot.offline.constructions.either import any_of
from bot.offline.constructions.had import release
from bot.offline.constructions.kept_values import fill_roles
from bot.offline.constructions.never import settle_never
from bot.offline.constructions.placing import close_pending
from bot.offline.constructions.premodifiers import premodify
from bot.offline.items import Amount, Value
from bot.offline.money import money_of
from bot.offline.state import (
    TOO_DEAR,
    Ask,
    Link,
    Pending,
    Rank,
    State,
    Vertex,
    about,
    attribute,
    tally,
    variable,
)
from bot.offline.when_asked import of_one
from memory.query import (
    Aggregate,
    Arithmetic,
    Attribute,
    Comparison,
    Condition,
    Entity,
)
from memory.tree_edits import attributes_of

_LOOSE = 0.5
_FAR = 0.8
_ONE_NAMED = 0.5
_UNSAID = 0.6
_ALONE = 0.6
# What it costs to read two words as one: the city they live in is where something else lies.
_AGAIN = 0.06
# What asking for a relationship's date costs more, given back where its verb is asked about.
_SAID = 0.12
_PASSED = 0.3


def finish(a: Assembler, state: State) -> Iterator[State]:
    """The complete readings that a state at the end of the question stands for."""
    states = list(release(a, state)) if state.held is not None else [state]
    states = [_commonest(c) for s in states for c in _most(a, s)]
    for done in states:
        unranked = bool(done.span) and not done.groups
        unranked = unranked or any(ask.vaguely for ask in done.asks)
        if done.previous == "relative":
            # Who made it and when: that is not told.
            continue
        if done.previous == "their":
            # Friends with her: nothing of hers was named.
            continue
        if done.waiting or unranked or (done.joint and done.previous == "joint"):
            continue
        filled = (f for c in _closed(a, done) for f in fill_roles(a, c))
        for closed in (s for c in filled for s in _fronted(a, c)):
            for tied in _tie_floats(a, closed):
                for asked in _own_asks(a, _counting_times(a, tied)):
                    if asked.subject < 0 or _of_what(asked) or of_one(a, asked):
                        continue
                    if (
                        _hollow(asked)
                        or _does_it(asked)
                        or (asked.mode == "yes_no" and (asked.asks or asked.ranks))
                    ):
                        # Whether X's email is known is not told by there being an X.
                        continue
                    if _somebody(a, asked) or not (_kept_by_links(a, asked) and _kept(a, asked)):
                        continue
                    if _connected(asked) and _within(asked) and not _out_of_role(asked):
                        for either in any_of(a, asked):
                            told = settle_never(_said_once(either))
                            yield told.plus(_ALONE if _ranks_one(a, told) else 0.0)


def _closed(a: Assembler, state: State) -> Iterator[State]:
    for closed in close_pending(a, state):
        yield from settle_ahead(a, closed)


def _said_once(state: State) -> State:
    """Without what is said twice: actors by the number of films *they acted in*."""
    links = tuple(dict.fromkeys(state.links))
    plain = [x for x in state.links if not _of_role(state, x)]
    again = _AGAIN * (len(plain) - len(set(plain)))
    told = [int(x.variable[1:]) for _, t in state.tests for x in _linked(t)]
    told += [-2 - ask.owner for ask in state.asks if ask.owner < -1]
    # Of the battles *in which they attacked*: which of the ways it was.
    said = [(link.start, link.end, link.types[0]) for link in links if len(link.types) == 1]
    links = tuple(
        link
        for link in links
        if len(link.types) == 1 or not any((link.start, link.end, t) in said for t in link.types)
    )
    kept = state.links[: max(told, default=-1) + 1] == links[: max(told, default=-1) + 1]
    return state.plus(again, links=links) if kept else state


def _of_role(state: State, link: Link) -> bool:
    """Whether someone is named by a relationship: managers, with people that report to them."""
    return "role" in (state.vertices[link.start].word, state.vertices[link.end].word)


def _kept(a: Assembler, state: State) -> bool:
    """Whether what things are held to is kept of them: no branch has the status of a claim."""
    for found in (x for _, test in state.tests for x in attributes_of(getattr(test, "left", None))):
        if found.variable.startswith("#"):
            labels = state.vertices[int(found.variable[1:])].labels
            if not any(a.lexicon.property(label, found.property) for label in labels):
                return False
    return True


def _kept_by_links(a: Assembler, state: State) -> bool:
    """Whether all that is told of relationships is what those keep."""
    for found in (x for _, test in state.tests for x in _linked(test)):
        n = int(found.variable[1:])
        types = state.links[n].types if n < len(state.links) else ()
        known = [a.schema.relationships[t].properties for t in types]
        if not known or not any(found.property in properties for properties in known):
            return False
    return True


def _out_of_role(state: State) -> bool:
    """Whether someone is said to stand in a relationship, and stands in none."""
    ends = {end for link in state.links for end in (link.start, link.end)}
    return any(v.word == "role" and n not in ends for n, v in enumerate(state.vertices))


def _of_what(state: State) -> bool:
    """Whether a property is asked of "what": what is the score of answers asks it of answers."""
    return any(ask.owner >= 0 and state.vertices[ask.owner].word == "thing" for ask in state.asks)


def _does_it(state: State) -> bool:
    """Whether what did X do would be X itself, of whom nothing else is asked."""
    asked = state.mode or state.asks or state.groups
    return state.doing and not asked and state.vertices[state.subject].word != "thing"


def _somebody(a: Assembler, state: State) -> bool:
    """Whether "what" would be a person: what was written is never its author."""
    subject, people = state.vertices[state.subject], {*a.people, *a.bodies}
    whole = len(people) == len(a.schema.labels)
    return subject.word == "thing" and not whole and set(subject.labels) <= people


def _hollow(state: State) -> bool:
    """Whether something was denied and nothing is: are not completed, where that is not told."""
    held = {link.scope for link in state.links} | {scope for scope, _ in state.tests}
    return bool(state.scope) and state.scope not in held


def _linked(test: Condition) -> list[Attribute]:
    sides = (test.left, test.right) if isinstance(test, Comparison) else ()
    return [x for side in sides for x in attributes_of(side) if x.variable.startswith("~")]


def _ranks_one(a: Assembler, state: State) -> bool:
    """Whether something is ranked though it is named: a first Star Wars film is one of several."""
    for rank in state.ranks:
        if isinstance(rank.operand, Aggregate) or rank.owner < 0:
            continue
        shown = a.lexicon.shown(state.vertices[rank.owner].labels[0])[:1]
        names = [attribute(rank.owner, name) for name in shown]
        tests = [t for _, t in state.tests if isinstance(t, Comparison) and t.operator == "="]
        if any(test.left in names for test in tests):
            return True
    return False


def _most(a: Assembler, state: State) -> Iterator[State]:
    """Shared the most: what shares it is counted, though nobody says what that is."""
    counting = state.rank is not None and state.rank.measures == ("#count",)
    if counting and state.pending is not None and state.pending.types and not state.links:
        # Gave the most: no number of those to whom sums of money were given.
        types = (type_ for type_, _ in state.pending.types)
        if not any(money_of(a.lexicon, type_) for type_ in types):
            yield from close_pending(a, state)
    else:
        yield state


def _commonest(state: State) -> State:
    """The most common genres: ranked by how many of what they are joined to."""
    if state.rank is None or state.rank.measures != ("#count",) or state.subject < 0:
        return state
    near = [
        x.end if x.start == state.subject else x.start
        for x in state.links
        if state.subject in (x.start, x.end) and x.scope == 0
    ]
    near = [n for n in near if not any(_names(test, n) for _, test in state.tests)]
    if not near:
        return state
    # Who is cited the most: in the most papers, though what was theirs may be what is counted.
    passed = state.vertices[near[0]].word == "path" and not state.vertices[near[0]].open
    key = Rank(tally(near[0]), state.rank.descending, state.subject)
    # Who writes the most: one does.
    one = state.singular or state.vertices[state.subject].open
    price = 0.1 + (_PASSED if passed else 0.0)
    return state.plus(price, rank=None, ranks=(*state.ranks, key), singular=one)


def _names(test: Condition, n: int) -> bool:
    """Whether a test leaves one of a vertex, so that there is nothing to count."""
    return isinstance(test, Comparison) and test.operator == "=" and about(test) == variable(n)


def _fronted(a: Assembler, state: State) -> Iterator[State]:
    """In 2010, which ...: what stands before the comma describes something after it."""
    states = [state.changed(fronted=())]
    for item in state.fronted:
        states = [new for s in states for new in _apply_front(a, s, item)]
    yield from states


def _apply_front(a: Assembler, state: State, item: object) -> Iterator[State]:
    if not isinstance(item, Amount | Value) or state.subject < 0:
        return
    found = False
    for n in range(len(state.vertices)):
        if isinstance(item, Value) and item.link.label not in state.vertices[n].labels:
            continue
        for done in premodify(a, state, n, item):
            found = True
            yield done.plus(0.05 * n)
    if not found and isinstance(item, Value):
        yield from premodify(a, state, state.subject, item)


def _tie_floats(a: Assembler, state: State) -> Iterator[State]:
    floats = [f for f in state.floats if f != state.subject]
    states = [state.changed(floats=())]
    for afloat in floats:
        others = [s for s in (state.subject,) if s >= 0]
        # Per genre: that it is joined to what is counted goes without saying.
        loose = 0.0 if Entity(variable(afloat)) in state.groups else _LOOSE
        if loose and set(state.vertices[afloat].labels) & set(state.vertices[state.subject].labels):
            # Lawyers, customers: that they know each other would be said.
            loose += _UNSAID
        states = [
            joined.plus(loose)
            for s in states
            for other in others
            for joined in a.connect(s, other, afloat, Pending(other, None))
            # Each has several ways: of many named in a row there would be thousands of states.
            if joined.cost + loose <= TOO_DEAR
        ]
    yield from states


def _own_asks(a: Assembler, state: State) -> Iterator[State]:
    """Properties asked for whose owner the question never named: at which address..."""
    states = [state]
    for i, ask in enumerate(state.asks):
        if ask.owner < 0:
            states = [new for s in states for new in _own(a, s, i, ask)]
    for owned in states:
        if owned.subject < 0 and owned.asks:
            owned = owned.changed(subject=owned.asks[0].owner)
        yield owned


def _own(a: Assembler, state: State, i: int, ask: Ask) -> Iterator[State]:
    found = False
    for candidate in ask.candidates:
        for n, vertex in enumerate(state.vertices):
            if candidate.owner in vertex.labels and not candidate.of_relationship:
                found = True
                owned = replace(ask, candidates=(candidate,), owner=n)
                far = 0.1 if n != state.subject else 0.0
                if far and vertex.word == "value":
                    # The birth date of X's owner is not that of X.
                    continue
                asks = (*state.asks[:i], owned, *state.asks[i + 1 :])
                yield state.narrow(n, (candidate.owner,)).plus(candidate.cost + far, asks=asks)
        for n, link in enumerate(state.links):
            if candidate.of_relationship and candidate.owner in link.types:
                found = True
                owned = replace(ask, candidates=(candidate,), owner=-2 - n)
                asks = (*state.asks[:i], owned, *state.asks[i + 1 :])
                # When did X save Y: the verb is what it is asked of, sooner than either.
                said = ask.when and state.subject in (link.start, link.end)
                saved = min(candidate.cost, _SAID) if said else 0.0
                yield state.plus(candidate.cost - saved, asks=asks)
    if ask.function:
        yield from _from_nothing(a, state, i, ask)
    itself = ask.age or ask.when or ask.itself
    if found or len(ask.candidates) > 12 or (itself and state.subject >= 0):
        # How old X is, when it was, where: no age, date or place of what X has to do with.
        return
    for candidate in ask.candidates:
        if candidate.of_relationship:
            continue
        added, n = state.add(Vertex((candidate.owner,), word="path"))
        owned = replace(ask, candidates=(candidate,), owner=n)
        base = added.changed(asks=(*state.asks[:i], owned, *state.asks[i + 1 :]))
        if state.subject < 0:
            owner = base.changed(subject=n, sites=(n,)).plus(candidate.cost + 0.2)
            if state.sites:
                yield from a.connect(owner, state.sites[-1], n, Pending(state.sites[-1], None))
            else:
                yield owner
            continue
        for joined in a.connect(base, state.subject, n, Pending(state.subject, None)):
            yield joined.plus(
                candidate.cost + 0.4, subject=n if not ask.function else state.subject
            )


def _from_nothing(a: Assembler, state: State, i: int, ask: Ask) -> Iterator[State]:
    """Users with the highest average rating: of what they gave, though nobody said to what."""
    types = {t for link in state.links for t in link.types}
    site = state.subject
    if site < 0 and state.groups == (Entity(variable(0)),) and not state.vertices[1:]:
        # The average salary per firm: of those who work for a firm.
        site = 0
    for candidate in ask.candidates:
        if not candidate.of_relationship or candidate.owner in types or site < 0:
            continue
        waiting = Pending(site, ((candidate.owner, 0.0),))
        for closed in close_pending(a, state.changed(pending=waiting)):
            if closed.subject < 0:
                closed = closed.changed(subject=len(closed.vertices) - 1)
            owned = replace(ask, candidates=(candidate,), owner=-1 - len(closed.links))
            asks = (*state.asks[:i], owned, *state.asks[i + 1 :])
            yield closed.plus(candidate.cost, asks=asks)


def _with_one(state: State, test: Comparison) -> bool:
    """Whether a property is held against that of one thing by its name: longer than X."""
    right = test.right.left if isinstance(test.right, Arithmetic) else test.right
    for found in attributes_of(right):
        number = int(found.variable[1:])
        return found.variable[0] == "#" and state.vertices[number].word == "value"
    return False


def _within(state: State) -> bool:
    """Whether what must not be speaks of nothing that must not be for another reason."""
    scopes = [vertex.scope for vertex in state.vertices]
    return all(
        scopes[end] in (0, link.scope) for link in state.links for end in (link.start, link.end)
    )


def _connected(state: State) -> bool:
    pairs = [(link.start, link.end) for link in state.links]
    for _, test in state.tests:
        if isinstance(test, Comparison) and (test.operator == "=" or _with_one(state, test)):
            ends = {x.variable for side in (test.left, test.right) for x in attributes_of(side)}
            numbers = [int(name[1:]) for name in ends if name.startswith("#")]
            pairs += [(one, other) for one in numbers for other in numbers if one != other]
    reached, frontier = {state.subject}, [state.subject]
    while frontier:
        at = frontier.pop()
        for start, end in pairs:
            for one, other in ((start, end), (end, start)):
                if one == at and other not in reached:
                    reached.add(other)
                    frontier.append(other)
    return len(reached) == len(state.vertices)


def _counting_times(a: Assembler, state: State) -> State:
    """How often did X get a call: the calls are counted, not X; nor where crimes occur."""
    if state.mode != "times":
        return state
    each = [n for n in range(len(state.vertices)) if Entity(variable(n)) in state.groups]
    main = [n for n, v in enumerate(state.vertices) if v.scope == 0 and not v.open]
    # How often each book was lent: not how many books.
    main = [n for n in main if n not in each] or [n for n in _ends_of(state) if n not in each]
    main.sort(key=lambda n: (n != state.subject, state.vertices[n].word == "path", n))
    bare = [n for n in main if not _called(a, state, n)]
    subject = (bare or [state.subject])[0]
    # Over several steps it is no longer told what was done so often.
    far = _FAR if each and len(state.links) > 1 else 0.0
    # How often Ann is there: nobody counts one by their name.
    far += 0.0 if bare else _ONE_NAMED
    return state.plus(far, mode="count", subject=subject, asks=())


def _ends_of(state: State) -> list[int]:
    """The vertices that links of the main pattern join."""
    return [n for link in state.links if not link.scope for n in (link.start, link.end)]


def _called(a: Assembler, state: State, n: int) -> bool:
    """Whether a vertex is one by its name, not one of many by what they share."""
    names = [attribute(n, name) for x in state.vertices[n].labels for name in a.lexicon.shown(x)]
    return any(getattr(test, "left", None) in names for _, test in state.tests)
