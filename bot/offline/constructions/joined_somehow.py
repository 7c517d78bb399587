"""Joined, and the words say how without naming a relationship: worked with, made, did together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.main_clause import ahead
from bot.offline.constructions.placing import open_scope
from bot.offline.constructions.they import acts_again, tied
from bot.offline.items import Function
from bot.offline.state import DOING, FELLOW, SAME, Pending, State


def fellow(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Worked with: joined by something that both had a part in."""
    if state.held is not None or (state.waiting and not state.negate) or not state.sites:
        return
    if state.pending is not None and state.pending.types:
        return
    opened = open_scope(state)
    floats = opened.floats
    if acts_again(opened):
        yield from tied(a, opened, FELLOW, item)
        return
    if floats and opened.focus == floats[-1] and len(opened.sites) > 1:
        site = opened.sites[-2]
        for joined in a.connect(opened, site, floats[-1], Pending(site, None, "", FELLOW)):
            sites = opened.sites[:-1]
            yield joined.on(item.end, 0.0, floats=floats[:-1], sites=sites, previous="closed")
    pending = Pending(opened.focus, None, "", FELLOW)
    yield opened.on(item.end, 0.0, pending=pending, previous="verb", joint="")


def same(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Based in the same city as X: joined by one thing that both have."""
    if state.held is not None or state.waiting or not state.sites:
        return
    pending = state.pending or Pending(state.focus, None)
    word = SAME + item.word
    pending = replace(pending, word=word)
    yield state.on(item.end, item.cost, pending=pending, joint="", previous="same")


def doing(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Films that X and Y *did together*: joined by whatever the one does for the other."""
    if state.held is not None or state.waiting or not state.sites:
        return
    opened = open_scope(state)
    objects = [site for site in opened.sites if site not in opened.floats]
    if opened.floats:
        # What has the author of X done: not X.
        objects = [*ahead(opened)] or objects
    if opened.floats and objects and state.pending is None:
        states = [opened]
        for afloat in opened.floats:
            by = Pending(afloat, None, "", DOING)
            states = [new for s in states for new in a.connect(s, afloat, objects[-1], by)]
        kept = opened.sites[: opened.sites.index(objects[-1]) + 1]
        for joined in states:
            yield joined.on(item.end, 0.1, floats=(), sites=kept, joint="", previous="closed")
    elif item.word.split()[-1] == "on" and (state.pending is None or not state.pending.types):
        pending = Pending(opened.focus, None, "", DOING)
        yield opened.on(item.end, 0.0, pending=pending, previous="verb", joint="")


def light_verb(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Make (a call), receive (a call): only who acts and who is acted upon."""
    if state.held is not None or state.premods or not state.sites:
        return
    if state.pending is not None and (state.pending.types or state.previous != "verb"):
        return
    opened = open_scope(state)
    word = "by" if item.role == "agent" else "to"
    for afloat in opened.floats[-1:]:
        for site in [s for s in opened.sites if s != afloat][-1:]:
            pending = Pending(afloat, None, "", word)
            for joined in a.connect(opened, afloat, site, pending):
                sites = opened.sites[: opened.sites.index(site) + 1]
                yield joined.on(
                    item.end, 0.0, floats=opened.floats[:-1], sites=sites, previous="closed"
                )
    pending = Pending(opened.focus, None, "", word, light=True)
    yield opened.on(item.end, 0.05, pending=pending, previous="verb", joint="")


def object_apart(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Knows X's *phone number*: the object of a compound verb, said after whose it is."""
    if state.last_verb is None or not state.last_verb.types or state.waiting:
        return
    if state.previous == "np" and state.last_verb.types[0][0] == item.word:
        yield state.on(item.end, 0.0)


CONSTRUCTIONS = {
    "agent": light_verb,
    "patient": light_verb,
    "fellow": fellow,
    "doing": doing,
    "same": same,
    "object": object_apart,
}
