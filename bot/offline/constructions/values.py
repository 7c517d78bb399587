"""Stored values: as the thing itself, as a modifier before a noun, after a name or a property."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.kept_place import is_where
from bot.offline.constructions.nouns import noun
from bot.offline.constructions.one_of_several import either_or
from bot.offline.constructions.placing import place
from bot.offline.directions import leads_there
from bot.offline.items import Flag, Function, Noun, Text, Value
from bot.offline.members_of import MEMBER
from bot.offline.state import Pending, Possessor, State, Vertex, attribute
from bot.offline.telling_types import BELONGING, MEANT
from bot.stored.amounts import Number
from bot.words.data import load
from bot.words.inflection import is_plural, lemmas, parts
from memory.query import Comparison, Constant
from memory.text import fold, split_name

_EACH = 0.3
_MEMBER = 0.05
_SOMEBODY = 0.45
# Against the way to what is joined to a thing through another, which costs 0.3 more than one that
# begins with a value there.
_NOT_ITS_OWN = 0.6
_CALLED = 0.05
_WHAT_IT_IS = frozenset(["kind", "type", "category", "class", "sort", "species", "breed"])
_PLACED = frozenset(["in", "at"])
_FROM = frozenset(load("kinds")["origin"])
_TOWARDS = frozenset(
    ["to", "by", "from", BELONGING, "involve", "involves", "involving", "involved"]
)


def value(a: Assembler, state: State, item: Value) -> Iterator[State]:
    """A linked value."""
    kind = item.link.property not in a.lexicon.shown(item.link.label)
    if kind and _is_plural_of(item):
        yield from _things_of_kind(a, state, item)
    elif kind and state.rank is not None and _is_noun(item):
        # The cheapest house is one, too.
        yield from _things_of_kind(a, state, item, plural=False)
    if state.rank is not None and not state.premods:
        yield from _best_of_category(a, state, item)
    if (state.function or state.compare is not None) and state.rank is None:
        if kind and _so_many(state):
            # More than two easy trails: the trails that follow are counted.
            premods = (*state.premods, item)
            yield state.on(item.end, item.cost, premods=premods, previous="premod")
        return
    if state.held is not None:
        yield from _of_property(a, state, item)
        return
    if _elsewhere(state, item):
        return
    yield from either_or(a, state, item)
    # That are not X: it is no X (see `not_so`).
    denied = state.negate and state.pending is None
    # X's *red* cars: nothing is said of X.
    owned = state.previous == "genitive"
    yield from () if denied or owned else _said_of(a, state, item)
    focus = -1 if denied or owned else state.focus
    free = focus >= 0 and not state.premods
    if free and _over_an_event(state):
        focus = state.last
        apposed = True
    else:
        apposed = free and (_appositive(state) or (kind and _done_so(state)))
    if apposed and not _another(a, state, item):
        for held in _described(a, state, item, focus):
            yield held
            if state.naming:
                return
    if state.naming:
        base = state.changed(naming=False)
        yield from _new(a, base, item, item.cost)
        return
    if not state.asks or state.previous != "property":
        yield state.on(
            item.end, item.cost + 0.04, premods=(*state.premods, item), previous="premod"
        )
    if not (owned and kind) or _is_plural_of(item):
        yield from _of_itself(a, state, item, kind)


def _of_itself(a: Assembler, state: State, item: Value, kind: bool) -> Iterator[State]:
    """What is named by the value, and nothing that was spoken of before."""
    if not state.premods or (kind and all(isinstance(p, Flag) for p in state.premods)):
        # Verified bots: a kind of users.
        yield from _new(a, state, item, item.cost)
    if not state.premods:
        yield from _members(a, state, item)


def _described(a: Assembler, state: State, item: Value, focus: int) -> Iterator[State]:
    """A thing already named holds the value, too."""
    held = a.hold(state, focus, item)
    if held is None or is_where(a, state.vertices[focus]) or _goes_elsewhere(state, item):
        return
    # A friend that X knows: X is somebody else.
    shown = a.lexicon.shown(item.link.label)
    other = state.previous == "relative" and item.link.property in shown[:1]
    yield held.on(
        item.end,
        item.cost + (_SOMEBODY if other else 0.0),
        previous="np",
        last=focus,
        naming=False,
        pending=None,
        np_end=item.end,
    )


def _so_many(state: State) -> bool:
    """Whether so many of something are spoken of, and what they are comes next."""
    compare = state.compare
    if compare is None or state.function or state.held is not None:
        return False
    number = compare.amount
    return isinstance(number, Number) and isinstance(number.value, int) and not number.measures


def _things_of_kind(
    a: Assembler, state: State, item: Value, *, plural: bool = True
) -> Iterator[State]:
    """The most sculptures: works of that type, counted and ranked as any noun is."""
    before = state.changed(premods=(*state.premods, replace(item, cost=0.0)))
    # A vehicle whose kind is bus is a bus, sooner than a line whose mode that is.
    cost = item.cost + (0.0 if split_name(item.link.property)[-1] in _WHAT_IT_IS else _CALLED)
    said = Noun(item.start, item.end, cost, item.link.label, plural=plural)
    yield from noun(a, before, said)


def _best_of_category(a: Assembler, state: State, item: Value) -> Iterator[State]:
    """The longest drama: of the one kind of thing that belongs to a category."""
    assert state.rank is not None
    label, measures = item.link.label, tuple(m for m in state.rank.measures if m != "*")
    kinds = {step.to for step in a.joins.steps(label)}
    named = item.link.property in a.lexicon.shown(label)
    told = item.link.text == item.link.text.lower()
    if not (named and told and len(kinds) == 1) or a.lexicon.measures(label, measures):
        return
    (kind,) = kinds
    before = state.changed(premods=(item,))
    plural, cost = _is_plural_of(item), item.cost + _MEMBER
    yield from noun(a, before, Noun(item.start, item.end, cost, kind, plural=plural))


def _is_noun(item: Value) -> bool:
    """Whether a value as typed is a noun in lower case: a house."""
    said = item.link.text
    # No verb or adjective that is known: midfielder.
    found = parts(said.split()[-1])
    own = said == item.link.value or item.link.method == MEMBER
    return said.islower() and own and (not found or "NOUN" in found)


def _is_plural_of(item: Value) -> bool:
    """Whether the words are the plural of what is stored."""
    said = fold(item.link.text)
    return bool(said) and said != fold(str(item.link.value)) and is_plural(said.split()[-1])


def _said_of(a: Assembler, state: State, item: Value) -> Iterator[State]:
    """A value that is no name describes a thing already named: crimes ... marked as X."""
    if state.premods or state.naming or (state.bound and not _takes_place(state)):
        return
    if item.link.property in a.lexicon.shown(item.link.label) or _goes_elsewhere(state, item):
        return
    last = len(state.vertices) - 1
    places = (state.pending.site,) if state.bound and state.pending else range(last, -1, -1)
    for n in places:
        if n == state.focus and _appositive(state):
            continue
        if attribute(n, item.link.property) in [getattr(t, "left", None) for _, t in state.tests]:
            continue
        held = a.hold(state, n, item) if item.link.label in state.vertices[n].labels else None
        if held is not None:
            stays = state.pending is not None and state.pending.empty and n == state.subject
            far = 0.02 if stays or state.bound else 0.12 if n == state.focus else 0.25
            far += _NOT_ITS_OWN if _of_whom_named(state, n, item) else 0.0
            # Received at noon by X: X is still who it went to.
            light = state.pending if state.pending and state.pending.light else None
            verb = state.pending if state.bound else state.last_verb
            done = held.changed(pending=light, last_verb=verb)
            yield done.on(item.end, item.cost + far, previous="np", last=n, np_end=item.end)
            return


def _of_whom_named(state: State, n: int, item: Value) -> bool:
    """Whether the noun before keeps the words itself: sold to customers *in Chile*, by orders."""
    named = [v for v in state.vertices if v.word == "noun"]
    on_the_way = state.vertices[n].word == "path" and state.previous == "connector"
    return on_the_way and bool(named) and named[-1].labels[0] in item.kept_by


def _takes_place(state: State) -> bool:
    """Whether a verb says only that something took place: auctions *held in* Paris."""
    pending = state.pending
    placed = pending is not None and pending.empty and pending.word in _PLACED
    return placed and pending is not None and state.vertices[pending.site].word == "noun"


def _elsewhere(state: State, item: Value) -> bool:
    """Whether a place is where someone is from, and it is said where they live or work."""
    pending = state.pending
    if pending is None or not (pending.empty or pending.types) or pending.word not in _PLACED:
        return False
    return any(set(lemmas(word)) & _FROM for word in split_name(item.link.property))


def _goes_elsewhere(state: State, item: Value) -> bool:
    """Whether it is said to go to a place, and the value says another thing of it: its flag."""
    pending = state.pending
    going = pending is not None and pending.types is None and pending.going
    return pending is not None and going and not leads_there(pending.word, item.link.property)


def _appositive(state: State) -> bool:
    """Whether a value here can name the focus: film "X"; people named X; who is X."""
    if state.bound:
        return False
    if state.naming or state.previous == "bracket":
        return True
    if state.pending is not None and state.pending.types and _awaits(state, state.pending):
        return False
    vertex = state.vertices[state.focus]
    if state.previous == "ranked" and state.singular:
        return vertex.word in ("noun", "open")
    if state.previous in ("np", "auxiliary", "relative") and state.last == state.focus:
        return vertex.word in ("noun", "role", "open")
    if state.previous == "connector" and state.pending is not None and state.pending.types is None:
        # A friend of X: somebody else.
        named = ("noun",) if state.pending.word == "of" else ("noun", "role")
        return not state.pending.empty and vertex.word in named
    return state.previous == "auxiliary" and vertex.word != "value"


def _over_an_event(state: State) -> bool:
    """Whether a noun was just joined by what was done: ordered the product X."""
    near = state.previous == "np" and state.last in state.sites and state.last != state.focus
    event = state.vertices[state.focus].word == "path"
    return near and event and state.vertices[state.last].word == "noun"


def _done_so(state: State) -> bool:
    """Whether a value that is no name may say what is done: which parts do we *make*."""
    return state.previous == "helping" and state.vertices[state.focus].word == "noun"


def _awaits(state: State, pending: Pending) -> bool:
    """Whether a verb still waits for whom it is done to: is related to X."""
    verbal = pending.role in ("", "agent", "patient")
    return bool(pending.word) or (verbal and state.previous == "auxiliary")


def _another(a: Assembler, state: State, item: Value) -> bool:
    """Whether a name must be somebody else's: people related to the Smiths."""
    pending = state.pending
    if state.previous != "connector" or pending is None or pending.word not in _TOWARDS | MEANT:
        return False
    return item.link.property in a.lexicon.shown(item.link.label)


