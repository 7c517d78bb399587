"""Verbs and prepositions: what joins two noun phrases, in which direction, in which order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.doers import doer, remote
from bot.offline.constructions.main_clause import beyond, resumed
from bot.offline.constructions.placing import open_scope
from bot.offline.constructions.staying import STAYING, dwellers, staying, where
from bot.offline.constructions.they import acts_again, connected_again, does, tied, told_of
from bot.offline.data import load
from bot.offline.items import Flag, Function, Verb
from bot.offline.state import DOING, FELLOW, SAME, VIA, WHOSE, Pending, State
from bot.offline.telling_types import connecting
from bot.offline.words import lemmas

PREPOSITIONS = frozenset(load("phrases")["prepositions"])
_TWICE = 0.5
_THROUGH = frozenset(["through", "via"])
_TIMED = frozenset(["on", "at", "in", "during"])
_PRONOUNS = frozenset(["he", "she", "they"])
_PERSONAL = frozenset(["who", "whom", "whose", "those who"])
_OF_ONE = frozenset(["is", "was", "has", "does", "'s"])
_HELPING = frozenset(["do", "does", "did", "has", "have", "had"])
_LIVES = frozenset(["live", "lives", "lived", "reside", "resides", "resided"])
_PLACED = frozenset(["located", "situated", "headquartered", "based"])
_ASIDE = 0.3
_THEY = 0.5
_BESIDE = 0.4
_INVERTED = 0.25
_ROLE = {"active": "agent", "passive": "patient", "either": ""}


def verb(a: Assembler, state: State, item: Verb) -> Iterator[State]:
    """A relationship's verb: after both its ends (films X directed) or between them."""
    if state.held is not None or state.premods or (state.subject < 0 and not state.sites):
        return
    whose = state.last_verb is not None and state.last_verb.word == WHOSE
    state = resumed(state) if item.finite else state
    said = not state.floats and not state.negate and state.pending is None and not whose
    if said and item.kept is None and _told(state, item):
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
    if state.floats:
        yield from _closing(a, state, item)
        if len(state.floats) == len(state.sites):
            yield from _between(a, state, item)
    else:
        yield from _between(a, state, item)


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


def _told(state: State, item: Verb) -> bool:
    """Crimes with vehicles *involved*: the verb only says what joins the two already."""
    types = {type_ for type_, _ in item.types}
    return any(
        set(link.types) <= types and state.focus in (link.start, link.end) for link in state.links
    )


def _closing(a: Assembler, state: State, item: Verb) -> Iterator[State]:
    """Both ends are known: the noun phrase afloat is the subject, what it follows the object."""
    floats = state.floats
    if acts_again(state):
        yield from does(a, state, item)
        return
    objects = [site for site in state.sites if site not in floats]
    if not objects:
        return
    role = {"active": "agent", "passive": "patient", "either": "agent"}[item.voice]
    for distance, site in enumerate(reversed(objects)):
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
            yield joined.on(
                item.end,
                item.cost + 0.22 * distance,
                floats=(),
                sites=kept,
                pending=None,
                previous="closed",
                joint="",
                last_verb=Pending(site, item.types, "", kept=item.kept),
            )


def _between(a: Assembler, state: State, item: Verb) -> Iterator[State]:
    waiting = state.pending
    if waiting is not None and (waiting.types is not None or waiting.word.startswith(SAME)):
        return
    found = []
    state = doer(a, state, item)
    main = item.finite and _main(state)
    beside = _participle(state, item)
    for site, price in a.sites(state):
        if beside and site != state.focus:
            # At an airport located in X: the airport is.
            price += _BESIDE
        if main:
            price = 0.0 if site == state.subject else price + _ASIDE
        pending = Pending(site, item.types, _ROLE[item.voice], "", item.empty, kept=item.kept)
        far = _possible(a, state, site, pending)
        if far is not None:
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
        yield done.changed(floats=tuple(f for f in state.floats if f != site))
        if site in state.floats and site != state.subject and item.voice != "active":
            # Where the crime investigated by X occurred: the crime still waits for its verb.
            yield done.plus(0.05)


