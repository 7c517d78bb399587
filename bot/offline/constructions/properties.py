"""Properties: asked for, or named before their value or comparison; adjectives of flags."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.held_to import held_to
from bot.offline.constructions.implied import implied
from bot.offline.constructions.kept_at_all import kept_at_all
from bot.offline.constructions.named_after import just_tested, named_after
from bot.offline.constructions.placing import open_scope, place
from bot.offline.constructions.texts import TEXTUAL, match, matched
from bot.offline.items import Candidate, Flag, Match, PropertyWord, Superlative, Value
from bot.offline.state import Ask, Held, Possessor, Rank, RankedBy, State, Vertex, attribute
from bot.stored.comparing import comparable
from bot.stored.kinds import TIME_KINDS
from bot.words.inflection import is_plural
from bot.words.units import unit_of
from bot.words.vocabulary import expand
from memory.query import Attribute, Comparison, Constant, Function, Operand
from memory.text import split_name
from memory.tree_edits import attributes_of

_TALLIES = frozenset(["count", "number", "num", "nbr", "no", "total", "size", "amount", "quantity"])
# The longest half-life: what is named by its own name may be measured by any word.
_AS_NAMED = 0.05
# Which insured people: they are, and nobody asks for their insured.
_ADJECTIVE = 0.6
_EXTREME = 0.15
_DAYS = frozenset(["date", "datetime", "zoned"])
# Nobody asks for the text that comes last in the alphabet.
_NO_EXTREME = _DAYS | {"text", "flag"}
SUMMABLE = ("number", "number_text", "year", "list")


def property_word(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """Everything a property's name can do here."""
    if state.held is not None and state.held.word.verbal and state.previous == "held":
        yield from _named_again(state, item)
    if state.held is not None or state.naming:
        return
    if state.premods:
        yield from _of_value(a, state, item)
        return
    if state.match is not None:
        for site, candidate, price in a.owners(state, item.candidates):
            if a.kind(candidate.owner, candidate.property) in TEXTUAL:
                base = state.changed(match=None)
                found = replace(state.match, end=item.end)
                yield matched(a, base, site, candidate.property, found, price)
                return
        return
    yield from named_after(state, item)
    if state.rank is not None:
        yield from _ranked(a, state, item)
    elif state.compare is not None:
        yield from _compared(a, state, item)
    elif state.grouping:
        yield from _grouped(a, state, item)
    elif state.order_by:
        yield from _ordered(a, state, item)
    else:
        yield from _asked(a, state, item)
        yield from _held(a, state, item)


def _named_again(state: State, item: PropertyWord) -> Iterator[State]:
    """Earn *a salary* of: the noun tells which property the verb means."""
    held = state.held
    assert held is not None
    kept = tuple(
        c
        for c in item.candidates
        if any((c.owner, c.property) == (x.owner, x.property) for x in held.word.candidates)
    )
    if kept:
        told = replace(held, word=replace(item, candidates=kept))
        yield state.on(item.end, item.cost, held=told)


def owned(
    a: Assembler, state: State, item: PropertyWord
) -> Iterator[tuple[Operand, str, str, State, float, int]]:
    """Who in reach has the property: (operand, owner's name, property, state, cost, vertex)."""
    for site, candidate, price in a.owners(state, item.candidates):
        narrowed = state.narrow(site, (candidate.owner,))
        operand = attribute(site, candidate.property)
        yield operand, candidate.owner, candidate.property, narrowed, price, site
    for candidate in item.candidates:
        if not candidate.of_relationship:
            continue
        for i in range(len(state.links) - 1, -1, -1):
            link = state.links[i]
            if candidate.owner in link.types:
                operand = Attribute(f"~{i}", candidate.property)
                yield (
                    operand,
                    candidate.owner,
                    candidate.property,
                    state,
                    candidate.cost,
                    link.start,
                )
                break
        else:
            for joined, site, price in implied(a, state, candidate):
                operand = Attribute(f"~{len(joined.links) - 1}", candidate.property)
                cost = candidate.cost + price
                yield operand, candidate.owner, candidate.property, joined, cost, site