def _members(a: Assembler, state: State, item: Value) -> Iterator[State]:
    """Dramas, which drama: what belongs to a category, where only one kind of thing does."""
    if not _is_category(a, state, item):
        return
    # Acted in dramas, signed by socialists: the verb needs what is of the category.
    if state.subject >= 0 and not (state.bound and _is_plural_of(item)):
        return
    near = {step.to for step in a.joins.steps(item.link.label)}
    base = state.changed(premods=(*state.premods, item))
    vertex = Vertex(tuple(near))
    several = _is_plural_of(item)
    for placed in place(a, base, vertex, item.start, item.end, item.cost + _MEMBER):
        yield placed if several else placed.changed(singular=True)


def _is_category(a: Assembler, state: State, item: Value) -> bool:
    """Whether things are called by a value that only one kind of thing is joined to.

    They are by its plural, and behind "which" by the noun in lower case.
    """
    if item.link.property not in a.lexicon.shown(item.link.label):
        return False
    said = item.link.text
    one = state.previous == "ask" and said.islower() and "NOUN" in parts(said.split()[-1])
    if not (_is_plural_of(item) or one):
        return False
    return len({step.to for step in a.joins.steps(item.link.label)}) == 1


def _new(a: Assembler, state: State, item: Value, cost: float) -> Iterator[State]:
    if state.subject < 0 and _is_category(a, state, item):
        cost += 0.6
    verb = state.last_verb
    if item.each and verb is not None and verb.site not in (state.subject, -1):
        # Films in both A and B of someone: not each of them in both.
        cost += _EACH
    vertex = Vertex((item.link.label,), word="value", plural=False)
    if item.link.property not in a.lexicon.shown(item.link.label) and any(
        v.labels == vertex.labels for v in state.vertices
    ):
        cost += 0.3
    if _is_of_the_noun(state, item):
        cost += _NOT_ITS_OWN
    # Which comedy: one; the noun that may follow tells better.
    one = (
        state.subject < 0 and state.previous == "ask" and not is_plural(item.link.text.split()[-1])
    )
    one = one and item.link.property not in a.lexicon.shown(item.link.label)
    for placed in place(a, state, vertex, item.start, item.end, cost):
        alone = placed.changed(singular=True) if one else placed
        yield a.equals(alone, placed.last, item)