def _participle(state: State, item: Verb) -> bool:
    """Whether a participle stands right behind a noun, which it then describes."""
    near = state.previous == "np" and state.np_end == item.start and state.last == state.focus
    done = item.voice != "active" and not (item.finite or item.empty)
    return near and done and state.vertices[state.focus].word == "noun"


def _of_subject(state: State, item: Function) -> State:
    """The state in which it is the subject that lives somewhere, where that can be meant."""
    if not _main(state) or item.word.split()[0] not in _LIVES:
        return state
    rest = tuple(s for s in state.sites if s != state.subject)
    return state.changed(sites=(*rest, state.subject))


def _main(state: State) -> bool:
    """Whether what comes is what the subject does: friends of X's friends live in Y."""
    apart = state.focus not in (state.subject, -1) and state.subject in state.sites
    whose = state.last_verb is not None and state.last_verb.word == WHOSE
    return apart and not whose and state.previous == "np" and not state.floats and not state.scope


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


def connector(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """With, of, in, involving: what follows is joined by what the schema has between the two."""
    if state.pending is not None and state.pending.word.startswith(VIA):
        # Sold to X: by an order still.
        if item.word in PREPOSITIONS and not state.premods and state.compare is None:
            yield state.on(item.end, 0.0, previous="connector")
        return
    if item.word in _THROUGH and state.previous == "np" and _joined_barely(state):
        # Connected to X through the talks they gave: not connected, and with talks besides.
        return
    if acts_again(state) and item.word not in _HELPING:
        yield from connected_again(a, open_scope(state), item)
        return
    cost = item.cost + (_INVERTED if _inverted(state, item) else 0.0)
    state = resumed(state, item.word)
    for done in _connected(a, state, item):
        yield done.plus(cost) if cost else done


def _inverted(state: State, item: Function) -> bool:
    """How many shops *has* X saved: one has, not the shops."""
    many = state.last >= 0 and state.vertices[state.last].plural and not state.anchored
    return item.word == "has" and state.previous == "np" and many and state.last == state.subject


def _connected(a: Assembler, state: State, item: Function) -> Iterator[State]:
    if state.premods or state.compare is not None:
        return
    word = item.word
    if word == "by" and state.function in ("max", "min"):
        # The largest ward by beds: the ward, not the most beds.
        return
    if state.held is not None:
        if word in ("of", "at", "in", "for", "on", "with", "has", "have", "to", "by", "as", "from"):
            yield state.on(item.end, 0.0, previous="connector")
        return
    if state.pending is not None and state.pending.types and word.split()[0] not in PREPOSITIONS:
        if state.vertices[state.pending.site].word == "role" and word.endswith((" to", " with")):
            # Relatives linked to X: of X.
            yield state.on(item.end, 0.05, pending=replace(state.pending, word="of"))
        if state.previous == "verb":
            dropped = state.changed(pending=None)
            yield from _connected(a, dropped.plus(0.2, previous="closed"), item)
        return
    if state.pending is not None:
        if state.pending.types is not None or state.pending.word in ("", "with", "have"):
            yield state.on(item.end, 0.0, pending=replace(state.pending, word=connecting(word)))
        elif state.previous in ("connector", "verb") or state.pending.light:
            last = connecting(word)
            # Received by X, or on Monday: X is still who it went to.
            kept = state.pending.light and last in _TIMED
            passive = (state.pending.word, last) in (("to", "by"), ("by", "with"))
            kept = kept or (state.pending.light and passive)
            yield state.on(
                item.end,
                0.1 if state.previous == "connector" else 0.0,
                pending=replace(state.pending, word=state.pending.word if kept else last),
            )
        return
    if state.previous == "closed" and word in PREPOSITIONS:
        yield state.on(item.end, 0.05)
    if not state.sites:
        yield from _leading(state, item)
        return
    opened = open_scope(_one_of(state, item))
    opened = dwellers(a, _of_subject(opened, item), item)
    yield from staying(a, opened, item)
    if word == "with" and state.last_verb is not None and state.last_verb.types:
        again = Pending(state.last_verb.site, state.last_verb.types, state.last_verb.role, "with")
        if again.site in opened.sites and again.site == opened.focus:
            yield opened.on(item.end, 0.0, pending=again, previous="connector", joint="")
    head, last = word.split()[0], connecting(word)
    here = state.previous == "np" and state.np_end == item.start and head in _PLACED
    empty = bool(set(lemmas(head)) & STAYING)
    pending = Pending(opened.focus, None, "", last, empty=empty, here=here)
    yield opened.on(item.end, 0.0, pending=pending, previous="connector", joint="")


def _joined_barely(state: State) -> bool:
    """Whether the noun before was only said to be connected to what came before it."""
    verb = state.last_verb
    named = verb is not None and verb.types is None and verb.site >= 0 and verb.site != state.last
    return (
        named and bool(state.links) and state.last in (state.links[-1].start, state.links[-1].end)
    )


def _leading(state: State, item: Function) -> Iterator[State]:
    """Before anything is named: with which; has X ever. Living somewhere is said of someone."""
    if set(lemmas(item.word.split()[0])) & STAYING:
        return
    if state.asks or state.previous in ("start", "ask"):
        # Has X ever done it: that asks whether.
        whether = item.start == 0 and item.word in ("has", "have", "had")
        yield state.on(item.end, 0.1 if whether else 0.0)


def _one_of(state: State, item: Function) -> State:
    """Which of those *has* the most: one of them."""
    pointed = state.anchored and state.last == state.anchor == state.subject >= 0
    pointed = pointed or (state.focus >= 0 and state.vertices[state.focus].open)
    one = pointed and state.np_end == item.start and item.word in _OF_ONE
    return state.changed(singular=True) if one else state


def object_apart(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Knows X's *phone number*: the object of a compound verb, said after whose it is."""
    if state.last_verb is None or not state.last_verb.types or state.waiting:
        return
    if state.previous == "np" and state.last_verb.types[0][0] == item.word:
        yield state.on(item.end, 0.0)


def relative(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """That, who, which: what follows describes the noun before."""
    if state.held is not None and state.subject >= 0 and item.word in ("that", "which"):
        yield state.on(item.end, 0.05)
    if state.subject < 0 or state.held is not None or (state.waiting and not state.negate):
        return
    if state.pending is not None and state.pending.types is not None:
        if state.previous == "verb":
            yield state.on(item.end, 0.2, previous="relative", pending=None)
        return
    if item.word in _PRONOUNS and state.previous == "relative" and not state.anchored:
        # A place that they reviewed: it is they who did.
        return
    if item.word in _PRONOUNS and state.previous == "np":
        if told_of(state):
            # Rated a cake they ordered: it is they who did, and not the cake.
            return
        state = state.plus(_THEY if state.links else 0.0)
    if item.word != "those who":
        cost = 0.25 if state.anchored and state.previous == "start" else 0.02
        if item.word == "whose" and state.focus >= 0 and not state.waiting:
            whose = Pending(state.focus, None, "", WHOSE)
            yield state.on(item.end, 0.05, previous="connector", pending=whose)
        if item.word == "where" and state.focus >= 0 and not state.waiting:
            yield from where(a, state, item)
        pointed = _someone(a, state) if item.word in _PERSONAL else -1
        sites = state.sites
        if pointed >= 0 and pointed != state.focus:
            sites = (*(s for s in sites if s != pointed), pointed)
        previous = WHOSE if item.word == "whose" else "relative"
        yield state.on(
            item.end, cost, previous=previous, pending=None, related=pointed, sites=sites
        )


def _someone(a: Assembler, state: State) -> int:
    """Whom a pronoun points at: the nearest that can be a person."""
    people = {label for label in a.people if len(a.people) < len(a.schema.labels)}
    for n in (state.focus, state.last, *reversed(state.sites)):
        if n >= 0 and people & set(state.vertices[n].labels):
            return n
    return state.focus


def auxiliary(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Is, did, has: a yes/no question at the start, else no meaning of its own."""
    if state.previous == "start" and state.subject < 0 and not state.mode:
        if {"there", "we"} & set(item.word.split()) or item.word in (
            "is it true that",
            "is it true",
            "is",
            "are",
            "was",
            "were",
            "do",
            "does",
            "did",
            "has",
            "have",
        ):
            yield state.on(item.end, 0.0, mode="yes_no", previous="auxiliary")
        return
    if state.premods and isinstance(state.premods[-1], Flag):
        # Halls without parking are held: nothing that is called parking is.
        return
    state = resumed(state, item.word)
    joining = state.pending is not None and state.pending.types is None
    if item.word == "to" and joining and state.previous in ("verb", "connector"):
        return
    # Officers to call; but calls to an officer are calls that reach him.
    cost = 0.3 if item.word == "to" and state.previous == "np" else 0.0
    asking = state.previous == "ask" and not state.vertices
    kept = asking or state.previous in ("closed", "genitive")
    helping = item.start == 1 and state.focus >= 0 and item.word in _HELPING
    helping = helping and state.vertices[state.focus].open
    # Who did X call: X is not who.
    previous = state.previous if kept else "helping" if helping else "auxiliary"
    yield _one_of(state, item).on(item.end, cost, previous=previous)


def fellow(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Worked with: joined by something that both had a part in."""
    if state.held is not None or (state.waiting and not state.negate) or not state.sites:
        return
    if state.pending is not None and state.pending.types:
        return
    opened = open_scope(state)
    floats = opened.floats
    if acts_again(opened):
        yield from tied(a, opened, FELLOW, item)
        return
    if floats and opened.focus == floats[-1] and len(opened.sites) > 1:
        site = opened.sites[-2]
        for joined in a.connect(opened, site, floats[-1], Pending(site, None, "", FELLOW)):
            sites = opened.sites[:-1]
            yield joined.on(item.end, 0.0, floats=floats[:-1], sites=sites, previous="closed")
    pending = Pending(opened.focus, None, "", FELLOW)
    yield opened.on(item.end, 0.0, pending=pending, previous="verb", joint="")


def same(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Based in the same city as X: joined by one thing that both have."""
    if state.held is not None or state.waiting or not state.sites:
        return
    pending = state.pending or Pending(state.focus, None)
    word = SAME + item.word
    pending = replace(pending, word=word)
    yield state.on(item.end, item.cost, pending=pending, joint="", previous="same")


def doing(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Films that X and Y *did together*: joined by whatever the one does for the other."""
    if state.held is not None or state.waiting or not state.sites:
        return
    opened = open_scope(state)
    objects = [site for site in opened.sites if site not in opened.floats]
    if opened.floats and objects and state.pending is None:
        states = [opened]
        for afloat in opened.floats:
            by = Pending(afloat, None, "", DOING)
            states = [new for s in states for new in a.connect(s, afloat, objects[-1], by)]
        kept = opened.sites[: opened.sites.index(objects[-1]) + 1]
        for joined in states:
            yield joined.on(item.end, 0.1, floats=(), sites=kept, joint="", previous="closed")
    elif item.word.split()[-1] == "on" and (state.pending is None or not state.pending.types):
        pending = Pending(opened.focus, None, "", DOING)
        yield opened.on(item.end, 0.0, pending=pending, previous="verb", joint="")


def light_verb(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Make (a call), receive (a call): only who acts and who is acted upon."""
    if state.held is not None or state.premods or not state.sites:
        return
    if state.pending is not None and (state.pending.types or state.previous != "verb"):
        return
    opened = open_scope(state)
    word = "by" if item.role == "agent" else "to"
    for afloat in opened.floats[-1:]:
        for site in [s for s in opened.sites if s != afloat][-1:]:
            pending = Pending(afloat, None, "", word)
            for joined in a.connect(opened, afloat, site, pending):
                sites = opened.sites[: opened.sites.index(site) + 1]
                yield joined.on(
                    item.end, 0.0, floats=opened.floats[:-1], sites=sites, previous="closed"
                )
    pending = Pending(opened.focus, None, "", word, light=True)
    yield opened.on(item.end, 0.05, pending=pending, previous="verb", joint="")


CONSTRUCTIONS = {
    Verb: verb,
    "agent": light_verb,
    "patient": light_verb,
    "fellow": fellow,
    "doing": doing,
    "same": same,
    "connectors": connector,
    "object": object_apart,
    "relatives": relative,
    "auxiliaries": auxiliary,
}
