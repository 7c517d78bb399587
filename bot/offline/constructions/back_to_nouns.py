"""With that tag, for those topics: what was spoken of by the same noun."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Function
from bot.offline.state import Pending, State


def that(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """The nearest that the noun names; what waits is joined to it."""
    pending = state.pending
    if state.held is not None or state.premods:
        return
    if pending is None:
        yield from _doing(state, item)
        return
    if state.changed(negate=False).waiting or pending.site < 0:
        return
    site = pending.site
    for n in range(len(state.vertices) - 1, -1, -1):
        vertex = state.vertices[n]
        if n == site or item.word not in vertex.labels or vertex.word == "path":
            continue
        if pending.word == "of" and state.joined(site, n):
            # Those who own a ship and the name of the ship: the ship's, not theirs.
            return
        for joined in a.connect(state, site, n, pending):
            sites = state.sites[: state.sites.index(site)] if site in state.sites else state.sites
            kept = (*(s for s in sites if s != n), n)
            yield joined.on(
                item.end,
                item.cost,
                pending=None,
                sites=kept,
                previous="closed",
                last=n,
                last_verb=pending,
            )
        return


def _doing(state: State, item: Function) -> Iterator[State]:
    """The region where *the house* is seated: what it does comes next."""
    if state.waiting or state.previous != "relative":
        return
    for n in range(len(state.vertices) - 1, -1, -1):
        vertex = state.vertices[n]
        if n == state.focus or item.word not in vertex.labels or vertex.word == "path":
            continue
        sites = (*(s for s in state.sites if s != n), n)
        done = state.on(item.end, item.cost, sites=sites, floats=(*state.floats, n))
        yield done.changed(previous="np", last=n, np_end=item.end)
        return


def among(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Which tag is ... *among the tags* used: they are the ones that are asked for.

    The lawyers *among our customers* are customers.
    """
    subject = state.subject
    if subject < 0 or state.waiting or state.held is not None:
        return
    vertex, labels = state.vertices[subject], a.fits(state.vertices[subject], item.word)
    if not labels or state.pending is not None:
        return
    told = vertex.word in ("value", "role")
    if not told and (vertex.word != "noun" or item.word not in vertex.labels):
        return
    if told != (state.previous == "np" and state.last == subject):
        return
    yield state.narrow(subject, labels).on(
        item.end,
        item.cost,
        sites=(subject,),
        last=subject,
        np_end=item.end,
        previous="np",
        last_verb=Pending(subject, None),
    )


CONSTRUCTIONS = {"that_noun": that, "among_noun": among}
