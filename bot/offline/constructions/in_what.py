"""What somebody did something in: mentioned X *in a letter*, the motifs X uses *in her letters*.

The noun says what the way between the two that were just joined leads over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.offline.assemble import Assembler
from bot.offline.constructions.placing import dress, open_scope
from bot.offline.items import Function, Noun
from bot.offline.state import Link, Pending, State

_IN = frozenset(["in", "within", "with", "through", "via", "by", "on"])
_POSSESSIVE = frozenset(["their", "his", "her", "its"])
_USED = ("used", "using")
_SAVED = 0.4


def in_what(a: Assembler, state: State, item: Noun) -> Iterator[State]:
    """In a letter: the one between the two."""
    pending = state.pending
    if pending is None or pending.types is not None or pending.word not in _IN:
        return
    if state.changed(premods=(), theirs=-1).waiting or state.held is not None or state.floats:
        return
    for n in _between(state.links[-3:]):
        vertex = state.vertices[n]
        if vertex.word != "path" or item.label not in vertex.labels or n in state.sites:
            continue
        if state.theirs >= 0 and not state.joined(n, state.theirs):
            continue
        named = replace(vertex, labels=(item.label,), word="noun", plural=item.plural)
        vertices = (*state.vertices[:n], named, *state.vertices[n + 1 :])
        base = state.changed(vertices=vertices, sites=(*state.sites, n), premods=(), theirs=-1)
        for done in dress(a, base.changed(pending=None), n, state.premods):
            yield done.on(item.end, item.cost - _SAVED, previous="np", last=n, np_end=item.end)


def _between(links: tuple[Link, ...]) -> dict[int, None]:
    """The vertices that links lead over, the last first."""
    return dict.fromkeys(end for link in reversed(links) for end in (link.end, link.start))


def using(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Motifs that X *uses*: joined by whatever X did."""
    if state.held is not None or state.waiting_beside("negate") or not state.sites:
        return
    if state.pending is not None:
        return
    opened = open_scope(state)
    floats = opened.floats
    objects = [site for site in opened.sites if site not in floats]
    if floats and objects:
        states = [opened]
        for afloat in floats:
            by = Pending(afloat, None, "agent")
            states = [new for s in states for new in a.connect(s, afloat, objects[-1], by)]
        kept = opened.sites[: opened.sites.index(objects[-1]) + 1]
        for joined in states:
            verb = Pending(objects[-1], None, "patient")
            done = joined.on(item.end, 0.0, floats=(), sites=kept, joint="", previous="closed")
            yield done.changed(last_verb=verb)
    elif not floats and item.word not in _USED:
        pending = Pending(opened.focus, None, "agent")
        yield opened.on(item.end, 0.0, pending=pending, previous="verb", joint="")


def in_theirs(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """In *her* letters: of the one who is joined to what the next noun names."""
    pending = state.pending
    if item.word not in _POSSESSIVE or state.previous != "connector" or state.waiting:
        return
    if pending is None or pending.types is not None or pending.word not in _IN - {"with"}:
        return
    if len(a.people) == len(a.schema.labels):
        return
    for link in state.links[-3:]:
        for own, other in ((link.start, link.end), (link.end, link.start)):
            owner = state.vertices[own]
            if state.vertices[other].word == "path" and set(owner.labels) <= set(a.people):
                yield state.on(item.end, 0.02, theirs=own)


CONSTRUCTIONS = {Noun: in_what, "using": using, "anaphora": in_theirs}
