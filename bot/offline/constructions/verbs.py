"""Verbs: what they join, after both their ends (films X directed) or between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.doers import doer, remote
from bot.offline.constructions.main_clause import ahead, beyond, resumed, tells_of_subject
from bot.offline.constructions.placing import open_scope
from bot.offline.constructions.staying import done_there
from bot.offline.constructions.they import acts_again, does
from bot.offline.items import Verb
from bot.offline.state import SAME, WHOSE, Pending, Rank, State, Tally, tally, variable
from memory.query import Entity

# A second time, of the same: whose answers were accepted.
_TWICE = 0.5
# That someone else than the subject does what is said in the main clause.
_ASIDE = 0.3
# That a participle is not of the noun it stands behind.
_BESIDE = 0.4
# That a verb behind "and" speaks of what its form does not agree with: a stream ... moderate.
_DISAGREES = 0.5
# Words that stand between a pronoun and its verb: that *have been* treated.
_AUXILIARIES = 2
_ROLE = {"active": "agent", "passive": "patient", "either": ""}


def verb(a: Assembler, state: State, item: Verb) -> Iterator[State]:
    """A relationship's verb: after both its ends (films X directed) or between them."""
    if state.held is not None or state.premods or (state.subject < 0 and not state.sites):
        return
    whose = state.last_verb is not None and state.last_verb.word == WHOSE
    state = resumed(state) if item.finite else state
    said = not state.floats and not state.negate and state.pending is None and not whose
    if said and item.kept is None and _joined_already(state, item):
        # People who offended on Monday: that is more than what joins them to a crime.
        more = 0.4 if state.previous == "relative" else 0.03
        yield state.on(item.end, item.cost + more, previous="closed")
    yield from _second(a, state, item)
    if item.empty and not state.bound and not state.negate:
        pending = Pending(-1, item.types)
        if all(_possible(a, state, site, pending) is None for site in state.sites):
            # Calls that occurred at noon: nothing is joined.
            yield state.on(item.end, 0.15, previous="closed", floats=state.floats)
    state = open_scope(state)
    if _of_afloat(state, item):
        yield from _between(a, state, item, within=state.floats[-1])
    elif state.floats:
        yield from _closing(a, state, item)
        if len(state.floats) == len(state.sites):
            yield from _between(a, state, item)
        elif _participle(state, item) or _of_another(state, item):
            # Wards where patients *treated* by X lie: their own verb is still to come.
            yield from _between(a, state, item, within=state.focus)
        elif state.joint == "and" and item.voice != "active" and not item.finite:
            # Treated by X *and diagnosed* with Y: that is said of them, too.
            yield from _between(a, state, item, within=state.floats[-1])
        if item.voice != "active" and state.previous == "auxiliary":
            for there in done_there(a, state):
                yield from _between(a, there, item, within=state.floats[0])
    else:
        yield from _between(a, state, item)


def _of_afloat(state: State, item: Verb) -> bool:
    """Which ships did the people who *own* X sail: its own verb is still to come."""
    if not _in_clause(state, item) or not state.floats or len(state.floats) == len(state.sites):
        return False
    afloat = state.floats[-1]
    return state.related == afloat and Entity(variable(afloat)) not in state.groups


def _in_clause(state: State, item: Verb) -> bool:
    """Whether a relative clause has come no further than its pronoun, or *were* behind that."""
    if state.previous == "auxiliary":
        # Mechanics that are volunteers *are members*: that clause is over.
        return state.related == state.last and item.start - state.clause <= _AUXILIARIES
    return state.previous == "relative"


def _of_another(state: State, item: Verb) -> bool:
    """Whether a clause tells of what was joined to those whose verb is still to come."""
    joined = state.related == state.focus and state.related not in state.floats
    return joined and state.related == state.last and _in_clause(state, item)


