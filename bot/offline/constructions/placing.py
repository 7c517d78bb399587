"""Where a noun phrase goes: the object of a verb, after a preposition, the subject, or afloat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.agency import acts_first
from bot.offline.assemble import Assembler
from bot.offline.constructions.grouping import by_span
from bot.offline.constructions.premodifiers import premodify, rank_by
from bot.offline.directions import moves
from bot.offline.items import Compare
from bot.offline.roles_apart import told_by_role
from bot.offline.state import (
    HOLDS,
    VIA,
    Ask,
    Pending,
    Rank,
    State,
    Tally,
    Vertex,
    about,
    attribute,
    tally,
    variable,
)
from bot.offline.telling_types import BELONGING, ORIGIN, OWNING, RESIDING
from bot.stored.amounts import Number
from bot.stored.comparing import AS_NUMBER
from memory.query import Entity
from memory.tree_edits import attributes_of

LINK = Pending(-1, None)
_PASSED_OVER = 0.4
_DONE_TO = 0.5
# What a word costs that *of* would join past the noun before it: over the guess of a way to that.
_PARTED = 0.8
_JOINED_LATER = 0.05
_UNSAID = frozenset(["path", "open"])
_ENDS_OF_WAYS = frozenset(["from", "to", "into"])
_HAVING = frozenset(["with", "has", "have", "had", "having"])
_STRANDED = 0.1
# What ends the verbs by which things have what is asked of them: come from, belong to.
_ENDING = frozenset(["from", "to", "under", "into", BELONGING])


def place(
    a: Assembler, state: State, vertex: Vertex, start: int, end: int, cost: float
) -> Iterator[State]:
    """Every way in which a new vertex joins what is there; its modifiers before it are applied."""
    start = min([start, *(item.start for item in state.premods)])
    state = open_scope(state)
    if vertex.scope != state.scope:
        vertex = replace(vertex, scope=state.scope)
    premods = state.premods
    adjacent = state.np_end == start
    for placed, n in _positions(a, state.changed(premods=()), vertex, adjacent):
        for done in dress(a, placed, n, premods):
            yield done.on(end, cost, previous="np", last=n, np_end=end)


def open_scope(state: State) -> State:
    """After a negation, what follows is a pattern that must not match."""
    if not state.negate:
        return state
    scope = state.scopes + 1
    return state.changed(negate=False, scope=scope, scopes=scope)


def _positions(
    a: Assembler, state: State, vertex: Vertex, adjacent: bool
) -> Iterator[tuple[State, int]]:
    added, n = state.add(vertex)
    if state.pending is not None:
        yield from _after_pending(a, added, n, state.pending)
        return
    if state.previous == "genitive" and state.floats:
        yield from _possessed(a, added, n)
        return
    if state.joint == "and" and state.last >= 0 and state.last_verb is not None:
        yield from _parallel(a, added, n, state.last_verb)
    if state.subject < 0:
        yield from _as_subject(a, _each_of_those(added, n) if adjacent else added, n)
        return
    if adjacent and state.last >= 0 and not state.vertices[state.last].open:
        yield from _compound(a, added, n)
    yield added.plus(0.1, floats=(*added.floats, n), sites=(*added.sites, n), joint=""), n


def _each_of_those(added: State, n: int) -> State:
    """For each Acme employee: for each of those employees, not for Acme."""
    last = Entity(variable(added.last))
    if added.groups[-1:] != (last,) or added.vertices[added.last].word != "value":
        return added
    return added.changed(groups=(*added.groups[:-1], Entity(variable(n))))


def _as_subject(a: Assembler, added: State, n: int) -> Iterator[tuple[State, int]]:
    """The first noun phrase is what the question is about."""
    grouping = added.grouping
    base = added.changed(subject=-1 if grouping else n)
    if not added.sites:
        yield base.changed(sites=(n,)), n
        return
    for joined in a.connect(base, added.sites[-1], n, LINK):
        yield joined.changed(sites=(*added.sites, n), floats=()), n
    if added.groups and not added.links:
        # For each tag, the best answer to a question with that tag: joined by what follows.
        yield base.plus(_JOINED_LATER, sites=(*added.sites, n), floats=()), n


def _with_the_most(added: State, pending: Pending) -> int:
    """The one thing that is said to have the most of what comes; -1 where none is."""
    counted = added.rank is not None and added.rank.measures == ("#count",)
    if not counted or pending.types is not None or pending.word != "with" or added.last < 0:
        return -1
    last = added.vertices[added.last]
    return added.last if last.word == "noun" and not last.plural else -1


def _after_pending(
    a: Assembler, added: State, n: int, pending: Pending
) -> Iterator[tuple[State, int]]:
    if pending.word == HOLDS:
        return
    sites = [(pending.site, 0.0)]
    if pending.site < 0 or pending.types is None:
        sites = list(a.sites(added))
    else:
        other = _PASSED_OVER if added.vertices[pending.site].word == "role" else 0.25
        sites += [(s, c + other) for s, c in a.sites(added) if s != pending.site]
    if added.subject < 0 and pending.types is None:
        yield from _as_subject(a, added.changed(pending=None), n)
        return
    told = added.last if pending.types is None and _unsaid(added, added.last) else -1
    within = _within_place(a, added, n, pending)
    nearest = _with_the_most(added, pending)
    whole = _of_one(added, pending)
    movers = _movers(a, added, pending)
    for site, price in sites:
        if site == n or site < 0:
            continue
        # The job with the most workers: those of the job, not of whose job it is.
        price += _PASSED_OVER if nearest >= 0 and site != nearest else 0.0
        # From a dock to a pier: it is the trip that goes there, nothing the dock does.
        price += _PARTED if movers and site not in movers else 0.0
        # By the director of X: it is the director that is X's.
        price += _PARTED if whole >= 0 and site != whole else 0.0
        # An airport in a country: it is the airport that is there.
        price += _PASSED_OVER if within >= 0 and site != within else 0.0
        # Someone at an address: who, not what they did.
        passed = (told >= 0 and site != told) or (pending.here and site != pending.site)
        price += _PASSED_OVER if passed else 0.0
        if pending.types is None and pending.empty and not set(a.people) & _labels(added, site):
            # Only people live and work somewhere.
            price += _PASSED_OVER
        used = pending if pending.site == site else replace(pending, site=site)
        for joined in a.connect(added, site, n, pending):
            # Bought X in 2020: that is when it was ordered.
            event = range(n + 1, len(joined.vertices)) if pending.word.startswith(VIA) else ()
            yield (
                (joined.owned(site) if pending.word == "of" else joined).plus(
                    price,
                    pending=None,
                    sites=(*_upto(added.sites, site), n, *event),
                    last_verb=used,
                    joint="",
                    subject=added.subject if added.subject >= 0 else n,
                ),
                n,
            )


def _movers(a: Assembler, added: State, pending: Pending) -> list[int]:
    """What was named that goes from one place to another, where it is told from or to where."""
    if pending.types is not None or pending.word not in _ENDS_OF_WAYS or not pending.going:
        return []
    named = (site for site in added.sites if added.vertices[site].word == "noun")
    return [s for s in named if any(moves(a.joins, label) for label in added.vertices[s].labels)]


def _of_one(added: State, pending: Pending) -> int:
    """The one thing right before *of*, which says whose it is; -1 where none is."""
    if pending.types is not None or pending.word != "of" or added.last < 0:
        return -1
    last = added.vertices[added.last]
    return added.last if last.word in ("noun", "role") and not last.plural else -1


def _within_place(a: Assembler, state: State, n: int, pending: Pending) -> int:
    """The place right before the words that say in which other place it is; else -1."""
    near, places = state.focus if state.last == state.focus else -1, set(a.places)
    if near < 0 or pending.types is not None or pending.word != "in" or near == state.subject:
        return -1
    bare = len(places) == len(a.schema.labels) or state.vertices[near].word not in ("noun", "role")
    both = _labels(state, n) <= places and _labels(state, near) <= places
    return near if both and not bare else -1


def _labels(state: State, n: int) -> set[str]:
    return set(state.vertices[n].labels)


def _unsaid(state: State, n: int) -> bool:
    """Whether a vertex is someone of whom nothing is said yet."""
    if n < 0 or n == state.subject or n not in state.sites or state.vertices[n].word != "open":
        return False
    return not any(about(test) == variable(n) for _, test in state.tests)


def _parallel(a: Assembler, added: State, n: int, verb: Pending) -> Iterator[tuple[State, int]]:
    """X *and Y*: Y stands to the same verb as X."""
    for joined in a.connect(added, verb.site, n, verb):
        yield joined.plus(0.02, sites=(*_upto(added.sites, verb.site), n), joint=""), n


def _possessed(a: Assembler, added: State, n: int) -> Iterator[tuple[State, int]]:
    """X's N."""
    owner = added.floats[-1]
    for joined in a.connect(added, owner, n, Pending(owner, None)):
        subject = n if added.subject in (-1, owner) else added.subject
        sites = (*(s for s in added.sites if s != owner), n)
        done = joined.changed(floats=added.floats[:-1], sites=sites, subject=subject)
        yield done.owned(n), n


