"""By what rows are sorted where the order is said aside: largest first."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.asked_figures import figure
from bot.offline.assemble import Assembler
from bot.offline.items import InOrder
from bot.offline.state import Rank, State, asked_of, attribute, tally
from bot.stored.comparing import comparable
from bot.stored.kinds import NUMBER_KINDS, TIME_KINDS
from memory.query import Comparison, Constant, Entity, Operand
from memory.tree_edits import attributes_of


def settle_order(a: Assembler, state: State) -> State | None:
    """The state with its sort key; None where nothing is there to sort by."""
    aside = state.in_order
    if aside is None or state.subject < 0:
        return state
    plain = state.changed(singular=False)
    if state.ranks and aside.word is None and aside.measures != ("#name",):
        descending = _falling(a, state, aside, state.ranks[-1].operand)
        last = replace(state.ranks[-1], descending=descending)
        return plain.changed(ranks=(*state.ranks[:-1], last))
    key = _key(a, state, aside)
    if key is None:
        return None
    descending = _falling(a, state, aside, key)
    return plain.changed(ranks=(Rank(key, descending, state.subject),))


def _falling(a: Assembler, state: State, aside: InOrder, key: Operand) -> bool:
    """Whether the highest come first: of ages they are the oldest, of births the youngest."""
    aged = [
        x
        for x in attributes_of(key)
        if x.variable.startswith("#")
        for label in state.vertices[int(x.variable[1:])].labels[:1]
        if "age" in a.lexicon.groups_of(label, x.property)
    ]
    return not aside.descending if aged and "birth" in aside.measures else aside.descending


def _key(a: Assembler, state: State, aside: InOrder) -> Operand | None:
    if aside.measures == ("#name",):
        return _first_column(a, state)
    if state.groups:
        return _aggregate(a, state)
    subject, label = state.subject, state.vertices[state.subject].labels[0]
    named = [c.property for c in aside.word.candidates if c.owner == label] if aside.word else []
    if aside.word is not None and not named:
        return _of_relationship(a, state, aside)
    asked = [ask.candidates[0].property for ask in state.asks if ask.owner == subject]
    figures = [x for x in asked if a.kind(label, x) in (*NUMBER_KINDS, *TIME_KINDS)]
    if asked and not figures and (kept := _of_relationship(a, state, aside)) is not None:
        # The names of drugs with their efficacy, highest first.
        return kept
    asked = figures or asked
    told = [m for m in aside.measures if m != "*"]
    # From the shortest to the longest: no order of names.
    asked = [x for x in asked if not told or a.kind(label, x) not in ("text", "flag", "list")]
    measured = [name for name, _ in a.lexicon.ranking(label, tuple(told))] if told else []
    compared = [
        x.property
        for scope, test in state.tests
        if not scope and isinstance(test, Comparison) and isinstance(test.right, Constant)
        for x in attributes_of(test.left)
        if x.variable == f"#{subject}" and test.operator in ("<", "<=", ">", ">=")
    ]
    if told and "@time" not in told:
        # Paid in 2024, largest first: not the latest.
        compared = [x for x in compared if a.kind(label, x) not in TIME_KINDS]
    if state.tallies and not named:
        return tally(state.tallies[-1].counted)
    for names in (named, [x for x in measured if x in asked], asked, measured, compared):
        if names:
            return comparable(attribute(subject, names[0]), a.kind(label, names[0]))
    if state.bounds:
        return state.bounds[-1].operand
    return _of_relationship(a, state, aside)


def _of_relationship(a: Assembler, state: State, aside: InOrder) -> Operand | None:
    """What a relationship keeps, where it is asked along and the order is by it."""
    named = {(c.owner, c.property) for c in aside.word.candidates} if aside.word else set()
    for ask in state.asks:
        candidate = ask.candidates[0]
        meant = aside.word is None or (candidate.owner, candidate.property) in named
        if ask.owner <= -2 and not ask.function and meant:
            return comparable(asked_of(ask), a.kind(candidate.owner, candidate.property))
    return None


def _aggregate(a: Assembler, state: State) -> Operand | None:
    for ask in state.asks:
        if ask.function and ask.descending is None:
            return figure(a, ask)
    return tally(state.subject) if state.mode == "count" and not state.asks else None


def _first_column(a: Assembler, state: State) -> Operand | None:
    """The name of what a row is about."""
    group = state.groups[0] if state.groups else Entity(f"#{state.subject}")
    if not isinstance(group, Entity):
        return group
    n = int(group.variable[1:])
    names = a.lexicon.shown(state.vertices[n].labels[0])
    return attribute(n, names[0]) if names else None