def _is_of_the_noun(state: State, item: Value) -> bool:
    """Whether a thing just named keeps the words itself: customers *from Chile*, as orders do."""
    pending = state.pending
    if not item.kept_by or state.previous != "connector" or pending is None or pending.types:
        return False
    vertex = state.vertices[pending.site] if pending.site >= 0 else None
    return vertex is not None and vertex.word == "noun" and vertex.labels[0] in item.kept_by


def _of_property(a: Assembler, state: State, item: Value) -> Iterator[State]:
    """Surname X; a status of X; the date is X."""
    assert state.held is not None
    held = state.held
    for candidate in held.word.candidates:
        if candidate.property != item.link.property:
            continue
        if not a.related(candidate.owner, item.link.label):
            continue
        base = state.changed(held=None)
        cost = item.cost * 0.5 + candidate.cost * 0.5
        apart = 0.15
        for site, distance in a.sites(state) if not state.bound else ():
            done = a.hold(base, site, item)
            if done is not None:
                apart = 0.4 if site == state.focus else apart
                yield done.on(
                    item.end,
                    cost + distance,
                    previous="np",
                    last=site,
                    pending=None,
                    np_end=item.end,
                )
        yield from _new(a, base, item, cost + apart)
        return


def text(a: Assembler, state: State, item: Text) -> Iterator[State]:
    """A quotation that is no stored value: kept as the name or property it is said to be."""
    if state.bound:
        return
    if state.held is not None:
        for site, candidate, price in a.owners(state, state.held.word.candidates):
            kind = a.kind(candidate.owner, candidate.property)
            if kind in ("text", "number_text", "list"):
                left, sign = attribute(site, candidate.property), "HAS" if kind == "list" else "="
                test = Comparison(left, sign, Constant(item.text))  # type: ignore[arg-type]
                done = state.changed(held=None, pending=None).test(test)
                yield done.on(item.end, item.cost + price, previous="np", last=site)
                return
        return
    focus = state.focus
    if focus < 0 or state.premods or (state.waiting and not state.naming):
        return
    vertex = state.vertices[focus]
    if state.naming or (state.previous == "np" and vertex.word == "noun"):
        shown = a.lexicon.shown(vertex.labels[0])
        if shown:
            test = Comparison(attribute(focus, shown[0]), "=", Constant(item.text))
            done = state.changed(naming=False, pending=None).test(test)
            yield done.on(item.end, item.cost, previous="np", last=focus)