def _second(a: Assembler, state: State, item: Verb) -> Iterator[State]:
    """Wrote *and directed*: a second verb with the ends of the first."""
    pending, first = state.pending, state.last_verb
    if state.joint and state.previous == "verb" and pending is not None and pending.types:
        if dict(item.types).keys() == dict(pending.types).keys() and item.kept == pending.kept:
            # They work or worked there: said twice.
            yield state.on(item.end, item.cost, previous="verb", joint="")
            return
        role = pending.role or _ROLE[item.voice]
        both = replace(pending, also=item.types, either=state.joint == "or", role=role)
        both = replace(both, also_kept=item.kept)
        yield state.on(item.end, item.cost, pending=both, previous="verb", joint="")
    elif state.joint == "and" and state.previous == "closed" and item.voice != "passive":
        if first is None or not state.links or state.negate or pending is not None:
            return
        link = state.links[-1]
        if first.site not in (link.start, link.end) or link.types[0] not in dict(first.types or ()):
            return
        other = link.start if link.end == first.site else link.end
        again = Pending(other, item.types, "agent", kept=item.kept)
        for done in a.connect(state, other, first.site, again):
            yield done.on(item.end, item.cost, previous="closed", joint="")


def _joined_already(state: State, item: Verb) -> bool:
    """Crimes with vehicles *involved*: the verb only says what joins the two already."""
    types = {type_ for type_, _ in item.types}
    return any(
        set(link.types) <= types and state.focus in (link.start, link.end) for link in state.links
    )


def _closing(a: Assembler, state: State, item: Verb) -> Iterator[State]:
    """Both ends are known: the noun phrase afloat is the subject, what it follows the object."""
    floats, around = _apart(state)
    if acts_again(state):
        yield from does(a, state, item)
        return
    objects = [site for site in state.sites if site not in floats]
    if around:
        objects = [state.related]
    if not objects:
        return
    before, roles = ahead(state), _still_in_role(state)
    role = {"active": "agent", "passive": "patient", "either": "agent"}[item.voice]
    fit = [site for site in objects if site in before] if before and not around else objects
    # What was only said of those afloat is none of what they do it to, and not on the way there;
    # the crime at a house *that* involved X: it is rather the crime that did.
    passed = objects if state.previous == "relative" else fit
    for site in reversed(fit):
        distance = passed[::-1].index(site)
        states = [state]
        for afloat in floats:
            pending = Pending(afloat, item.types, role, kept=item.kept)
            states = [new for s in states for new in a.connect(s, afloat, site, pending)]
        kept = state.sites[: state.sites.index(site) + 1]
        # Where did crimes occur that ...: what is afloat can still be described, if it has no name.
        sorts = [f for f in floats if state.vertices[f].word == "noun" and f not in kept]
        # Where crimes occurred involving X: a verb without an object leaves only its subject.
        kept = (*kept, *sorts) if item.empty else (*sorts, *kept)
        for joined in states:
            yield counted_of_it(joined, floats, site).on(
                item.end,
                item.cost + 0.22 * distance,
                floats=around,
                sites=kept,
                pending=None,
                roles=roles,
                previous="closed",
                joint="",
                last_verb=Pending(site, item.types, "", kept=item.kept),
            )


