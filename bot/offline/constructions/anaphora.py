"""Those, them, their: what the question before was about; follow-ups that say what changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.placing import open_scope
from bot.offline.constructions.premodifiers import premodify, rank_by
from bot.offline.constructions.they import clause_of_theirs, told_anew
from bot.offline.data import load
from bot.offline.items import Function, Noun, PropertyWord, Superlative
from bot.offline.state import SAME, Ask, Pending, State

_PREPOSITIONS = frozenset(load("phrases")["prepositions"])

# The corporate ones: what stands before them narrows, it is not asked for.
_INSIDE = frozenset(["in", "within", "on"])
_OBJECTS = ("it", "them", "him", "her")
_SEVERAL = ("they", "them", "those", "these")
# What is done to them over more steps is done to something else.
_STEPS = 2
_SUCH = ("ones", "one", "the one", "the ones")


def anaphor(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Points at the subject of the question before; without one, "their" points at the noun."""
    if item.word in ("their", "his", "its") or (item.word == "her" and not state.bound):
        yield from _their(state, item)
        if item.word != "her" or state.anchored or state.held is not None:
            return
        yield from _within(a, state, item)
        return
    if not state.anchored and state.held is None:
        yield from _within(a, state, item)
    if not state.anchored or state.held is not None:
        return
    anchor = state.anchor
    if item.word in ("he", "she", "him", "her") and not _personal(a, state):
        return
    if state.premods:
        if state.subject == anchor and item.word in _SUCH:
            yield from _such(a, state, item)
        return
    if state.subject == anchor:
        yield from _again(a, state, item)
    elif state.pending is not None:
        for joined in a.connect(state, state.pending.site, anchor, state.pending):
            sites = (*state.sites, anchor)
            yield _pointed(joined, item, sites=sites, pending=None, last_verb=state.pending)
    elif state.subject < 0 and not state.asks:
        if not state.followed:
            yield _pointed(state, item, subject=anchor, sites=(anchor,), chosen=True)
    elif state.subject < 0 and item.word not in _SUCH:
        # How old are they: of several each is told with whose it is.
        told = _owned(state).changed(added=item.word in _SEVERAL)
        yield _pointed(told, item, subject=anchor, sites=(anchor,), chosen=True)
    elif anchor not in state.sites:
        sites = (*state.sites, anchor)
        yield _pointed(state.plus(0.05), item, floats=(*state.floats, anchor), sites=sites)


