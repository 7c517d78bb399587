"""Sold in 2022: the day that a relationship keeps of what was done, before any of its ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.held_to import held_to
from bot.offline.items import Amount, Compare, Moment
from bot.offline.kinds import TIME_KINDS
from bot.offline.state import State
from bot.offline.vocabulary import type_words
from bot.offline.words import roots
from memory.query import Attribute
from memory.text import split_name

_WHEN = frozenset(["date", "time", "day", "year", "on", "at", "when", "timestamp"])
_TIMED = 0.05


def done_on(a: Assembler, state: State, item: Compare | Amount) -> Iterator[State]:
    """Sold in 2022 *by X*: of the relationship that comes next."""
    pending = state.pending
    if not isinstance(item.amount, Moment) or pending is None or not state.bound or state.negate:
        return
    for type_, price in pending.types or () if not pending.also else ():
        name = own_date(a, type_)
        if name is None:
            continue
        base = state.changed(pending=replace(pending, types=((type_, price),)))
        left = Attribute(f"~{len(state.links)}", name)
        done = held_to(a, base, left, type_, name, item)
        if done is not None:
            yield done.on(item.end, item.cost + _TIMED, previous="property", joint="")


def own_date(a: Assembler, type_: str) -> str | None:
    """The date that a relationship keeps of what its verb says: soldOn of SOLD, or just date."""
    done = {root for word in type_words(type_) for root in roots(word)}
    for name in a.schema.relationships[type_].properties:
        words = split_name(name)
        says = set(words) <= _WHEN or any(done & roots(word) for word in words)
        if says and a.kind(type_, name) in TIME_KINDS:
            return name
    return None