def _of_value(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """X's age; which Hyundai models; the Action genre said by its property (the Safari model)."""
    *others, last = state.premods
    value = last.value if isinstance(last, Possessor) else last
    if others or not isinstance(value, Value):
        return
    for candidate in item.candidates:
        if not a.related(candidate.owner, value.link.label) or candidate.of_relationship:
            continue
        base = state.changed(premods=())
        vertex = Vertex((value.link.label,), word="value", plural=False)
        for placed in place(a, base, vertex, value.start, item.end, item.cost + candidate.cost):
            done = a.equals(placed, placed.last, value)
            if candidate.property == value.link.property and not isinstance(last, Possessor):
                yield done.changed(previous="np")
            elif state.mode == "yes_no" and not isinstance(last, Possessor):
                # Does X have an email: whether there is one.
                test = kept_at_all(a, candidate, attribute(placed.last, candidate.property))
                yield done.test(test).changed(previous="np")
            elif state.subject < 0:
                ask = Ask((candidate,), placed.last, state.function)
                yield replace(
                    done, asks=(*done.asks, ask), previous="property", function="", np_end=-1
                )
            else:
                held = Held(item, placed.last)
                yield done.changed(held=held, previous="held")


def _ranked(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """The highest rating."""
    rank = state.rank
    assert rank is not None
    if "*" not in rank.measures:
        measured = {
            (c.owner, name)
            for c in item.candidates
            for name, _ in a.lexicon.measures(c.owner, rank.measures)
        }
        timed = "@time" in rank.measures
        kept = tuple(
            c
            for c in item.candidates
            if (c.owner, c.property) in measured
            or (timed and a.kind(c.owner, c.property) in TIME_KINDS)
            or (not timed and c.cost <= _AS_NAMED and _is_amount(a, c))
            or _written(a, c.owner, c.property, rank)
        )
    else:
        # The biggest order: no order date is big, nor the highest one high.
        moments = TIME_KINDS if "size" in rank.measures else _DAYS & {*TIME_KINDS}
        sized = {"size", "elevation"} & {*rank.measures}
        kept = tuple(
            c for c in item.candidates if not sized or a.kind(c.owner, c.property) not in moments
        )
    if state.function:
        # The highest total of orders: no dates add up.
        kept = _figures(a, state.function, kept)
    if not kept:
        return
    item = replace(item, candidates=kept)
    if state.function:
        ask = Ask(item.candidates, -1, state.function, rank.descending)
        pending = state.verb_to_come
        if state.subject >= 0:
            yield state.on(
                item.end,
                item.cost,
                rank=None,
                function="",
                pending=pending,
                asks=(*state.asks, ask),
                previous="property",
            )
        return
    front = state.subject < 0 or (
        state.pending is not None and state.vertices[state.focus].word != "open"
    )
    if front and state.previous != "property":
        premods = (*state.premods, RankedBy(item, rank.descending))
        yield state.on(item.end, item.cost + 0.05, rank=None, premods=premods, previous="premod")
    if state.subject < 0:
        done = item.verbal and item.end == item.start + 1
        timed = "@time" in rank.measures and not done
        if timed and not state.sites and not state.asks:
            # The most recently founded firm is asked for itself; the latest date of a
            # crime is the date of the latest crime.
            asks = (Ask(item.candidates),)
            yield state.on(item.end, item.cost, asks=asks, previous="property", singular=True)
            # The latest birth date of a pet: no pet is late.
            extreme = (Ask(item.candidates, -1, "max" if rank.descending else "min"),)
            cost = item.cost + _EXTREME
            yield state.on(item.end, cost, rank=None, asks=extreme, previous="property")
        return
    yield from _given(a, state, item)
    for operand, owner, name, base, price, site in owned(a, state, item):
        kind = a.kind(owner, name)
        written = _written(a, owner, name, rank)
        if kind == "flag" or (kind == "text" and not written):
            continue
        stored = Function("text_length", (operand,)) if written else comparable(operand, kind)
        key = Rank(stored, rank.descending, site)
        one = site != state.subject >= 0 and not state.vertices[site].plural
        # Who earns the highest salary: one does.
        one = one or not item.plural
        yield base.on(
            item.end,
            item.cost + price,
            rank=None,
            singular=state.singular or (one and state.vertices[state.subject].open),
            pending=state.verb_to_come,
            ranks=(*state.ranks, key),
            previous="property",
        )


def _figures(
    a: Assembler, function: str, candidates: tuple[Candidate, ...]
) -> tuple[Candidate, ...]:
    """Those of which there is such a figure: what adds up, or has an extreme."""
    kinds = {c: a.kind(c.owner, c.property) for c in candidates}
    summed = function in ("avg", "sum")
    return tuple(c for c, k in kinds.items() if (k in SUMMABLE if summed else k not in _NO_EXTREME))


def _is_amount(a: Assembler, candidate: Candidate) -> bool:
    """Whether it is a number, and none of how many there are: no longest runway by runways."""
    words = split_name(candidate.property)
    counted = bool(words) and is_plural(words[-1]) and unit_of(candidate.property) is None
    return a.kind(candidate.owner, candidate.property) == "number" and not counted


def _written(a: Assembler, owner: str, name: str, rank: Superlative) -> bool:
    """Whether the longest is the one with the most letters: the longest title."""
    return "written_length" in rank.measures and a.kind(owner, name) == "text"


def _given(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """Users who gave the highest ratings: of several given by one, the mean."""
    assert state.rank is not None
    labels = set(state.vertices[state.subject].labels)
    kept = tuple(
        c
        for c in item.candidates
        if c.of_relationship
        and c.owner not in {t for link in state.links for t in link.types}
        and a.given(c.owner) == c.property
        and any({j.start, j.end} & labels for j in a.schema.relationships[c.owner].joins)
    )
    if kept:
        ask = Ask(kept, -1, "avg", state.rank.descending)
        pending = state.verb_to_come
        asks = (*state.asks, ask)
        base = state.changed(rank=None, pending=pending, asks=asks)
        yield base.on(item.end, item.cost + 0.1, previous="property")


def _compared(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """More than 500 votes; greater than their budget."""
    compare = state.compare
    assert compare is not None
    pending = state.verb_to_come
    if compare.amount is None:
        return
    for operand, owner, name, base, price, site in owned(a, state, item):
        if item.plural and _single(name):
            # At least 3 ratings: so many of them, not one of at least 3.
            continue
        opened = open_scope(base).changed(compare=None, pending=pending)
        done = held_to(a, opened, operand, owner, name, compare)
        if done is not None:
            rival = min(item.cost, 0.25)
            yield done.on(item.end, item.cost - rival + price, previous="property", last=site)


def _single(name: str) -> bool:
    """Whether a property is named for one of a kind, and not for how many there are."""
    words = expand(split_name(name))
    return not is_plural(words[-1]) and not _TALLIES & set(words)


def _grouped(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    for operand, owner, name, base, price, _ in owned(a, state, item):
        if a.kind(owner, name) == "list":
            operand = Function("each", (operand,))
        # Come from each country: the country is what they have.
        waits = base.pending is not None and base.pending.types is not None
        yield base.on(
            item.end,
            item.cost + price,
            pending=base.pending if waits else None,
            grouping=False,
            groups=(*state.groups, operand),
            previous="property",
        )


def _ordered(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """Sorted by rating."""
    default = state.limit is not None and state.limit.top and not state.limit.bottom
    descending = state.descending if state.descending is not None else default
    for operand, owner, name, base, price, site in owned(a, state, item):
        if any(operand in attributes_of(rank.operand) for rank in state.ranks):
            # The oldest directors, based on their birth date: said again.
            yield state.on(item.end, item.cost + price, order_by=False, previous="ordered")
            return
        key = Rank(comparable(operand, a.kind(owner, name)), descending, site)
        ranks = (*state.ranks, key)
        if state.previous == "by" and state.ranks:
            # The largest by revenue: not by what else makes things large.
            ranks = (replace(key, descending=state.ranks[-1].descending),)
        yield base.on(
            item.end,
            item.cost + price,
            order_by=False,
            ranks=ranks,
            previous="ordered",
        )


def _asked(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """The release date of X; the names and ages of people; X's age; with their budgets."""
    if state.function:
        kept = _figures(a, state.function, item.candidates)
        if not kept:
            return
        item = replace(item, candidates=kept)
    ask = Ask(item.candidates, -1, state.function)
    if state.previous == "genitive" and state.floats:
        owner = state.floats[-1]
        for candidate in item.candidates:
            if candidate.owner in state.vertices[owner].labels:
                asked = Ask((candidate,), owner, state.function)
                yield state.narrow(owner, (candidate.owner,)).on(
                    item.end,
                    item.cost + candidate.cost,
                    asks=(*state.asks, asked),
                    function="",
                    subject=owner if state.subject < 0 else state.subject,
                    floats=state.floats[:-1],
                    previous="property",
                )
        return
    if state.np_end == item.start and state.last == state.subject >= 0 and not item.verbal:
        for candidate in item.candidates:
            if candidate.owner in state.vertices[state.last].labels and not state.asks:
                asked = Ask((candidate,), state.last, state.function, common=True)
                yield state.on(
                    item.end, item.cost + candidate.cost + 0.1, asks=(asked,), previous="property"
                )
    front = state.previous in ("start", "ask", "count") or (
        state.joint and state.asks and not state.sites
    )
    if state.subject < 0 and (front or state.function):
        flags = all(a.kind(c.owner, c.property) == "flag" for c in item.candidates)
        if flags and item.plural:
            # The service accounts: what is one, and no column of yes and no.
            return
        yield state.on(
            item.end,
            item.cost + (_ADJECTIVE if flags else 0.0),
            asks=(*state.asks, ask),
            function="",
            joint="",
            mode=state.mode,
            singular=state.singular or not item.plural,
            previous="property",
        )
        return
    theirs = state.previous == "their" and not just_tested(state, item)
    besides = theirs or (bool(state.joint) and not item.verbal)
    if state.function or (besides and not item.tested):
        for candidate in item.candidates:
            for site, distance in a.sites(state):
                if not candidate.of_relationship and candidate.owner in state.vertices[site].labels:
                    asked = Ask((candidate,), site, state.function)
                    price = (
                        candidate.cost + distance + (0.3 if state.joint and not state.asks else 0.0)
                    )
                    yield state.on(
                        item.end,
                        item.cost + price,
                        asks=(*state.asks, asked),
                        added=state.added or (theirs and not (state.function or state.singular)),
                        function="",
                        joint="",
                        pending=None,
                        previous="property",
                    )


def _held(a: Assembler, state: State, item: PropertyWord) -> Iterator[State]:
    """A property before its value or comparison."""
    if state.function or (state.subject < 0 and not state.pending and not state.sites):
        return
    have = state.pending is not None and state.pending.types is None
    yield state.on(item.end, item.cost, held=Held(item, have=have), previous="held")


def flag(a: Assembler, state: State, item: Flag) -> Iterator[State]:
    """Public companies; companies that are public; not dissolved."""
    if state.held is not None:
        return
    front = state.subject < 0 or state.previous in ("connector", "start", "ask", "count", "verb")
    # Who are the *old* members, X's *old* members: of the noun that comes.
    who = state.previous == "auxiliary" and state.focus >= 0 and state.vertices[state.focus].open
    front = front or who or isinstance(next(iter(state.premods[-1:]), None), Possessor)
    # At least one *archived* project: of what is counted, and of nothing before.
    counted = state.compare is not None
    if (front or counted) and not item.whole:
        yield state.on(item.end, item.cost, premods=(*state.premods, item), previous="premod")
    if counted or state.previous == "genitive":
        return
    if item.whole and not state.bound:
        state = state.changed(pending=None)
    role = state.previous == "auxiliary" and not state.bound
    if state.premods or (state.pending is not None and not role):
        return
    for site, candidate, price in a.owners(state, item.candidates):
        base = open_scope(state).narrow(site, (candidate.owner,))
        test = Comparison(attribute(site, candidate.property), "=", Constant(item.value))
        yield base.test(test).on(item.end, item.cost + price, previous="property", joint="")


CONSTRUCTIONS = {PropertyWord: property_word, Flag: flag, Match: match}
