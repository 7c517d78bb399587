"""Nouns: labels, the ends of relationships (director, subsidiary), who, someone, where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.counted_again import counts_again
from bot.offline.constructions.kept_place import asks_where
from bot.offline.constructions.others import apart
from bot.offline.constructions.placing import dress, place
from bot.offline.constructions.premodifiers import NAMESAKES
from bot.offline.items import Flag, Function, Noun, RoleNoun, Value
from bot.offline.join_costs import HOP
from bot.offline.state import (
    DOING,
    FELLOW,
    SAME,
    VIA,
    WHOSE,
    Link,
    Pending,
    Possessor,
    State,
    Vertex,
    about,
    variable,
)
from memory.query import Entity
from memory.schema import Join

_MANY = 200
_UNOWNED = 0.6
_BODY = 0.3
# What a figure of those in one role costs more than one for each of them, which costs 0.15 more.
_NO_GROUP = 0.3
_HOLDERS = ("holder", "holders", "bearer", "bearers")


def noun(a: Assembler, state: State, item: Noun) -> Iterator[State]:
    """A label's word; after "who" or a value of that label it only says what that is."""
    if state.held is not None or counts_again(state, item):
        return
    grouped = state.groups[-1:] == (Entity(variable(state.last)),)
    plain = grouped and state.vertices[state.last].word == "noun"
    if plain and state.np_end == item.start and state.previous == "np":
        # Per machine type: not per machine.
        return
    yield from _passed(state, item)
    yield from _at_itself(state, item)
    named = state.joint == "or" and any(about(t) == variable(state.last) for _, t in state.tests)
    if named and state.vertices[state.last].labels == (item.label,) and not state.waiting:
        # House X or *house* Y.
        yield state.on(item.end, item.cost)
    last = state.premods[-1] if state.premods else None
    if item.modifies and isinstance(last, Value) and a.related(last.link.label, item.label):
        # M1 2AB *postcode* locations.
        yield state.on(item.end, item.cost)
    focus = state.focus
    if focus >= 0 and not state.changed(rank=None, premods=()).waiting:
        vertex = state.vertices[focus]
        named = vertex.word == "value" and state.previous == "np" and focus == state.last
        named = named and state.rank is None and not state.premods
        # Who manages the most employees: whom they manage is somebody else.
        asked = vertex.open and vertex.word == "open" and not (state.links or state.bound)
        # Who are the most recently hired employees.
        sorted_ = state.rank is not None or (state.previous == "property" and bool(state.ranks))
        # Who does the oldest clerk know: somebody else.
        asked = asked and (sorted_ or not state.premods)
        asked = asked and not (state.rank is not None and state.previous in ("helping", "doing"))
        asked = asked and (state.previous in ("auxiliary", "helping", "np") or sorted_)
        asked = asked and not asks_where(a, vertex, item.label)
        labels = a.fits(vertex, item.label)
        if labels and (named or asked):
            kept = (item.label,) if asked else labels
            done = state.narrow(focus, kept)
            if asked:
                changed = replace(done.vertices[focus], open=False, word="noun", plural=item.plural)
                done = replace(
                    done, vertices=(*done.vertices[:focus], changed, *done.vertices[focus + 1 :])
                )
                # Who is the tallest *Danish* player: premodified as any noun is.
                for ranked in dress(a, done.changed(premods=()), focus, state.premods):
                    one = state.singular or not item.plural
                    yield ranked.on(item.end, item.cost, previous="np", last=focus, singular=one)
                return
            # The Star Wars films are several: a name is hardly meant.
            cost = item.cost + (NAMESAKES if item.plural and a.by_name(state, focus) else 0.0)
            # The oldest active member is one.
            named_one = state.singular
            if focus == state.subject:
                named_one = not item.plural and (state.singular or bool(state.ranks))
            yield done.on(item.end, cost, previous="np", last=focus, singular=named_one)
            if named and item.label in vertex.labels and not item.plural:
                return
    vertex = Vertex((item.label,), plural=item.plural)
    if state.previous == "their":
        yield from _theirs(a, state, vertex, item, Pending(state.subject, None))
    yield from _theirs_too(a, state, vertex, item)
    singular = state.singular or (state.subject < 0 and not item.plural)
    telling = _telling_which(a, state, vertex, item) if item.modifies else None
    if telling is not None:
        yield from telling
        return
    # Whose answers: someone's, not any that stand before a verb.
    afloat = _UNOWNED if state.previous == WHOSE else 0.0
    if state.previous == "their" and state.negate:
        yield from _none_of_theirs(a, state, vertex, item)
        return
    all_placed = place(a, state, vertex, item.start, item.end, item.cost + afloat)
    for placed in (other for p in all_placed for other in apart(a, p)):
        first = placed.subject >= 0 and placed.subject == placed.last
        headed = first and state.subject >= 0 and state.subject != placed.subject
        # The ward patients: they are several, though each is of one ward.
        one = not item.plural if headed else singular
        yield placed.changed(singular=one) if first else placed