def _compound(a: Assembler, added: State, n: int) -> Iterator[tuple[State, int]]:
    """Two nouns in a row: the second is the head, the first tells which."""
    last = added.last
    first, second = added.vertices[last], added.vertices[n]
    joined_ = any(a.joins.direct(x, y) for x in first.labels for y in second.labels)
    if not joined_ and first.word == "noun" and n == last + 1:
        only = added.changed(vertices=added.vertices[:-1])
        yield only.plus(0.25), last
    for joined in a.connect(added, last, n, LINK):
        subject = n if added.subject == last else added.subject
        sites = tuple(n if s == last else s for s in added.sites)
        floats = tuple(n if s == last else s for s in added.floats)
        yield joined.plus(0.3, subject=subject, sites=sites, floats=floats), n


def _upto(sites: tuple[int, ...], site: int) -> tuple[int, ...]:
    return sites[: sites.index(site) + 1] if site in sites else (*sites, site)


def dress(a: Assembler, state: State, n: int, premods: tuple[object, ...]) -> Iterator[State]:
    """What stood before a noun: values, years, adjectives, counts, rankings, asked properties."""
    states = [state]
    for item in premods:
        states = [new for s in states for new in premodify(a, s, n, item)]
    for dressed in states:
        for counted in _counted(dressed, n):
            for ranked in _ranked(a, counted, n):
                yield _asked(_grouped(ranked, n), n)


