"""Things older than so many years: what they are counted from came before a day so long ago."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from bot.offline.ages import AGE, Age
from bot.offline.assemble import Assembler
from bot.offline.comparing import conditions
from bot.offline.constructions.placing import open_scope
from bot.offline.items import Aged, Moment
from bot.offline.state import State, attribute

_SINCE = {">": "before", "<": "after", ">=": "until", "<=": "since"}


def aged(a: Assembler, state: State, item: Aged) -> Iterator[State]:
    """Accounts older than ten years were opened before that day; people are so many years old."""
    if state.waiting or state.held is not None or state.bound:
        return
    pending = state.still_pending
    day = Moment(item.day, item.day + timedelta(days=1))
    for site, distance in a.sites(state):
        for label in state.vertices[site].labels:
            age = a.lexicon.property(label, AGE)
            if not isinstance(age, Age) or (item.years and not age.thing):
                continue
            since = a.lexicon.property(label, age.since)
            left = attribute(site, age.since)
            tests = conditions(left, age.kind, since, _SINCE[item.operator], day)
            if tests:
                opened = open_scope(state.narrow(site, (label,))).changed(pending=pending)
                cost = item.cost + distance
                done = opened.tested(tests).on(item.end, cost, previous="property", last=site)
                yield done.changed(joint="")
                break


CONSTRUCTIONS = {Aged: aged}
