"""Per genre, for each director: one row for each of what follows."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Amount
from bot.offline.items import Function as FunctionWord
from bot.offline.state import Pending, State, attribute
from bot.stored.amounts import Moment
from bot.stored.comparing import as_date
from bot.stored.kinds import DATED, Kind
from memory.query import Comparison, Function, Operand

_UNSAID = 0.2
SPANS = {
    "month": DATED,
    "quarter": DATED,
    "year": (*DATED, "year", "year_text"),
    "decade": (*DATED, "year", "year_text"),
    "century": (*DATED, "year", "year_text"),
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
    if not measured and _bare(state, item):
        state = state.plus(_UNSAID, mode="count")
    elif not measured and not (each and not state.vertices):
        return
    if item.word in ("by",) and state.pending is not None:
        return
    cost = item.cost + (0.05 if item.word == "by" else 0.0)
    yield state.on(item.end, cost, grouping=True, previous="group")
    if state.held is not None:
        # Were founded in each country: that they were is no condition.
        yield state.on(item.end, cost + 0.05, grouping=True, held=None, previous="group")


def _bare(state: State, item: FunctionWord) -> bool:
    """Orders per month: how many of them, though nobody says so."""
    plain = len(state.vertices) == 1 and not (state.links or state.ranks or state.limit)
    named = plain and state.vertices[0].word == "noun" and state.vertices[0].plural
    return named and item.word == "per" and state.np_end == item.start and not state.asks


def within(a: Assembler, state: State, item: Amount | FunctionWord) -> Iterator[State]:
    """Which quarter *of 2021* had ...: the year tells which of what is counted."""
    if not state.span or state.vertices or state.subject >= 0 or state.previous != "count":
        return
    if isinstance(item, FunctionWord):
        if item.word in ("of", "in", "during"):
            yield state.on(item.end, 0.0)
    elif isinstance(item.amount, Moment):
        yield state.on(item.end, item.cost, fronted=(*state.fronted, item))


def period(a: Assembler, state: State, item: FunctionWord) -> Iterator[State]:
    """Per decade: one row for each span of time in which things happened."""
    yield from _spans_too(a, state, item)
    if state.subject < 0 and not state.vertices and state.previous == "ask" and not state.asks:
        singular = item.word in SPANS
        yield state.on(item.end, 0.0, span=item.word, singular=singular, previous="count")
    if not state.grouping or state.subject < 0:
        return
    said = {c.property for c in state.held.word.candidates} if state.held is not None else None
    for known in by_span(a, state, state.subject, item.word, said):
        yield known.on(item.end, 0.1, held=None, grouping=False, previous="property")


def _spans_too(a: Assembler, state: State, item: FunctionWord) -> Iterator[State]:
    """By year *and month*; in which year *and month*."""
    parts = ("year", "quarter", "month")
    if state.joint != "and" or singular_of(item.word) not in parts:
        return
    if state.span in parts and state.previous == "count" and not state.vertices:
        span = f"{state.span} {singular_of(item.word)}"
        yield state.on(item.end, 0.0, span=span, joint="", previous="count")
    spans = [x for x in state.groups if isinstance(x, Function) and x.name in parts]
    if spans and state.previous == "property":
        both = (*state.groups, Function(singular_of(item.word), spans[-1].operands))
        yield state.on(item.end, 0.0, groups=both, joint="", pending=None)


def by_span(
    a: Assembler, state: State, n: int, word: str, said: set[str] | None = None
) -> Iterator[State]:
    """Grouped by the year (month, decade) of the date that a vertex has, one of those `said`."""
    label, (first, *more) = state.vertices[n].labels[0], word.split()
    span = first if first in SPANS else singular_of(first)
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
    spanned = part_of(as_date(stored, kind), span, kind)
    known = state.test(Comparison(stored, "IS NOT NULL"))
    parts = [Function(x, (as_date(stored, kind),)) for x in more]
    if kind in DATED or not more:
        yield known.changed(groups=(*state.groups, spanned, *parts))


def part_of(when: Operand, span: str, kind: Kind) -> Operand:
    """The year (month, decade) of a date, or of what is a year already."""
    if span in ("month_and_year", "date"):
        return Function(span, (when,)) if span != "date" else when
    if kind not in ("year", "year_text"):
        when = Function(span if span in ("month", "quarter") else "year", (when,))
    return Function(span, (when,)) if span in ("decade", "century") else when


def singular_of(word: str) -> str:
    """The span that a plural names."""
    return "century" if word == "centuries" else word.removesuffix("s")


def _missing(a: Assembler, label: str, name: str) -> float:
    property = a.lexicon.property(label, name)
    return property.null_share if property is not None else 1.0


CONSTRUCTIONS = {"group": group, "period": period, "connectors": within, Amount: within}