def _counted(state: State, n: int) -> Iterator[State]:
    """At least three N; the most N."""
    owner = state.last_verb.site if state.last_verb is not None else state.subject
    if state.compare is not None:
        compare = state.compare
        if not isinstance(compare.amount, Number) or compare.amount.measures or owner in (n, -1):
            return
        if not isinstance(compare.amount.value, int) or compare.operator in AS_NUMBER:
            # Made before 1995 is when, not how many.
            return
        exists = (compare.operator, compare.amount.value) in ((">=", 1), (">", 0))
        apart = _apart(state, owner, n)
        found = [Tally(owner, n, compare.operator, compare.amount.value, apart)]
        if apart and compare.upper is None and _told_apart(state, compare, owner):
            # Members who speak four different languages: each of them, or all together.
            whole = (*state.tallies, replace(found[0], apart=False))
            yield state.changed(compare=None, tallies=whole)
        if exists and compare.upper is None:
            found = []
        if isinstance(compare.upper, Number):
            found.append(Tally(owner, n, "<=", compare.upper.value, apart))
        state = state.changed(compare=None, tallies=(*state.tallies, *found))
    yield state


def _told_apart(state: State, compare: Compare, owner: int) -> bool:
    """Whether several have so many *different* ones."""
    return state.at > compare.end and state.vertices[owner].plural


def _apart(state: State, owner: int, n: int) -> bool:
    """Whether a number is said of something that others are asked of: papers that three cite.

    Customers of products *from* more than three suppliers have so many in all.
    """
    verb = state.last_verb
    if verb is None or owner == state.subject or state.vertices[owner].word in _UNSAID:
        return False
    if state.vertices[owner].scope or state.vertices[n].scope:
        return False
    return state.near(owner, n) and (verb.types is not None or verb.word in _HAVING)


