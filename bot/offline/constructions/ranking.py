"""Superlatives, top-N and sorting: the longest film, the five highest rated, sorted by year."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.placing import close_pending
from bot.offline.constructions.premodifiers import rank_by
from bot.offline.items import Candidate, Function, Limit, Superlative
from bot.offline.state import Ask, Rank, State, attribute
from bot.stored.comparing import comparable
from bot.stored.kinds import TIME_KINDS

_ADVERBS = ("often", "frequently", "commonly")


def superlative(a: Assembler, state: State, item: Superlative) -> Iterator[State]:
    """Ranks the noun it describes; of time, also what happened first or last."""
    if state.held is not None:
        yield from _when_done(a, state, item)
        return
    if state.compare is not None or state.rank is not None:
        return
    if state.premods:
        return
    yield state.on(
        item.end,
        item.cost,
        rank=item,
        previous=state.previous
        if state.previous in ("connector", "start", "ask", "verb", "count", "helping", "doing")
        else "rank",
    )
    yield from _given(a, state, item)
    named = [m for m in item.measures if m != "*"]
    if state.sites and named and state.previous != "connector" and not item.fronts:
        told = state.pending is not None and state.pending.empty and state.previous == "verb"
        here = ((state.pending.site, 0.0),) if told and state.pending else a.sites(state)
        for site, distance in here:
            label = state.vertices[site].labels[0]
            if state.vertices[site].open and len(state.vertices[site].labels) > 1:
                continue
            for name, price in a.lexicon.ranking(label, tuple(named))[:1]:
                done = rank_by(a, state, site, name, item.descending, item.measures)
                one = state.vertices[site].open or (
                    state.subject >= 0 and state.vertices[state.subject].open
                )
                yield done.on(
                    item.end,
                    item.cost + distance + price + 0.1,
                    previous="ranked",
                    singular=state.singular or one,
                )


def _when_done(a: Assembler, state: State, item: Superlative) -> Iterator[State]:
    """Founded *most recently*, hired *first*: ranked by when that was."""
    held = state.held
    if held is None or not held.word.verbal or "@time" not in item.measures or state.bound:
        return
    for site, candidate, price in a.owners(state, held.word.candidates):
        kind = a.kind(candidate.owner, candidate.property)
        if kind in TIME_KINDS:
            base = state.narrow(site, (candidate.owner,)).changed(held=None, pending=None)
            stored = comparable(attribute(site, candidate.property), kind)
            ranks = (*state.ranks, Rank(stored, item.descending, site))
            one = state.singular or state.vertices[site].open
            done = base.changed(ranks=ranks, singular=one)
            yield done.on(item.end, item.cost + price, previous="ranked")
            return


def _given(a: Assembler, state: State, item: Superlative) -> Iterator[State]:
    """Rated highest by users: ranked by what they gave on average."""
    pending = state.pending
    if state.previous != "verb" or pending is None or not pending.types or pending.also:
        return
    if pending.word:
        # Rated by the most users: the users are counted.
        return
    for type_, _ in pending.types if "*" in item.measures else ():
        name = a.given(type_)
        if name is not None:
            candidate = Candidate(type_, name, True, 0.0)
            ask = Ask((candidate,), -1, "avg", item.descending)
            yield state.on(item.end, item.cost, asks=(*state.asks, ask), previous="verb")


def most(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """The most films: ranks by how many there are."""
    if state.held is None and state.rank is None and not state.premods:
        # The most active boat: one of them, no number of boats; but which genre is most common.
        told = state.subject >= 0 and state.previous in ("auxiliary", "helping", "doing")
        fronts = item.role == "most_adverb" and not item.word.endswith(_ADVERBS) and not told
        falling = item.role != "fewest_count"
        rank = Superlative(item.start, item.end, 0.0, ("#count",), falling, fronts)
        yield state.on(item.end, item.cost, rank=rank)


def limit(a: Assembler, state: State, item: Limit) -> Iterator[State]:
    """Top 5; 3 films."""
    if state.limit is not None or state.held is not None or state.premods:
        return
    if state.compare is not None or state.naming:
        return
    if state.subject >= 0 and not _who_are(state):
        return
    yield state.on(item.end, item.cost, limit=item)


def _who_are(state: State) -> bool:
    """Who are *the three* users: nothing is said yet of those asked for."""
    asked = (
        state.previous in ("auxiliary", "helping", "doing", "ranked")
        and not state.links
        and not state.tests
    )
    return asked and state.vertices[state.subject].word == "open" and state.focus == state.subject


def order_by(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Sorted by."""
    if state.subject < 0 or state.waiting or state.held is not None:
        return
    if item.word != "by":
        # Asked in 2021, sorted by score: by whom goes unsaid.
        for closed in close_pending(a, state):
            if closed.pending is None:
                yield closed.on(item.end, 0.0, order_by=True, singular=False, previous="order_by")
    elif state.pending is None:
        cost = 0.25 if state.limit is None and state.in_order is None else 0.05
        yield state.on(item.end, cost, order_by=True, previous="by")


def direction(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Ascending, newest first."""
    descending = item.role == "descending"
    if state.previous == "ordered" and state.ranks:
        last = state.ranks[-1]
        ranks = (*state.ranks[:-1], Rank(last.operand, descending, last.owner))
        yield state.on(item.end, 0.0, ranks=ranks, singular=False)
    elif state.order_by:
        yield state.on(item.end, 0.0, descending=descending)


CONSTRUCTIONS = {
    "most_adverb": most,
    Superlative: superlative,
    Limit: limit,
    "most_count": most,
    "fewest_count": most,
    "order_by": order_by,
    "ascending": direction,
    "descending": direction,
}
