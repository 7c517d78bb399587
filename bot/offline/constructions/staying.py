"""Where people live or work: the place that was spoken of, or is on the way."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Function
from bot.offline.state import Pending, State, Vertex
from bot.offline.telling_types import LIVING
from bot.words.inflection import lemmas
from memory.text import split_name

# That what was done somewhere is at that place.
_THERE = 0.1
STAYING = frozenset(["live", "reside", "stay", "dwell", "work"])


def where(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Houses where X lives; crimes where people live, which is at some place."""
    focus = state.focus
    places = set(a.places)
    if places & set(state.vertices[focus].labels):
        yield state.on(item.end, 0.02, previous="relative", pending=None, related=focus)
    elif places and state.previous in ("np", "closed", "verb"):
        added, n = state.changed(pending=None).add(
            Vertex(a.places, state.scope, open=True, word="path")
        )
        for joined in a.connect(added, focus, n, Pending(focus, None)):
            sites = (*state.sites, n)
            yield joined.on(item.end, 0.2, previous="relative", related=n, sites=sites)


def staying(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Where X *lives*: the place is the one that was spoken of."""
    if not state.floats or not set(lemmas(item.word.split()[0])) & STAYING:
        return
    afloat = state.floats[-1]
    place = _spoken_of(state, afloat)
    if place < 0 or not set(a.places) & set(state.vertices[place].labels):
        return
    dwelling = bool(set(lemmas(item.word.split()[0])) & LIVING)
    pending = Pending(afloat, None, "", "in", empty=True, dwelling=dwelling)
    for joined in a.connect(state, afloat, place, pending):
        sites = (*(s for s in state.sites if s not in (afloat, place)), place)
        yield joined.on(
            item.end, 0.0, floats=state.floats[:-1], sites=sites, pending=None, previous="closed"
        )


def done_there(a: Assembler, state: State) -> Iterator[State]:
    """Houses where parties *were* given by X: the parties are at the house, whoever gave them.

    Only where the schema says so of the parties themselves.
    """
    afloat, *others = state.floats
    place = _spoken_of(state, afloat)
    if others or place < 0 or not set(a.places) & set(state.vertices[place].labels):
        return
    for joined in a.connect(state, afloat, place, Pending(afloat, None, "", "in", empty=True)):
        if len(joined.links) == len(state.links) + 1:
            yield joined.plus(_THERE, floats=(), pending=None)


def _spoken_of(state: State, afloat: int) -> int:
    """What a clause tells of: houses where people *who know X* live, that people live in.

    -1 where that is open. A clause of their own came between in the first, and the second has what
    the houses are joined to before it.
    """
    own = state.related == afloat
    if state.related >= 0 and not own:
        return state.related
    at = state.sites.index(afloat) if afloat in state.sites else 0
    before = state.sites[at - 1] if at else -1
    return before if before not in state.floats and (own or before != state.subject) else -1


def dwellers(a: Assembler, state: State, item: Function) -> State:
    """People who *live* there: those of whom the schema tells where they live, if it does."""
    n = state.focus
    if n < 0 or not state.vertices[n].open or not set(lemmas(item.word.split()[0])) & LIVING:
        return state
    living = {
        join.start for type_, join in a.schema.joins() if LIVING & set(lemmas(split_name(type_)[0]))
    }
    kept = tuple(label for label in state.vertices[n].labels if label in living)
    return state.narrow(n, kept) if kept else state
