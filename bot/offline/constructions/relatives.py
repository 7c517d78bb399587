"""That, who, whose, which: what follows describes a noun before."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.staying import where
from bot.offline.constructions.they import told_of
from bot.offline.items import Function
from bot.offline.state import WHOSE, Pending, State

_PRONOUNS = frozenset(["he", "she", "they"])
_PERSONAL = frozenset(["who", "whom", "whose", "those who"])
_THINGS = frozenset(["that", "which"])
# That a clause begins with its pronoun alone, though something was joined before.
_THEY = 0.5


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
    if item.word in _PRONOUNS and state.previous == "relative":
        # A place that they reviewed: it is they who did.
        return
    if item.word in _PRONOUNS and state.previous == "np":
        if told_of(state):
            # Rated a cake they ordered: it is they who did, and not the cake.
            return
        state = state.plus(_THEY if state.links else 0.0)
    if item.word != "those who":
        cost = 0.02
        if item.word == "whose" and state.focus >= 0 and not state.waiting:
            whose = Pending(state.focus, None, "", WHOSE)
            yield state.on(item.end, 0.05, previous="connector", pending=whose)
        if item.word == "where" and state.focus >= 0 and not state.waiting:
            yield from where(a, state, item)
        known = item.word == "that" and state.focus >= 0 and _told_by_name(a, state, state.focus)
        pointed = _someone(a, state) if item.word in _PERSONAL or known else -1
        if not known and item.word in _THINGS and state.last in state.floats[-1:]:
            pointed = state.last
        sites = state.sites
        if pointed >= 0 and pointed != state.focus:
            sites = (*(s for s in sites if s != pointed), pointed)
        previous = WHOSE if item.word == "whose" else "relative"
        yield state.on(
            item.end, cost, previous=previous, pending=None, related=pointed, clause=item.end,
            sites=sites,
        )  # fmt: skip


def _someone(a: Assembler, state: State) -> int:
    """Whom a pronoun points at: the nearest that can be a person.

    Sons of Ann who are tall: who Ann is has been said, so that they are.
    """
    people = {label for label in a.people if len(a.people) < len(a.schema.labels)}
    near = (state.focus, state.last, *reversed(state.sites))
    fit = [n for n in near if n >= 0 and people & set(state.vertices[n].labels)]
    known = [n for n in fit if _told_by_name(a, state, n)]
    labels = {state.vertices[n].labels for n in known}
    others = [n for n in fit if n not in known and state.vertices[n].labels in labels]
    return next(iter(others or fit), state.focus)


def _told_by_name(a: Assembler, state: State, n: int) -> bool:
    return state.vertices[n].word == "value" and a.by_name(state, n)


CONSTRUCTIONS = {"relatives": relative}
