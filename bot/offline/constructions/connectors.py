"""With, of, in, involving: what joins two noun phrases and is no verb of the schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.auxiliaries import HELPING, one_of
from bot.offline.constructions.main_clause import resumed, tells_of_subject
from bot.offline.constructions.placing import open_scope
from bot.offline.constructions.staying import STAYING, dwellers, staying
from bot.offline.constructions.they import acts_again, connected_again
from bot.offline.directions import goes
from bot.offline.items import Function
from bot.offline.state import VIA, Pending, State
from bot.offline.telling_types import BELONGING, LIVING, connecting
from bot.words.data import load
from bot.words.inflection import lemmas
from memory.text import split_name

PREPOSITIONS = frozenset(load("phrases")["prepositions"])
_THROUGH = frozenset(["through", "via"])
_TIMED = frozenset(["on", "at", "in", "during"])
_LIVES = frozenset(["live", "lives", "lived", "reside", "resides", "resided"])
_PLACED = frozenset(["located", "situated", "headquartered", "based"])
# What may stand between a property and its value: a name of X, has a budget of.
_OF_HELD = frozenset(
    ["of", "at", "in", "for", "on", "with", "has", "have", "to", "by", "as", "from"]
)
# How many shops has X saved: that the shops have something.
_INVERTED = 0.25


def connector(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """With, of, in, involving: what follows is joined by what the schema has between the two."""
    if state.pending is not None and state.pending.word.startswith(VIA):
        # Sold to X: by an order still.
        if item.word in PREPOSITIONS and not state.premods and state.compare is None:
            yield state.on(item.end, 0.0, previous="connector")
        return
    if state.naming and state.previous == "naming" and item.word in _TIMED:
        # Ships that called at X: nothing is named by what is there.
        return
    if item.word in _THROUGH and state.previous == "np" and _joined_barely(state):
        # Connected to X through the talks they gave: not connected, and with talks besides.
        return
    if acts_again(state) and item.word not in HELPING:
        yield from connected_again(a, open_scope(state), item)
        return
    cost = item.cost + (_INVERTED if _inverted(state, item) else 0.0)
    state = resumed(state, item.word)
    for done in _connected(a, state, item):
        yield done.plus(cost) if cost else done


def _inverted(state: State, item: Function) -> bool:
    """How many shops *has* X saved: one has, not the shops."""
    many = state.last >= 0 and state.vertices[state.last].plural
    return item.word == "has" and state.previous == "np" and many and state.last == state.subject


def _connected(a: Assembler, state: State, item: Function) -> Iterator[State]:
    if state.premods or state.compare is not None:
        return
    word, pending = item.word, state.pending
    if word == "by" and state.function in ("max", "min"):
        # The largest ward by beds: the ward, not the most beds.
        return
    if state.held is not None:
        if word in _OF_HELD:
            yield state.on(item.end, 0.0, previous="connector")
    elif pending is None:
        yield from _from_here(a, state, item)
    elif pending.types and word.split()[0] not in PREPOSITIONS:
        yield from _past_verb(a, state, item, pending)
    else:
        yield from _more(state, item, pending)


def _past_verb(a: Assembler, state: State, item: Function, pending: Pending) -> Iterator[State]:
    """After a verb that waits another word that joins: the verb is done with, or of a role."""
    if state.vertices[pending.site].word == "role" and item.word.endswith((" to", " with")):
        # Relatives linked to X: of X.
        yield state.on(item.end, 0.05, pending=replace(pending, word="of"))
    if state.previous == "verb":
        dropped = state.changed(pending=None)
        yield from _connected(a, dropped.plus(0.2, previous="closed"), item)


def _more(state: State, item: Function, pending: Pending) -> Iterator[State]:
    """The preposition of what waits: born *in*, connected *to*."""
    last = connecting(item.word)
    if pending.word == BELONGING and last == "to":
        last = BELONGING
    if pending.types is not None or pending.word in ("", "with", "have"):
        # Ships that have been to X: they went there.
        been = pending.types is None and pending.word == "have" and state.previous == "auxiliary"
        going = been and item.word.split()[-1] == "to"
        yield state.on(item.end, 0.0, pending=replace(pending, word=last, going=going))
    elif state.previous in ("connector", "verb") or pending.light:
        # Received by X, or on Monday: X is still who it went to.
        passive = (pending.word, last) in (("to", "by"), ("by", "with"))
        kept = pending.light and (last in _TIMED or passive)
        cost = 0.1 if state.previous == "connector" else 0.0
        said = pending if kept else replace(pending, word=last, going=False)
        yield state.on(item.end, cost, pending=said)


def _from_here(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Nothing waits yet: what follows is joined to what was named last."""
    word = item.word
    if state.previous == "closed" and word in PREPOSITIONS:
        yield state.on(item.end, 0.05)
    if not state.sites:
        yield from _leading(state, item)
        return
    opened = open_scope(one_of(state, item))
    opened = dwellers(a, _of_subject(opened, item), item)
    if word == "involving":
        opened = _what_happened(a, opened)
    yield from staying(a, opened, item)
    if word == "by" and state.joint == "and" and state.last_verb is not None:
        opened = _again_by(opened, state.last_verb)
    if word == "with" and state.last_verb is not None and state.last_verb.types:
        again = Pending(state.last_verb.site, state.last_verb.types, state.last_verb.role, "with")
        if again.site in opened.sites and again.site == opened.focus:
            yield opened.on(item.end, 0.0, pending=again, previous="connector", joint="")
    head, last = word.split()[0], connecting(word)
    here = state.previous == "np" and state.np_end == item.start and head in _PLACED
    empty = bool(set(lemmas(head)) & STAYING)
    dwelling = bool(set(lemmas(head)) & LIVING)
    pending = Pending(opened.focus, None, "", last, empty=empty, here=here, dwelling=dwelling)
    pending = replace(pending, going=goes(word))
    yield opened.on(item.end, 0.0, pending=pending, previous="connector", joint="")


def _what_happened(a: Assembler, opened: State) -> State:
    """Crimes at a house *involving* a car: they involve it, and not the house."""
    at = len(opened.sites)
    while at and all(_tells_where(a, x) for x in opened.vertices[opened.sites[at - 1]].labels):
        at -= 1
    return opened.changed(sites=opened.sites[:at]) if at else opened


def _tells_where(a: Assembler, label: str) -> bool:
    return label in a.places or "".join(split_name(label)) in load("kinds")["place"]


def _again_by(opened: State, verb: Pending) -> State:
    """Sung by a choir of X *and by* one of Y: the song is, nothing of the first choir."""
    site = verb.site if verb.word == "by" else opened.subject
    if site not in opened.sites:
        return opened
    return opened.changed(sites=opened.sites[: opened.sites.index(site) + 1])


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
        has = item.word in ("has", "have", "had")
        # What has X done: X is not what is asked for.
        doing = state.doing or (has and state.previous == "ask" and not state.vertices)
        yield state.on(item.end, 0.1 if has and item.start == 0 else 0.0, doing=doing)


def _of_subject(state: State, item: Function) -> State:
    """The state in which it is the subject that lives somewhere, where that can be meant."""
    if not tells_of_subject(state) or item.word.split()[0] not in _LIVES:
        return state
    rest = tuple(s for s in state.sites if s != state.subject)
    return state.changed(sites=(*rest, state.subject))


CONSTRUCTIONS = {"connectors": connector}