def _within(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """A film *they* acted in; who acted in *it*: the subject of the same question again."""
    pending = state.pending
    inside = item.word == "them" and pending is not None and pending.word in _INSIDE
    if inside and _people(a, state, state.subject):
        # Mentioned nobody in them: in what they wrote, not in who they are.
        return
    if item.word == "there" and any(v.word == "path" for v in state.vertices):
        # Countries that have loans from banks based there: not from those they have them by.
        return
    if item.word == "one" and state.scope:
        # Assisted at a match but never refereed one: any, not the one they assisted at.
        return
    subject = _referent(a, state, item.word, -1 if pending is None else pending.site)
    if subject < 0 or state.subject < 0 or state.waiting or state.premods:
        return
    if pending is not None and pending.types and pending.site != subject:
        if item.word in ("it", "them", "him", "her", "one", "there"):
            for joined in a.connect(told_anew(state, pending), pending.site, subject, pending):
                if len(joined.links) - len(state.links) > _STEPS:
                    continue
                sites = _back_to(subject, state)
                yield joined.on(item.end, 0.05, pending=None, sites=sites, previous="closed")
        return
    bare = pending is not None and not pending.types and pending.site not in (subject, -1)
    bare = bare and pending is not None and pending.word in _PREPOSITIONS and not state.scope
    if bare and pending is not None and item.word in ("it", "them", "him", "her"):
        for joined in a.connect(state, pending.site, subject, pending):
            sites = _back_to(subject, state)
            yield joined.on(item.end, 0.1, pending=None, sites=sites, previous="closed")
        return
    apart = pending is None and state.focus not in (subject, -1)
    if apart and state.previous in ("np", "relative") and item.word in ("they", "he", "she", "it"):
        floats = (*state.floats, subject)
        yield state.on(item.end, 0.0, floats=floats, previous="np", last=subject)


def _people(a: Assembler, state: State, n: int) -> bool:
    """Whether a vertex is a person, and something was named that isn't."""
    if len(a.people) == len(a.schema.labels):
        return False
    others = [v for v in state.vertices if v.word == "noun" and not set(v.labels) & set(a.people)]
    return n >= 0 and bool(others) and set(state.vertices[n].labels) <= set(a.people)


def _referent(a: Assembler, state: State, word: str, beside: int) -> int:
    """What a pronoun means: what is asked for, or else what it can be; -1 where nothing can."""
    people = set(a.people)
    if word in ("them", "there") and beside == state.subject:
        return _the_other(state)
    if word == "there" and _somebody(a, state):
        # Members that row for a club but train nobody there: they are no place.
        return -1
    if word == "it" and state.subject >= 0 and state.vertices[state.subject].plural:
        # Cooks that know a dish but have never made it: the dish, which is one.
        for n in range(len(state.vertices) - 1, -1, -1):
            vertex = state.vertices[n]
            if n != beside and vertex.word == "noun" and not vertex.plural:
                return n
    if word not in ("it", "he", "she", "him", "her") or len(people) == len(a.schema.labels):
        return state.subject
    personal = word != "it"
    named = [n for n, v in enumerate(state.vertices) if v.word == "value"]
    if not personal or state.subject < 0 or not state.vertices[state.subject].plural:
        # Friends of X that are no friends of *hers*: of X, not of all of them.
        named = []
    found = [
        n
        for n in dict.fromkeys((*named, state.subject, *range(len(state.vertices) - 1, -1, -1)))
        if n >= 0
        and n != beside
        and state.vertices[n].word != "path"
        and bool(people & set(state.vertices[n].labels)) == personal
    ]
    return found[0] if found else -1


def _somebody(a: Assembler, state: State) -> bool:
    """Whether it is people that are asked for, where a place or a thing was named besides."""
    people, subject = set(a.people), state.subject
    named = any(v.word in ("value", "noun") for n, v in enumerate(state.vertices) if n != subject)
    return subject >= 0 and named and set(state.vertices[subject].labels) <= people


def _the_other(state: State) -> int:
    """Whom those who are asked for do it to: what else was named; -1 where that is more."""
    named = [n for n, v in enumerate(state.vertices) if v.word in ("value", "noun")]
    others = [n for n in named if n != state.subject]
    return others[0] if len(others) == 1 else -1


def _back_to(subject: int, state: State) -> tuple[int, ...]:
    """The open sites up to a subject; one that only groups ("for each book") is no site yet."""
    sites = state.sites
    return sites[: sites.index(subject) + 1] if subject in sites else (subject,)


def _personal(a: Assembler, state: State) -> bool:
    """Whether he or she can be meant."""
    labels = state.vertices[state.anchor].labels
    return any(a.related(label, person) for label in labels for person in a.people)


def _such(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """The Japanese ones; not the comedies."""
    states = [open_scope(state).changed(premods=(), pending=None)]
    for modifier in state.premods:
        states = [new for s in states for new in premodify(a, s, state.anchor, modifier)]
    for done in states:
        yield _pointed(done, item)


def _pointed(state: State, item: Function, **changes: object) -> State:
    return state.on(item.end, 0.0, previous="np", last=state.anchor, np_end=item.end, **changes)


def _owned(state: State) -> State:
    """The runtime of those: the property asked for is theirs."""
    labels = state.vertices[state.anchor].labels
    asks = []
    for ask in state.asks:
        fits = [c for c in ask.candidates if c.owner in labels]
        if fits:
            nearest = (min(fits, key=lambda c: c.cost),)
            ask = replace(ask, candidates=nearest, owner=state.anchor)
        asks.append(ask)
    return state.changed(asks=tuple(asks))


def _again(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Only those ...; the longest one."""
    singular = state.singular or item.word in ("one", "the one")
    if state.pending is not None and (state.pending.types or _done_to(state.pending)):
        return
    if state.previous == "auxiliary" and item.word in _OBJECTS:
        return
    if state.rank is not None and state.rank.measures != ("#count",):
        label = state.vertices[state.anchor].labels[0]
        named = tuple(m for m in state.rank.measures if m != "*")
        for name, price in a.lexicon.ranking(label, named)[:1]:
            bare = state.changed(rank=None)
            ranked = rank_by(
                a, bare, state.anchor, name, state.rank.descending, state.rank.measures
            )
            yield _pointed(ranked.plus(price), item, singular=singular)
        return
    if state.waiting and not state.negate:
        return
    yield _pointed(state, item, sites=(state.anchor,), pending=None, singular=singular)


def _done_to(verb: Pending) -> bool:
    """Whether it is a verb: who owns them asks for somebody else, where which of them does not."""
    return verb.light or verb.word not in _PREPOSITIONS


def _their(state: State, item: Function) -> Iterator[State]:
    if clause_of_theirs(state):
        # A drug their doctor prescribed: no doctor of anybody's.
        return
    pending = state.verb_to_come
    if state.pending is not None and state.pending.word.startswith(SAME):
        # In the same city as their manager: the city is not theirs.
        return
    bare = state.pending is not None and state.pending.types is None and not state.anchored
    if bare and state.pending is not None and state.pending.site not in (state.subject, -1):
        # A show in their own city: what it is in would be lost.
        return
    if pending is not None and state.previous == "verb" and not state.anchored:
        # Who answered their own questions: that they are theirs would be lost.
        return
    if state.anchored and state.subject < 0:
        yield state.on(item.end, 0.0, previous="their", sites=(state.anchor,), followed=True)
    elif state.sites:
        yield state.on(item.end, 0.0, previous="their", pending=pending)


def same_noun(a: Assembler, state: State, item: Noun) -> Iterator[State]:
    """Those *films*: the noun only says what those are."""
    if not state.anchored or state.last != state.anchor or state.held is not None:
        return
    if state.np_end == item.start and a.fits(state.vertices[state.anchor], item.label):
        yield state.on(item.end, item.cost, np_end=item.end)


def added(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """Show the runtime too; with their release dates: one more column."""
    if not state.anchored or state.subject != state.anchor or state.held is not None:
        return
    if state.premods or (state.waiting and not state.function):
        return
    if state.previous not in ("start", "ask", "their", "property", "connector") and not state.joint:
        return
    labels = state.vertices[state.anchor].labels
    for candidate in sorted(item.candidates, key=lambda c: c.cost):
        if candidate.owner in labels and not candidate.of_relationship:
            ask = Ask((candidate,), state.anchor, state.function)
            cost = 0.3 if state.previous == "connector" else 0.0
            yield state.on(
                item.end,
                item.cost + candidate.cost + cost,
                asks=(*state.asks, ask),
                added=True,
                function="",
                joint="",
                pending=None,
                previous="property",
            )
            return


def grouped(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """And per genre?: counts what there was."""
    here = state.anchored and state.subject == state.anchor and not state.waiting
    if here and not (state.groups or state.mode or state.asks):
        yield state.on(item.end, 0.1, mode="count", grouping=True, previous="group")


def counted(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """How many?"""
    if state.anchored and state.subject == state.anchor and state.previous == "start":
        yield state.on(item.end, 0.0, mode="count", groups=(), asks=(), singular=False)


def listed(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Which of those; who of them: lists what was counted before."""
    if state.anchored and state.subject == state.anchor and state.previous == "start":
        yield state.on(item.end, 0.0, mode="", groups=(), asks=(), previous="ask")


def first(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Newest first."""
    if not state.anchored or state.subject < 0 or state.ranks or state.waiting:
        return
    word = item.word.removesuffix(" first").split()[-1]
    scale = load("scales")["superlatives"].get(word)
    if scale is None:
        return
    label = state.vertices[state.subject].labels[0]
    for name, price in a.lexicon.ranking(label, tuple(m for m in scale["measure"] if m != "*"))[:1]:
        ranked = rank_by(
            a, state, state.subject, name, scale["descending"], tuple(scale["measure"])
        )
        yield ranked.on(item.end, price, previous="ordered")


def alone(a: Assembler, state: State, item: Superlative) -> Iterator[State]:
    """The longest?: one of them."""
    if not state.anchored or state.subject != state.anchor or state.rank or state.held:
        return
    label = state.vertices[state.anchor].labels[0]
    named = tuple(m for m in item.measures if m != "*")
    for name, price in a.lexicon.ranking(label, named)[:1]:
        ranked = rank_by(a, state, state.anchor, name, item.descending, item.measures)
        yield ranked.on(item.end, item.cost + price + 0.05, previous="ranked", singular=True)


CONSTRUCTIONS = {
    "anaphora": anaphor,
    Noun: same_noun,
    PropertyWord: added,
    "group": grouped,
    "count": counted,
    "ask": listed,
    "ascending": first,
    "descending": first,
    Superlative: alone,
}