def _telling_which(
    a: Assembler, state: State, vertex: Vertex, item: Noun
) -> Iterator[State] | None:
    """The last *vehicle* crime: what is so is the noun to come."""
    if state.rank or state.asks:
        # The crime is the last, and its date is asked for.
        later = state.changed(rank=None, asks=())
        placed = place(a, later, vertex, item.start, item.end, item.cost)
        return (one.changed(rank=state.rank, asks=state.asks) for one in placed)
    return None


def _none_of_theirs(a: Assembler, state: State, vertex: Vertex, item: Noun) -> Iterator[State]:
    """None of *their* own talks covers it: those of what is asked for."""
    owner = state.subject
    for placed in place(a, state, vertex, item.start, item.end, item.cost):
        n = placed.last
        for joined in a.connect(placed, owner, n, Pending(owner, None, "", "with")):
            if len(joined.links) == len(placed.links) + 1:
                yield joined.changed(np_end=item.end)


def _passed(state: State, item: Noun) -> Iterator[State]:
    """Genres in which X directed *films*: the noun says what the way between them passes."""
    verb = state.last_verb
    if state.previous != "closed" or state.waiting or verb is None or not verb.types:
        return
    for n in dict.fromkeys(_ends(state.links[-2:])):
        vertex = state.vertices[n]
        if vertex.word == "path" and vertex.labels == (item.label,):
            named = replace(vertex, word="noun", plural=item.plural)
            vertices = (*state.vertices[:n], named, *state.vertices[n + 1 :])
            done = state.changed(vertices=vertices, sites=(*state.sites, n))
            yield done.on(item.end, item.cost - HOP, previous="np", last=n, np_end=item.end)


def _at_itself(state: State, item: Noun) -> Iterator[State]:
    """A hub *at an airport*: the hub is one."""
    pending, n = state.pending, state.focus
    if pending is None or pending.types is not None or pending.word not in ("at", "in"):
        return
    if n < 0 or n != state.last or state.previous != "connector" or state.waiting:
        return
    if state.vertices[n].word == "role" and state.vertices[n].labels == (item.label,):
        said = replace(state.vertices[n], word="noun", plural=item.plural)
        vertices = (*state.vertices[:n], said, *state.vertices[n + 1 :])
        done = state.changed(vertices=vertices, pending=None, np_end=item.end)
        yield done.on(item.end, item.cost, previous="np", last=n)


def _ends(links: tuple[Link, ...]) -> list[int]:
    return [end for link in links for end in (link.start, link.end)]