def _ranked(a: Assembler, state: State, n: int) -> Iterator[State]:
    rank = state.rank
    if rank is None:
        yield state
        return
    if rank.measures == ("#count",):
        owner = state.last_verb.site if state.last_verb is not None else state.subject
        if state.span and owner == n:
            # Which year had the most films: the years are ranked, the films counted.
            for known in by_span(a, state, n, state.span):
                key = Rank(tally(n), rank.descending, n)
                yield known.changed(rank=None, ranks=(*state.ranks, key), mode="count")
        if owner not in (n, -1) and state.vertices[n].word != "value" and not rank.fronts:
            key = Rank(tally(n), rank.descending, owner)
            who = owner == state.subject and state.vertices[owner].open
            one = state.singular or who
            yield state.changed(rank=None, ranks=(*state.ranks, key), singular=one)
        return
    label = state.vertices[n].labels[0]
    named = [m for m in rank.measures if m != "*"]
    if state.asks and "@time" in named and not a.lexicon.measures(label, tuple(named)):
        # The latest date an officer handled a crime: the crime's.
        yield state
    for name, price in a.lexicon.ranking(label, tuple(named))[:1]:
        who = n != state.subject >= 0 and state.vertices[state.subject].open
        one = state.singular or (who and not state.vertices[n].plural)
        base = state.changed(rank=None, singular=one)
        yield rank_by(a, base, n, name, rank.descending, rank.measures).plus(price)


def _grouped(state: State, n: int) -> State:
    if not state.grouping:
        return state
    return state.changed(grouping=False, groups=(*state.groups, Entity(variable(n))))


def _asked(state: State, n: int) -> State:
    """A property asked for before its owner was named: the date of a crime."""
    if not state.asks:
        return state
    asks = []
    whose = _whose(state, n)
    for ask in state.asks:
        fits = [
            c
            for c in ask.candidates
            if c.owner in state.vertices[n].labels and not c.of_relationship and not whose
        ]
        best = min(fits, key=lambda c: c.cost, default=None)
        nearer = [
            c
            for c in ask.candidates
            if c.of_relationship and best is not None and c.cost < best.cost
        ]
        told = ask.when and _dated_by_verb(state, n, ask)
        summed = bool(ask.function) and told_by_role(state, n)
        if ask.owner == -1 and best is not None and not nearer and not told and not summed:
            ask = replace(ask, candidates=(best,), owner=n)
            state = state.plus(best.cost)
        asks.append(ask)
    return state.changed(asks=tuple(asks))


def _dated_by_verb(state: State, n: int, ask: Ask) -> bool:
    """Whether when something was may be told by a verb: when did X win Y is not when X came."""
    kept = {c.owner for c in ask.candidates if c.of_relationship}
    said = {type_ for link in state.links[-1:] for type_ in link.types}
    named = state.vertices[n].word == "value" and not state.links
    return bool(kept) and (named or bool(kept & said))


def _whose(state: State, n: int) -> bool:
    """Whether something of it was asked about, and not itself: the birth date of X's owner."""
    verb = state.last_verb
    if verb is None or verb.word != "of" or state.vertices[n].word != "value" or not state.links:
        return False
    last = state.links[-1]
    return {n, verb.site} == {last.start, last.end}


def _of_a_sort(a: Assembler, state: State, n: int) -> bool:
    """Whether a vertex is any of its kind, and has no name."""
    vertex = state.vertices[n]
    names = [attribute(n, name) for label in vertex.labels for name in a.lexicon.shown(label)]
    told = [getattr(test, "left", None) for _, test in state.tests]
    return vertex.word == "noun" and not any(
        x in names for left in told for x in attributes_of(left)
    )


