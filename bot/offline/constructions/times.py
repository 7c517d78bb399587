"""Rated more than five times: how many stand at the other end of what was done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.comparing import AS_NUMBER
from bot.offline.constructions.placing import close_pending
from bot.offline.items import Compare, Number
from bot.offline.state import WHOSE, Link, State, Tally, about, variable


def times(a: Assembler, state: State, item: Compare) -> Iterator[State]:
    """Rated more than five times, by users rated five times: how many stand at the other end."""
    assert isinstance(item.amount, Number)
    if item.operator in AS_NUMBER:
        return
    for closed in close_pending(a, state) if state.bound else (state,):
        if not closed.links or closed.pending is not None or closed.subject < 0:
            continue
        other = _done_to(closed)
        if other < 0:
            continue
        if any(about(test) == variable(other) for _, test in closed.tests):
            # Rated by Ann more than five times: Ann is one.
            continue
        found = Tally(closed.subject, other, item.operator, item.amount.value)
        if (thing := _described(state, closed)) >= 0:
            # Who wrote papers cited more than five times: each of the papers.
            other = _other_end(closed.links[-1], thing)
            found = replace(found, owner=thing, counted=other, apart=True)
        tallies = (*closed.tallies, found)
        unsaid = -0.15 if state.bound else 0.0
        yield closed.on(item.end, unsaid, tallies=tallies, previous="np", joint="")


def _described(state: State, closed: State) -> int:
    """The noun that a waiting participle describes, where that is not what is asked for."""
    verb, pending, link = state.last_verb, state.pending, closed.links[-1]
    if not state.bound or pending is None or verb is None or verb.word == WHOSE or link.scope:
        return -1
    site = pending.site
    apart = site != closed.subject and site in (link.start, link.end)
    return site if apart and closed.vertices[site].word == "noun" else -1


def _other_end(link: Link, n: int) -> int:
    return link.end if link.start == n else link.start


def _done_to(state: State) -> int:
    """What is at the other end from the subject; of whose answers were accepted, the answers."""
    link = state.links[-1]
    ends = (link.start, link.end)
    if state.subject in ends:
        return _other_end(link, state.subject)
    near = {
        end for x in state.links if state.subject in (x.start, x.end) for end in (x.start, x.end)
    }
    return next((end for end in ends if end in near), -1)