def role_noun(a: Assembler, state: State, item: RoleNoun) -> Iterator[State]:
    """A noun for one end of a relationship: X's CEO, the directors of X, its subsidiaries."""
    pending = state.pending
    done = state.last_verb is not None or (pending is not None and pending.types is not None)
    if state.held is not None or (state.joint and done and state.previous in ("auxiliary", "verb")):
        # Moderate X and are members of Y: they are, not those that they moderate.
        return
    yield from _who_is(a, state, item)
    yield from _one_is(a, state, item)
    for type_, role, price in item.types:
        joins = a.schema.relationships[type_].joins
        ends = tuple(dict.fromkeys(j.start if role == "start" else j.end for j in joins))
        typed = ((type_, price),)
        other = "end" if role == "start" else "start"
        vertex = Vertex(ends, word="role", plural=item.plural)
        if state.previous == "their":
            theirs = Pending(state.subject, typed, other, kept=item.kept)
            yield from _theirs(a, state, vertex, item, theirs)
        if _owner_before(state, item) is not None:
            yield from _possessed_role(a, state, item, vertex, typed, other)
        elif state.pending is not None and _plainly(state.pending):
            site = replace(state.pending, types=typed, role=other, kept=item.kept)
            base = state.changed(pending=site)
            for distance, (at, _) in enumerate(a.sites(state)):
                if not _stands(state.vertices[at], joins, other):
                    continue
                here = base.changed(pending=replace(site, site=at))
                for placed in _only(place(a, here, vertex, item.start, item.end, item.cost), at):
                    yield placed.plus(0.2 * distance)
        elif state.previous == "genitive" and state.floats:
            owner = state.floats[-1]
            base = state.changed(
                pending=Pending(owner, typed, other, kept=item.kept),
                floats=state.floats[:-1],
                previous="verb",
                subject=-1 if state.subject == owner else state.subject,
            )
            for placed in place(a, base, vertex, item.start, item.end, item.cost):
                subject = placed.last if base.subject == -1 else base.subject
                yield placed.changed(subject=subject)
        if any(isinstance(p, Possessor) for p in state.premods):
            continue
        if state.pending is None or item.complement:
            extra = 0.0 if state.pending is None else 0.05
            if state.pending is None and state.previous == "genitive" and state.floats:
                continue
            extra += _NO_GROUP if _sums_up(state, item) else 0.0
            for placed in place(a, state, vertex, item.start, item.end, item.cost + price + extra):
                waiting = Pending(placed.last, ((type_, 0.0),), role, kept=item.kept)
                singular = placed.singular or (state.subject < 0 and not item.plural)
                yield placed.changed(pending=waiting, singular=singular)


def _sums_up(state: State, item: RoleNoun) -> bool:
    """Average salary by manager: sooner one for each than that of managers."""
    nothing = state.previous == "property" and not (state.sites or state.grouping)
    return nothing and not item.plural and any(ask.function for ask in state.asks)


def _plainly(pending: Pending) -> bool:
    """Whether what waits says nothing of its own: with a friend, not at the address of one."""
    return pending.types is None and not pending.word.startswith((SAME, VIA, FELLOW, DOING))


def _theirs_too(a: Assembler, state: State, vertex: Vertex, item: Noun) -> Iterator[State]:
    """Films with their director *and country*; with their city and the country that lies in."""
    if state.joint != "and" or not state.shown or state.last != state.shown[-1]:
        return
    for site in (state.subject, state.last):
        near = {step.to for label in state.vertices[site].labels for step in a.joins.steps(label)}
        if item.label in near:
            yield from _theirs(a, state, vertex, item, Pending(site, None))
            return


def _theirs(
    a: Assembler, state: State, vertex: Vertex, item: Noun | RoleNoun, pending: Pending
) -> Iterator[State]:
    """Films and *their* directors: one row for each pair."""
    asked = state.mode or state.groups or state.waiting or state.asks
    if state.subject < 0 or state.floats or state.scope or asked:
        return
    if state.pending is not None and state.pending.types:
        # Who answered their questions: answering them is not having them.
        return
    if (
        state.previous == "their"
        and isinstance(item, Noun)
        and state.last > 0
        and vertex.labels[0] in state.vertices[state.last].labels
    ):
        # With Rome as their city: what that is.
        yield state.on(item.end, item.cost, previous="np")
        return
    added, n = state.changed(joint="", pending=None).add(vertex)
    for joined in a.connect(added, pending.site, n, pending):
        yield joined.on(
            item.end,
            item.cost,
            previous="np",
            last=n,
            np_end=item.end,
            shown=(*state.shown, n),
            # What comes next may be said of them: with their directors born after 1960.
            sites=(*state.sites, n),
        )