def close_pending(a: Assembler, state: State) -> Iterator[State]:
    """A verb or role without its other end asks that there is one: people who own, directors."""
    pending = state.pending
    if pending is None:
        yield state
        return
    if pending.types is None and pending.word.startswith(VIA):
        yield from _closed_by_event(a, state, pending)
        return
    if pending.dwelling and any(ask.itself for ask in state.asks):
        # Where they live is kept with them.
        yield state.changed(pending=None)
        return
    if pending.types is None:
        asked = state.vertices[state.subject] if state.subject >= 0 else None
        where = asked is not None and asked.open and {*asked.labels} <= {*a.places}
        word = ORIGIN if where and pending.word == "from" else pending.word
        word = RESIDING if pending.dwelling else word
        if state.floats and word in (OWNING, ORIGIN, RESIDING):
            # Where they come from or live, what they own: not what they have to do with.
            rest = state.changed(pending=None, floats=state.floats[:-1])
            told = replace(pending, word=word)
            for joined in a.connect(rest, state.floats[-1], state.subject, told):
                yield joined.plus(0.1)
        elif state.floats:
            yield state.plus(0.1, pending=None)
        elif _stranded(state, pending):
            yield state.plus(_STRANDED, pending=None)
        elif pending.light and state.previous == "verb" and _of_a_sort(a, state, pending.site):
            # Calls made, calls received: every one was.
            yield state.plus(0.15, pending=None)
        return
    if pending.empty and _of_a_sort(a, state, pending.site):
        # When did the last crime occur: as every crime did.
        yield state.plus(0.1, pending=None)
        return
    site = state.vertices[pending.site]
    role = site.word == "role"
    # Tom Hanks that directed something: nobody asks that.
    idle = pending.site == state.subject and site.word == "value" and state.mode != "yes_no"
    # What alliances do firms belong to: not that they own something.
    plain = bool(state.asks) and not any(ask.function or ask.age for ask in state.asks)
    idle = idle or (plain and pending.role == "agent" and state.mode != "count" and not role)
    if pending.also and not pending.either:
        # Have both acted and directed: in one film, or one of each.
        again = replace(pending, types=pending.also, also=(), kept=pending.also_kept)
        for first in close_pending(a, state.changed(pending=replace(pending, also=()))):
            yield from close_pending(a, first.changed(pending=again))
        return
    for type_, price in pending.types:
        joins = a.schema.relationships[type_].joins
        ends = tuple(dict.fromkeys(label for j in joins for label in (j.start, j.end)))
        added, n = state.add(Vertex(ends, state.scope, open=True, word="path"))
        one = replace(pending, types=((type_, price),))
        price = (0.1 if role else 0.3) + (0.5 if idle else 0.0)
        yield from _acting(a, state, one, price)
        for joined in a.connect(added.changed(pending=None), pending.site, n, one):
            turned = pending.role == "agent" and not role and _done_to(joined, pending.site)
            yield joined.plus(price + (_DONE_TO if turned else 0.0))


def _closed_by_event(a: Assembler, state: State, pending: Pending) -> Iterator[State]:
    """Never bought: there is no order; how often, and when was it bought: its orders."""
    event = pending.word.removeprefix(VIA)
    often, when = state.mode == "times", any(ask.when for ask in state.asks)
    added, n = state.add(Vertex((event,), state.scope, open=not (often or when), word="path"))
    named = pending.site == state.subject and state.vertices[pending.site].word == "value"
    price = 0.0 if state.scope else 0.8 if named and state.mode != "yes_no" else 0.3
    if often or when:
        price = 0.0
    if when:
        asks = tuple(_asked_of(ask, event, n) if ask.when else ask for ask in state.asks)
        if not all(ask.candidates for ask in asks):
            return
        added = added.changed(asks=asks, subject=n)
    for joined in a.connect(added.changed(pending=None), pending.site, n, pending):
        yield joined.plus(price)


def _asked_of(ask: Ask, event: str, n: int) -> Ask:
    """When something was done: the date of what it is kept as."""
    own = tuple(c for c in ask.candidates if c.owner == event and not c.of_relationship)
    return replace(ask, candidates=own[:1], owner=n)


def _stranded(state: State, pending: Pending) -> bool:
    """Which countries do guests *come from*: what they come from was asked before."""
    asked = [ask for ask in state.asks if not ask.function and ask.owner in (-1, state.subject)]
    bare = pending.word in _ENDING and not state.ranks
    return bare and state.previous == "connector" and len(asked) == len(state.asks) == 1


def _acting(a: Assembler, state: State, pending: Pending, price: float) -> Iterator[State]:
    """Who never mentioned anybody: in nothing that they wrote, where that mentions people."""
    ((type_, _),) = pending.types or ()
    if pending.role != "agent" or state.vertices[pending.site].word == "role":
        return
    first = acts_first(type_, forward=True)
    joins = a.schema.relationships[type_].joins
    doers = {j.start if first else j.end for j in joins}
    if doers & _labels(state, pending.site):
        return
    ends = tuple(dict.fromkeys(j.end if first else j.start for j in joins))
    added, n = state.add(Vertex(ends, state.scope, open=True, word="path"))
    for joined in a.connect(added.changed(pending=None), pending.site, n, pending):
        if not _done_to(joined, pending.site):
            yield joined.plus(price)


def _done_to(state: State, n: int) -> bool:
    """Whether the link added last says what is done to a vertex, not what it does."""
    link = state.links[-1]
    return link.directed and n == (
        link.end if acts_first(link.types[0], forward=True) else link.start
    )
