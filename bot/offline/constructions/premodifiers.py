"""What stands before a noun: values, years, adjectives, rankings, owners."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.held_to import held_to
from bot.offline.constructions.participles import done_to
from bot.offline.items import Amount, Flag, PropertyWord, Reckoned, Stated, Value
from bot.offline.state import (
    DoneTo,
    Pending,
    Possessor,
    Rank,
    RankedBy,
    State,
    Vertex,
    attribute,
)
from bot.stored.amounts import Moment, Number
from bot.stored.comparing import comparable, stated
from bot.words.units import unit_of
from memory.query import Arithmetic, Comparison, Constant, Function, Operand

NAMESAKES = 0.4
# Against what has the name itself (the Star Wars franchise), where a film has it too: 0.
OF_ANOTHER = 0.25


def rank_by(
    a: Assembler,
    state: State,
    n: int,
    name: str,
    descending: bool,
    measures: tuple[str, ...] = (),
) -> State:
    """The state sorted by a property of a vertex.

    What measures a birth the other way round measures an age: the oldest have the highest.
    """
    label = state.vertices[n].labels[0]
    kind = a.kind(label, name)
    if "birth" in measures and "age" in a.lexicon.groups_of(label, name):
        descending = not descending
    operand = comparable(attribute(n, name), kind)
    return state.changed(ranks=(*state.ranks, Rank(operand, descending, n)))


def best_first(
    a: Assembler, label: str, measures: tuple[str, ...], amount: Number | Moment
) -> list[tuple[str, float]]:
    """Properties that measure; for a whole year one that holds years comes before one of days."""
    found = a.lexicon.measures(label, measures)[:4]
    if isinstance(amount, Number) and amount.unit is not None:
        # 64 GB: what is kept in GB, before what is kept in TB.
        found = sorted(found, key=lambda one: unit_of(one[0]) != amount.unit)
    if isinstance(amount, Moment) and amount.whole_years:
        years = [one for one in found if a.kind(label, one[0]) in ("year", "year_text")]
        if years and (amount.is_year or _fuller(a, label, years[0][0], found[0][0])):
            return [(years[0][0], found[0][1]), *(one for one in found if one not in years)]
    return found


def _fuller(a: Assembler, label: str, one: str, other: str) -> bool:
    """Whether a property is missing less often than another."""
    left, right = a.lexicon.property(label, one), a.lexicon.property(label, other)
    return left is not None and right is not None and left.null_share < right.null_share


def premodify(a: Assembler, state: State, n: int, item: object) -> Iterator[State]:
    """The states in which what stood before a noun describes its vertex."""
    if isinstance(item, Value):
        yield from _valued(a, state, n, item)
    elif isinstance(item, RankedBy):
        yield from _ranked_by(a, state, n, item)
    elif isinstance(item, Possessor):
        yield from _owned_by(a, state, n, item)
    elif isinstance(item, DoneTo):
        yield from done_to(a, state, n, item)
    elif isinstance(item, Amount):
        yield from _amounting(a, state, n, item)
    elif isinstance(item, Stated):
        for candidate in item.candidates:
            if candidate.owner in state.vertices[n].labels:
                narrowed = state.narrow(n, (candidate.owner,)).plus(candidate.cost)
                kind = a.kind(candidate.owner, candidate.property)
                stored = attribute(n, candidate.property)
                yield narrowed.test(stated(stored, item.operator, kind))
    elif isinstance(item, Flag):
        for candidate in item.candidates:
            if candidate.owner in state.vertices[n].labels:
                test = Comparison(attribute(n, candidate.property), "=", Constant(item.value))
                yield state.narrow(n, (candidate.owner,)).test(test).plus(candidate.cost)


def _valued(a: Assembler, state: State, n: int, item: Value) -> Iterator[State]:
    held = a.hold(state, n, item)
    if held is not None:
        shown = a.lexicon.shown(item.link.label)[:1]
        # Several things share a class or a series (the Star Wars films), hardly a name.
        named = state.vertices[n].plural and item.link.property in shown
        yield held.plus(NAMESAKES if named else 0.0)
        return
    added, v = state.add(Vertex((item.link.label,), state.scope, word="value"))
    for joined in a.connect(a.equals(added, v, item), n, v, Pending(-1, None)):
        yield joined.plus(OF_ANOTHER)


def reckoned(a: Assembler, state: State, n: int, item: Reckoned) -> Operand | None:
    """What two properties of a vertex come to; None where it lacks one."""
    first, second = (_number(a, state, n, word) for word in (item.first, item.second))
    if first is None or second is None or first == second:
        return None
    if item.operator == "/":
        return Arithmetic("/", Function("toFloat", (first,)), second)
    found = Arithmetic(item.operator, first, second)
    distance = item.operator == "-" and not item.signed
    return Function("abs", (found,)) if distance else found


def divisible(state: State, operand: Operand) -> State:
    """The state in which nothing is divided by 0."""
    if not isinstance(operand, Arithmetic) or operand.operator != "/":
        return state
    return state.test(Comparison(operand.right, "<>", Constant(0)))


def _number(a: Assembler, state: State, n: int, word: PropertyWord) -> Operand | None:
    labels = state.vertices[n].labels
    for candidate in sorted(word.candidates, key=lambda c: c.cost):
        kind = a.kind(candidate.owner, candidate.property)
        if candidate.owner in labels and kind in ("number", "number_text"):
            return comparable(attribute(n, candidate.property), kind)
    return None


def _ranked_by(a: Assembler, state: State, n: int, item: RankedBy) -> Iterator[State]:
    if isinstance(item.word, Reckoned):
        operand = reckoned(a, state, n, item.word)
        if operand is not None:
            key = Rank(operand, item.descending, n)
            yield divisible(state, operand).changed(ranks=(*state.ranks, key))
        return
    for candidate in item.word.candidates:
        if candidate.of_relationship or candidate.owner not in state.vertices[n].labels:
            continue
        if a.kind(candidate.owner, candidate.property) not in ("text", "flag"):
            narrowed = state.narrow(n, (candidate.owner,)).plus(candidate.cost)
            yield rank_by(a, narrowed, n, candidate.property, item.descending)


def _owned_by(a: Assembler, state: State, n: int, item: Possessor) -> Iterator[State]:
    added, v = state.add(Vertex((item.value.link.label,), state.scope, word="value"))
    owned = a.equals(added, v, item.value)
    pending = Pending(v, None)
    if state.vertices[n].word == "role" and state.last_verb is not None:
        pending = Pending(v, state.last_verb.types, kept=state.last_verb.kept)
    for joined in a.connect(owned, v, n, pending):
        yield joined.owned(n)


def _amounting(a: Assembler, state: State, n: int, item: Amount) -> Iterator[State]:
    """1994 vehicles; a 32-second call."""
    measures = item.amount.measures if isinstance(item.amount, Number) else ("@time",)
    label = state.vertices[n].labels[0]
    for name, price in best_first(a, label, measures, item.amount)[:2]:
        done = held_to(a, state, attribute(n, name), label, name, item)
        if done is not None:
            yield done.plus(price)
            return