def _stands(vertex: Vertex, joins: tuple[Join, ...], end: str) -> bool:
    """Whether a vertex can stand at an end of a relationship."""
    return any((j.start if end == "start" else j.end) in vertex.labels for j in joins)


def _who_is(a: Assembler, state: State, item: RoleNoun) -> Iterator[State]:
    """Who are the (tall) children of X: the pronoun is the one who stands there."""
    focus = state.focus
    described = state.previous == "premod" and not state.floats
    asked = described or state.previous == "auxiliary" or state.rank is not None
    owned = any(isinstance(p, Possessor) for p in state.premods)
    if focus < 0 or not asked or state.links or owned:
        return
    if not state.vertices[focus].open or state.pending is not None:
        return
    for type_, role, price in item.types:
        joins = a.schema.relationships[type_].joins
        ends = tuple(dict.fromkeys(j.start if role == "start" else j.end for j in joins))
        places = {*a.places}
        if {*state.vertices[focus].labels} <= places and not {*ends} & places:
            # Where are the directors: not who.
            continue
        vertex = Vertex(ends, word="role", plural=item.plural)
        vertices = (*state.vertices[:focus], vertex, *state.vertices[focus + 1 :])
        meant = state.changed(vertices=vertices, premods=())
        for ranked in dress(a, meant, focus, state.premods):
            yield ranked.on(
                item.end,
                item.cost + price - 0.05,
                pending=Pending(focus, ((type_, 0.0),), role, kept=item.kept),
                previous="np",
                last=focus,
                singular=not item.plural,
            )


def _one_is(a: Assembler, state: State, item: RoleNoun) -> Iterator[State]:
    """Of which guilds is X *a patron*: X stands there to what is asked for."""
    afloat = state.floats[-1] if state.floats and item.predicate else -1
    named = afloat >= 0 and state.previous in ("np", "auxiliary") and state.last == afloat
    if not named or state.subject in (-1, afloat) or state.premods or state.pending is not None:
        return
    for type_, role, price in item.types:
        if not _stands(state.vertices[afloat], a.schema.relationships[type_].joins, role):
            continue
        waiting = Pending(afloat, ((type_, price),), role, kept=item.kept)
        for joined in a.connect(state, afloat, state.subject, waiting):
            if len(joined.links) == len(state.links) + 1:
                yield joined.on(
                    item.end,
                    item.cost,
                    floats=state.floats[:-1],
                    sites=tuple(s for s in state.sites if s != afloat),
                    previous="closed",
                )


def _owner_before(state: State, item: RoleNoun) -> Possessor | None:
    """Whose role it is, where that stands before it: X's (tall) residents, the X residents."""
    for one in state.premods:
        if isinstance(one, Possessor):
            return one
    last = state.premods[-1] if state.premods else None
    return Possessor(last) if isinstance(last, Value) and last.end == item.start else None


def _possessed_role(
    a: Assembler,
    state: State,
    item: RoleNoun,
    vertex: Vertex,
    typed: tuple[tuple[str, float], ...],
    other: str,
) -> Iterator[State]:
    """X's subsidiaries, X subsidiaries: the value before stands at the other end."""
    possessor = _owner_before(state, item)
    assert possessor is not None
    extra = 0.0 if possessor in state.premods else 0.15
    others = tuple(p for p in state.premods if p not in (possessor, possessor.value))
    base = state.changed(premods=others)
    for placed in place(a, base, vertex, possessor.start, item.end, item.cost + extra):
        added, v = placed.add(Vertex((possessor.value.link.label,), placed.scope, word="value"))
        owned = a.equals(added, v, possessor.value)
        waiting = Pending(v, typed, other, kept=item.kept)
        for joined in a.connect(owned, v, placed.last, waiting):
            yield joined.owned(placed.last)


