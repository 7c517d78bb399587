"""Per genre, for each director: one row for each of what follows."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.comparing import comparable
from bot.offline.items import Function as FunctionWord
from bot.offline.state import Pending, State, attribute
from memory.query import Comparison, Function, Operand

_DATES = ("date", "datetime", "zoned", "date_dmy", "date_mdy")
_SPANS = {
    "month": _DATES,
    "year": (*_DATES, "year", "year_text"),
    "decade": (*_DATES, "year", "year_text"),
    "century": (*_DATES, "year", "year_text"),
}


def group(a: Assembler, state: State, item: FunctionWord) -> Iterator[State]:
    """Needs something to count or to sum up."""
    if state.waiting or state.groups or (state.held is not None and not state.held.word.verbal):
        return
    if any(ask.descending is not None for ask in state.asks) and state.sites:
        pending = Pending(state.focus, None, "", "per")
        yield state.on(item.end, 0.1, pending=pending, previous="connector")
        return
    measured = state.mode == "count" or any(ask.function for ask in state.asks)
    each = item.word in ("each", "every", "for each", "for every", "in each", "per")
    if not measured and not (each and not state.vertices):
        return
    if item.word in ("by",) and state.pending is not None:
        return
    yield state.on(item.end, 0.05 if item.word == "by" else 0.0, grouping=True, previous="group")


def period(a: Assembler, state: State, item: FunctionWord) -> Iterator[State]:
    """Per decade: one row for each span of time in which things happened."""
    if not state.grouping or state.subject < 0:
        return
    label = state.vertices[state.subject].labels[0]
    dated = [
        (name, price, a.kind(label, name))
        for name, price in a.lexicon.measures(label, ("@time", "birth"))
        if a.kind(label, name) in _SPANS[item.word]
    ]
    if state.held is not None:
        said = {c.property for c in state.held.word.candidates}
        dated = [one for one in dated if one[0] in said]
    if not dated:
        return
    fullest = min(dated, key=lambda d: (_missing(a, label, d[0]), d[1]))
    name, _, kind = fullest
    stored = attribute(state.subject, name)
    spanned: Operand = comparable(stored, kind)
    if kind not in ("year", "year_text"):
        spanned = Function("month" if item.word == "month" else "year", (spanned,))
    if item.word in ("decade", "century"):
        spanned = Function(item.word, (spanned,))
    known = state.test(Comparison(stored, "IS NOT NULL"))
    groups = (*state.groups, spanned)
    yield known.on(item.end, 0.1, held=None, grouping=False, groups=groups, previous="property")


def _missing(a: Assembler, label: str, name: str) -> float:
    property = a.lexicon.property(label, name)
    return property.null_share if property is not None else 1.0


CONSTRUCTIONS = {"group": group, "period": period}
