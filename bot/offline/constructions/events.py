"""Bought, borrowed, booked: joined by the order, the loan, the booking."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.held_to import held_to
from bot.offline.constructions.placing import close_pending, open_scope
from bot.offline.constructions.premodifiers import best_first
from bot.offline.constructions.they import acts_again, tied
from bot.offline.items import Amount, Compare, Function
from bot.offline.state import VIA, Pending, State, attribute
from bot.stored.amounts import Moment

# That there was an order is told by its date.
_CLOSED = 0.2
_JOINED = 0.35
_LATEST = {"event_last": True, "event_first": False}


def event(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """What X *bought*; customers who *bought* X."""
    if state.held is not None or (state.waiting and not state.negate) or not state.sites:
        return
    if state.pending is not None and state.pending.types:
        return
    opened = open_scope(state)
    word, latest = VIA + item.word, _LATEST.get(item.role)
    if latest is not None:
        opened = opened.changed(singular=_one(opened))
    floats = opened.floats
    others = [s for s in opened.sites if s not in floats]
    if acts_again(opened):
        yield from tied(a, opened, word, item)
        return
    if floats and others and opened.focus in floats:
        site = others[-1]
        for joined in a.connect(
            opened, site, floats[-1], Pending(site, None, "", word, latest=latest)
        ):
            sites = opened.sites[: opened.sites.index(site) + 1]
            yield joined.on(
                item.end, item.cost, floats=floats[:-1], sites=sites, previous="closed", joint=""
            )
    for n, site in enumerate(reversed(opened.sites)):
        if any(a.joins.direct(x, item.word) for x in opened.vertices[site].labels):
            pending = Pending(site, None, "", word, latest=latest)
            # Products no customer bought: the event joins the two, and nothing else does.
            known = bool(state.scope) and state.last == site and state.previous != "relative"
            cost = item.cost + 0.2 * n + (_JOINED if known else 0.0)
            yield opened.on(item.end, cost, pending=pending, previous="verb", joint="")
            return


def _one(state: State) -> bool:
    """Whether one is asked for: who borrowed it last."""
    return state.singular or (state.subject >= 0 and state.vertices[state.subject].open)


def dated(a: Assembler, state: State, item: Amount | Compare) -> Iterator[State]:
    """Ordered *in 2020*: the order was."""
    pending, amount = state.pending, item.amount
    if pending is None or pending.latest is not None or not pending.word.startswith(VIA):
        return
    if not isinstance(amount, Moment):
        return
    if state.premods or state.held is not None or state.compare is not None or state.rank:
        return
    label = pending.word.removeprefix(VIA)
    for name, price in best_first(a, label, ("@time",), amount)[:1]:
        for closed in close_pending(a, state):
            new = [n for n, v in enumerate(closed.vertices) if n >= len(state.vertices)]
            n = next((n for n in new if closed.vertices[n].labels == (label,)), -1)
            if n < 0:
                continue
            told = closed.changed(pending=None, sites=(*closed.sites, n), last=n)
            done = held_to(a, told, attribute(n, name), label, name, item)
            if done is not None:
                cost = item.cost + price - _CLOSED
                yield done.on(item.end, cost, previous="property", joint="")


CONSTRUCTIONS = {
    "event": event,
    "event_last": event,
    "event_first": event,
    Amount: dated,
    Compare: dated,
}