def _only(states: Iterator[State], site: int) -> Iterator[State]:
    for state in states:
        if state.last_verb is not None and state.last_verb.site == site:
            yield state


_PERSONS = frozenset(["people", "person", "persons"])
_BEFORE = ("ranked", "premod", "property")


def _of_people(a: Assembler, item: object) -> bool:
    """Whether what stands before a noun can only describe people: retired, insured."""
    if isinstance(item, Value):
        return item.link.label in a.people
    return isinstance(item, Flag) and {c.owner for c in item.candidates} <= set(a.people)


def person(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Who, someone, those who: a node whose label the rest of the question decides."""
    described = item.word == "people" and all(_of_people(a, p) for p in state.premods)
    if state.held is not None or (state.premods and not described):
        return
    if item.word == "who" and state.joint == "and" and state.asks:
        # The highest salary and who earns it: somebody is asked for besides.
        return
    asked = state.focus >= 0 and state.vertices[state.focus].word == "open" and not state.links
    # Who knows a retired person: that is another.
    asked = asked and state.pending is None
    if item.word == "people" and asked and {*state.vertices[state.focus].labels} <= {*a.bodies}:
        # Who is the youngest person: no firm is.
        return
    if item.word == "people" and state.previous == "ranked" and state.pending is not None:
        # Who knows the oldest person: not the oldest of those who do.
        return
    if item.word == "people" and asked and state.previous in ("auxiliary", "np", *_BEFORE):
        # Who is the youngest person.
        for ranked in dress(a, state.changed(premods=()), state.focus, state.premods):
            yield ranked.on(item.end, item.cost, previous="np", last=state.focus)
        return
    counted = state.compare is not None or state.rank is not None or state.previous == "count"
    if counted and item.word in _PERSONS and len(a.people) == len(a.schema.labels) > 1:
        # More people, where nothing is like a person: whatever is counted, it is not shown.
        return
    # Whoever holds an account: an organization too.
    held = a.bodies if item.word.removeprefix("the ") in _HOLDERS else ()
    vertex = Vertex((*a.people, *held), open=True, word="open")
    if item.word == "people" and state.rank is not None and state.pending is not None:
        # Who knows the youngest person: of which kind must be plain to find the youngest.
        if len(vertex.labels) > 1:
            return
        vertex = Vertex(vertex.labels, word="noun", plural=False)
    cost = 0.12 if state.subject >= 0 else 0.05
    if item.word in ("who", "whom") and state.previous == "np" and state.last == state.focus:
        # People who: it points back.
        cost += 0.5
    # Who's got the most: one has.
    one = item.word in ("who's", "who 's") and state.subject < 0
    base = state.changed(singular=True) if one else state
    yield from place(a, base, vertex, item.start, item.end, cost)
    if item.word == "who" and state.subject < 0 and a.bodies:
        # Who delivers it: a company.
        body = Vertex(a.bodies, open=True, word="open")
        yield from place(a, state, body, item.start, item.end, cost + _BODY)


def thing(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """What, with a verb to come: something whose label the verb decides."""
    if state.subject >= 0 or state.vertices[1:] or state.waiting or state.asks or state.sites:
        return
    if state.previous != "start" or len(a.schema.labels) > _MANY:
        return
    vertex = Vertex(tuple(a.schema.labels), open=True, word="thing")
    yield from place(a, state, vertex, item.start, item.end, 0.15)


def place_word(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Where: a place."""
    if state.subject >= 0 or not a.places or state.vertices:
        return
    vertex = Vertex(a.places, open=True, word="open")
    yield from place(a, state, vertex, item.start, item.end, 0.1)


CONSTRUCTIONS = {
    Noun: noun,
    RoleNoun: role_noun,
    "person": person,
    "place": place_word,
    "thing": thing,
}
