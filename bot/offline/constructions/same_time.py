"""Born in the same year as X, published in the same decade: when that was, held against another."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.grouping import SPANS
from bot.offline.items import Function
from bot.offline.kinds import SPELT_DAYS, TIME_KINDS
from bot.offline.state import Rival, State

_UNSAID = 0.2
# People are born on the same day of whatever year.
_AMBIGUOUS = ("month_and_year", "date")
_DAYS = ("date", *SPELT_DAYS)


def same_time(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """In *the same year as*: the date that was spoken of, or the one that things have."""
    busy = state.bound or state.waiting or not state.sites or state.compare is not None
    if busy or (state.held is not None and state.held.have):
        return
    for cost, site, label, name in _dates(a, state, item.word):
        if item.word in _AMBIGUOUS and name in dict(a.lexicon.measures(label, ("birth",))):
            continue
        rival = Rival(site, name, "=", part=item.word)
        waiting = state.narrow(site, (label,)).changed(rival=rival, pending=None, held=None)
        yield waiting.on(item.end, item.cost + cost, previous="compare")
        return


def _dates(a: Assembler, state: State, span: str) -> Iterator[tuple[float, int, str, str]]:
    """What tells when: its cost, whose it is, of which label, its name."""
    kinds = SPANS.get(span, _DAYS)
    if state.held is not None:
        for site, word, price in a.owners(state, state.held.word.candidates):
            if a.kind(word.owner, word.property) in kinds:
                yield price + state.held.word.cost, site, word.owner, word.property
        return
    for site, distance in a.sites(state) if state.pending is None else ():
        for label in state.vertices[site].labels:
            for name, price in a.lexicon.measures(label, ("@time",))[:1]:
                if a.kind(label, name) in kinds and a.kind(label, name) in TIME_KINDS:
                    yield _UNSAID + distance + price, site, label, name


CONSTRUCTIONS = {"same_time": same_time}
