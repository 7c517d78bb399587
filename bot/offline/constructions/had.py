"""A property that got no value: companies with a homepage, without a motto."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.auxiliaries import HELPING, auxiliary
from bot.offline.constructions.kept_at_all import kept_at_all
from bot.offline.constructions.placing import open_scope
from bot.offline.constructions.relatives import relative
from bot.offline.items import Flag, Function
from bot.offline.state import Rank, State, attribute
from bot.stored.comparing import comparable
from bot.stored.kinds import TIME_KINDS
from memory.query import Comparison, Constant

_RELEASED = 0.1
_HAD = 0.03
_DESCRIBING = frozenset(["that", "which", "who"])
_HAVING = frozenset(["with", "has", "have", "had", "having", "without", "no", "lacking", "lack"])


def having(state: State) -> bool:
    """Whether a property was named as one that something has or lacks: with a homepage."""
    held, pending = state.held, state.pending
    return held is not None and held.have and pending is not None and pending.word in _HAVING


def release(a: Assembler, state: State) -> Iterator[State]:
    """A held property that got no value: "with a homepage" asks that there is one."""
    held = state.held
    assert held is not None
    if state.bound:
        # Managed by a contractor: a verb still waits for who that is.
        return
    base = open_scope(state).changed(held=None, pending=None)
    for site, candidate, price in a.owners(state, held.word.candidates):
        if a.kind(candidate.owner, candidate.property) == "flag":
            test = Comparison(attribute(site, candidate.property), "=", Constant(True))
            yield base.test(test).plus(price + 0.1, previous="property")
            return
    if not held.word.verbal and not having(state):
        # Aircraft of a single model: not those that have one.
        return
    for site, candidate, price in a.owners(state, held.word.candidates):
        kind = a.kind(candidate.owner, candidate.property)
        if kind in TIME_KINDS and _place(a, state):
            # Where were they born: the date they were does not tell.
            continue
        if state.limit is not None and state.limit.first and kind in TIME_KINDS and not state.ranks:
            # The first three that joined: ranked by when they did.
            key = Rank(comparable(attribute(site, candidate.property), kind), False, site)
            yield base.plus(price, ranks=(key,), previous="property")
            return
        own = attribute(site, candidate.property)
        test = kept_at_all(a, candidate, own, denied=bool(base.scope))
        yield base.test(test).plus(price + 0.2, previous="property")
        return


def _place(a: Assembler, state: State) -> bool:
    """Whether it is asked where."""
    asked = state.vertices[state.subject] if state.subject >= 0 else None
    return asked is not None and asked.word == "open" and {*asked.labels} <= {*a.places}


def described(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Farms with a motto *that* supply a fair: the farms do."""
    if item.word in _DESCRIBING and having(state) and not state.waiting_beside("negate"):
        for told in release(a, state):
            yield from relative(a, told.plus(_RELEASED, scope=0), item)


def done_by_them(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Farms without a motto *have* supplied a fair: the farms have."""
    if item.word in HELPING and having(state) and not state.waiting_beside("negate"):
        for told in release(a, state):
            yield from auxiliary(a, told.plus(_RELEASED, scope=0), item)


def had_flag(a: Assembler, state: State, item: Flag) -> Iterator[State]:
    """Halls without *parking*: what is had or lacked, and nothing of what that is."""
    pending = state.pending
    if pending is None or pending.types is not None or pending.word not in _HAVING:
        return
    waits = state.premods or state.compare or state.held or state.rank or state.bound
    if waits or state.previous != "connector":
        return
    base = state.changed(pending=None, negate=False)
    for candidate in item.candidates:
        if not candidate.of_relationship and candidate.owner in base.vertices[pending.site].labels:
            stored = attribute(pending.site, candidate.property)
            told = Comparison(stored, "=", Constant(item.value is not state.negate))
            done = base.narrow(pending.site, (candidate.owner,)).test(told)
            cost = item.cost + candidate.cost + _HAD
            yield done.on(
                item.end, cost, previous="np", last=pending.site, np_end=item.end, joint=""
            )


CONSTRUCTIONS = {"relatives": described, "auxiliaries": done_by_them, Flag: had_flag}
