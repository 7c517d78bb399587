"""Per genre, for each director: one row for each of what follows."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.comparing import comparable
from bot.offline.items import Function as FunctionWord
from bot.offline.state import Pending, State, attribute
from memory.query import Comparison, Function, Operand

_DATES = ("date", "datetime", "zoned", "date_dmy", "date_mdy")
SPANS = {
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
    if state.subject < 0 and not state.vertices and state.previous == "ask" and not state.asks:
        singular = item.word in SPANS
        yield state.on(item.end, 0.0, span=item.word, singular=singular, previous="count")
    if not state.grouping or state.subject < 0:
        return
    said = {c.property for c in state.held.word.candidates} if state.held is not None else None
    for known in by_span(a, state, state.subject, item.word, said):
        yield known.on(item.end, 0.1, held=None, grouping=False, previous="property")


def by_span(
    a: Assembler, state: State, n: int, word: str, said: set[str] | None = None
) -> Iterator[State]:
    """Grouped by the year (month, decade) of the date that a vertex has, one of those `said`."""
    label, span = state.vertices[n].labels[0], word if word in SPANS else singular_of(word)
    dated = [
        (name, price, a.kind(label, name))
        for name, price in a.lexicon.measures(label, ("@time", "birth"))
        if a.kind(label, name) in SPANS[span] and (said is None or name in said)
    ]
    if not dated:
        return
    fullest = min(dated, key=lambda d: (_missing(a, label, d[0]), d[1]))
    name, _, kind = fullest
    stored = attribute(n, name)
    spanned: Operand = comparable(stored, kind)
    if kind not in ("year", "year_text"):
        spanned = Function("month" if span == "month" else "year", (spanned,))
    if span in ("decade", "century"):
        spanned = Function(span, (spanned,))
    known = state.test(Comparison(stored, "IS NOT NULL"))
    yield known.changed(groups=(*state.groups, spanned))


def singular_of(word: str) -> str:
    """The span that a plural names."""
    return "century" if word == "centuries" else word.removesuffix("s")


def _missing(a: Assembler, label: str, name: str) -> float:
    property = a.lexicon.property(label, name)
    return property.null_share if property is not None else 1.0


CONSTRUCTIONS = {"group": group, "period": period}