def naming(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Named, called, titled: the next value is the name of the noun before."""
    if state.pending is not None and state.pending.types and not state.waiting:
        yield state.on(item.end, 0.0)
    elif state.focus >= 0 and state.held is None and not state.waiting:
        yield state.on(item.end, 0.0, naming=True, previous="naming", pending=None)
        if state.pending is not None:
            yield state.on(item.end, 0.15, naming=False, previous=state.previous)


def bracket(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Brackets after a value or noun say more about it."""
    if item.word == "(" and state.previous == "np":
        yield state.on(
            item.end,
            0.0,
            previous="bracket",
            sites=(*state.sites, state.last) if state.last not in state.sites[-1:] else state.sites,
        )
    elif not state.waiting and state.held is None:
        yield state.on(item.end, 0.0, previous="np" if item.word == ")" else state.previous)


def genitive(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """X's: what follows belongs to X."""
    if state.premods and isinstance(state.premods[-1], Value):
        possessor = Possessor(state.premods[-1])
        yield state.on(item.end, 0.0, premods=(*state.premods[:-1], possessor))
        return
    if state.previous != "np" or state.last < 0:
        return
    joined = any(state.last in (link.start, link.end) for link in state.links)
    if joined and state.last not in state.floats and state.last != state.subject:
        # The emails of X's friends: they are not X's.
        return
    bare = state.vertices[state.last].word == "noun"
    if bare and state.last == state.subject and not state.tests and not state.links:
        # Which house's members: the house is asked for.
        return
    if any(ask.owner == state.last for ask in state.asks):
        # When was X's visit: no date of X.
        return
    floats = state.floats if state.last in state.floats else (*state.floats, state.last)
    yield state.on(item.end, 0.0, previous="genitive", floats=floats)


CONSTRUCTIONS = {
    Value: value,
    Text: text,
    "naming": naming,
    "bracket": bracket,
    "genitive": genitive,
}