def _apart(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who does what their verb says, and who still waits for one *around* that clause.

    Wards where patients whom doctors *treated* lie: the doctors did, and the patients wait.
    """
    floats, related = state.floats, state.related
    if related not in floats[:-1] or related not in state.sites or related == state.subject:
        return floats, ()
    at = floats.index(related) + 1
    return floats[at:], floats[:at]


def _still_in_role(state: State) -> tuple[Pending, ...]:
    """Whom do *captains* know: those who do it are captains of something still."""
    waiting = state.pending
    if waiting is None or not waiting.types or waiting.site not in state.floats:
        return state.roles
    named = state.vertices[waiting.site].word == "role" and not waiting.word
    return (*state.roles, waiting) if named else state.roles


def _between(a: Assembler, state: State, item: Verb, within: int = -1) -> Iterator[State]:
    waiting = state.pending
    if waiting is not None and (waiting.types is not None or waiting.word.startswith(SAME)):
        return
    found = []
    state = doer(a, state, item)
    main = item.finite and tells_of_subject(state)
    beside = _participle(state, item)
    for site, price in a.sites(state):
        if within >= 0 and site != within:
            continue
        if beside and site != state.focus:
            # At an airport located in X: the airport is.
            price += _BESIDE
        if main:
            price = 0.0 if site == state.subject else price + _ASIDE
        pending = Pending(site, item.types, _ROLE[item.voice], "", item.empty, kept=item.kept)
        far = _possible(a, state, site, pending)
        if far is not None:
            if item.number and state.joint == "and" and _disagrees(state, site, item):
                price += _DISAGREES
            price += _said_by_whose(state, site, item) + remote(a, state, site, item)
            found.append((site, price, far, pending))
    direct = any(not far for _, _, far, _ in found)
    for site, price, far, pending in found:
        done = state.on(
            item.end,
            item.cost + price + (far if direct else 0.0),
            pending=pending,
            previous="verb",
            joint="",
            sites=state.sites[: state.sites.index(site) + 1],
        )
        if beyond(state, site):
            done = done.changed(scope=0)
        yield done.changed(floats=tuple(f for f in state.floats if f == within or f != site))
        if site in state.floats and site != state.subject and item.voice != "active":
            # Where the crime investigated by X occurred: the crime still waits for its verb.
            yield done.plus(0.05)


def _disagrees(state: State, site: int, item: Verb) -> bool:
    """Whether a noun is one where the verb is said of many, or many where it is said of one."""
    vertex = state.vertices[site]
    return vertex.word == "noun" and vertex.plural == (item.number == "one")


def _participle(state: State, item: Verb) -> bool:
    """Whether a participle stands right behind a noun, which it then describes."""
    near = state.previous == "np" and state.np_end == item.start and state.last == state.focus
    done = item.voice != "active" and not (item.finite or item.empty)
    return near and done and state.vertices[state.focus].word == "noun"


def _said_by_whose(state: State, site: int, item: Verb) -> float:
    """What it costs that whose answers were accepted are those that were accepted by them."""
    verb = state.last_verb
    if verb is None or verb.word != WHOSE or not state.links or item.voice != "passive":
        return 0.0
    link = state.links[-1]
    same = link.types[0] in dict(item.types) and site in (link.start, link.end)
    return _TWICE if same else 0.0


def _possible(a: Assembler, state: State, site: int, pending: Pending) -> float | None:
    """What it costs that a verb speaks of a vertex; None where it is too far from it."""
    types = {type_ for type_, _ in pending.types or ()}
    labels = state.vertices[site].labels
    for label in labels:
        if any(step.type in types for step in a.joins.steps(label)):
            return 0.0
    near = {step.to for label in labels for step in a.joins.steps(label)}
    reached = any(step.type in types for label in near for step in a.joins.steps(label))
    return 0.25 if reached else None


def counted_of_it(state: State, counted: Sequence[int], site: int) -> State:
    """The state in which what does something is counted for the thing it does that to."""
    if site == state.subject or state.vertices[site].word != "noun" or state.scope:
        return state
    ranks = tuple(_ranked(state, rank, counted, site) for rank in state.ranks)
    tallies = tuple(_tallied(state, one, counted, site) for one in state.tallies)
    if (ranks, tallies) == (state.ranks, state.tallies):
        return state
    return state.changed(ranks=ranks, tallies=tallies)


def _ranked(state: State, rank: Rank, counted: Sequence[int], site: int) -> Rank:
    told = rank.owner == state.subject and any(rank.operand == tally(n) for n in counted)
    return replace(rank, owner=site) if told else rank


def _tallied(state: State, one: Tally, counted: Sequence[int], site: int) -> Tally:
    told = one.owner == state.subject and one.counted in counted and not one.whole
    return replace(one, owner=site, apart=True) if told else one


CONSTRUCTIONS = {Verb: verb}
