"""A participle before its noun: an accepted answer, no cited papers."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Function
from bot.offline.state import DoneTo, Pending, State, Vertex

_PRICE = 0.05


def participle(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Stands before its noun, which is at the end of its relationship that is acted on."""
    if state.held is not None or state.function or state.rank is not None:
        return
    if state.joint and state.previous == "verb":
        # Asked and answered questions: both are what was done.
        return
    done = DoneTo(item.start, ((item.word, item.cost),))
    yield state.on(item.end, 0.0, premods=(*state.premods, done), previous="premod")


def done_to(a: Assembler, state: State, n: int, item: DoneTo) -> Iterator[State]:
    """Accepted: somebody did it; unanswered: nobody did."""
    if item.never and state.scope:
        return
    scope = state.scopes + 1 if item.never else state.scope
    inner = state.changed(scope=scope, scopes=max(scope, state.scopes))
    for type_, price in item.types:
        waiting = Pending(n, ((type_, price),), "patient")
        joins = a.schema.relationships[type_].joins
        labels = state.vertices[n].labels
        ends = tuple(dict.fromkeys(j.start for j in joins if j.end in labels))
        if item.never and not ends and not item.inside:
            # Untagged questions: here they are where the relationship starts.
            ends = tuple(dict.fromkeys(j.end for j in joins if j.start in labels))
        if not ends:
            continue
        added, m = inner.add(Vertex(ends, scope, open=True, word="path"))
        for joined in a.connect(added, n, m, waiting):
            yield joined.plus(_PRICE, scope=state.scope)
