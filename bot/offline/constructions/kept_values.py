"""Values that relationships keep: as a lecturer, with the verdict reject, in the role of director.

Someone named by a role whose other end does not come right away stands in it all the same: the
directors who were born in Rome, the professors that wrote three papers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from bot.offline.assemble import Assembler
from bot.offline.constructions.connectors import connector
from bot.offline.constructions.joined_somehow import doing, fellow
from bot.offline.constructions.negation import JOINING, negation
from bot.offline.constructions.properties import flag, property_word
from bot.offline.constructions.relatives import relative
from bot.offline.constructions.values import value
from bot.offline.constructions.verbs import verb
from bot.offline.items import Flag, Function, Item, KeptValue, PropertyWord, Value, Verb
from bot.offline.state import Pending, State
from bot.stored.kept import Kept
from memory.query import Attribute, Comparison, Constant
from memory.tree_edits import attributes_of

_LATER = 0.05
_FAR = 0.1
_ALONE = 0.35
_APART = 0.25
_PROPERTY = 0.2


def kept_value(a: Assembler, state: State, item: KeptValue) -> Iterator[State]:
    """The value of what joins two things, or of what joins the next ones."""
    if state.premods or state.negate or state.function or state.compare is not None:
        return
    told = _PROPERTY if _is_held(state, item.kept) else 0.0
    if state.held is not None and not told:
        return
    base = state.changed(held=None)
    pending = state.pending
    if pending is not None and pending.types and pending.kept is None:
        if item.kept.type in dict(pending.types):
            typed = tuple((t, c) for t, c in pending.types if t == item.kept.type)
            waiting = replace(pending, types=typed, kept=item.kept)
            yield base.on(item.end, item.cost - told, pending=waiting)
        return
    free = pending is None or pending.types is None
    if not free:
        return
    base = base.changed(pending=None)
    for i in range(len(base.links) - 1, -1, -1):
        if item.kept.type in base.links[i].types and not _kept(base, i, item.kept.property):
            # Which motions did Ann vote no *on*: the verb has found both of its ends.
            previous = "closed" if state.previous == "closed" else "property"
            yield _held_to(base, i, item.kept).on(
                item.end, item.cost - told + _FAR, previous=previous, joint=""
            )
            return
    if base.subject < 0 or base.floats:
        return
    for site, distance in a.sites(base):
        labels = base.vertices[site].labels
        if any(step.type == item.kept.type for x in labels for step in a.joins.steps(x)):
            role = Pending(site, ((item.kept.type, 0.0),), kept=item.kept)
            cost = item.cost - told + distance + (_ALONE if not told else _FAR)
            yield base.on(item.end, cost, roles=(*base.roles, role), previous="property", joint="")
            return


def _is_held(state: State, kept: Kept) -> bool:
    """Whether the property was just named: with the role X."""
    named = state.held.word.candidates if state.held is not None else ()
    return any((c.owner, c.property) == (kept.type, kept.property) for c in named)


def _kept(state: State, link: int, name: str) -> bool:
    left = Attribute(f"~{link}", name)
    return any(left in attributes_of(getattr(test, "left", None)) for _, test in state.tests)


def _held_to(state: State, link: int, kept: Kept) -> State:
    """The state in which a link keeps a value, of its types only the one that can."""
    own = replace(state.links[link], types=(kept.type,))
    links = (*state.links[:link], own, *state.links[link + 1 :])
    test = Comparison(
        Attribute(f"~{link}", kept.property), "=", Constant(kept.value), folded=kept.folded
    )
    return state.changed(links=links, tests=(*state.tests, (own.scope, test)))


def _later(
    construction: Callable[[Assembler, State, Any], Iterator[State]],
) -> Callable[[Assembler, State, Item], Iterator[State]]:
    """A construction that may follow a role whose other end was not said."""

    def follow(a: Assembler, state: State, item: Item) -> Iterator[State]:
        pending = state.pending
        if (
            pending is None
            or pending.types is None
            or pending.word
            or state.previous not in ("np", "auxiliary")
        ):
            return
        if state.vertices[pending.site].word != "role" or pending.site != state.last:
            return
        joined = any(pending.site in (link.start, link.end) for link in state.links)
        if joined or (isinstance(item, Function) and item.word in ("of", "for", "to", "on")):
            return
        waiting = state.changed(pending=None, roles=(*state.roles, pending))
        for done in construction(a, waiting, item):
            yield done.plus(_LATER)

    return follow


def fill_roles(a: Assembler, state: State) -> Iterator[State]:
    """The states in which everyone stands in the role that names them.

    A link that can be that of the role is; else there is one to something.
    """
    states = [state.changed(roles=())]
    for role in state.roles:
        states = [new for s in states for new in _filled(a, s, role)]
    yield from states


def _filled(a: Assembler, state: State, role: Pending) -> Iterator[State]:
    from bot.offline.constructions.placing import close_pending

    types = {type_ for type_, _ in role.types or ()}
    for i, link in enumerate(state.links):
        ends = (link.start, link.end)
        stands = role.site in ends and (
            not role.role or link.start == link.end or ends[role.role == "end"] == role.site
        )
        if not stands or link.scope or not types & set(link.types):
            continue
        if role.kept is None:
            yield _in_role(state, i, types)
            return
        if not _kept(state, i, role.kept.property):
            yield _held_to(state, i, role.kept)
            return
    # Actors that never directed anything: they did act.
    for closed in close_pending(a, state.changed(pending=role, scope=0)):
        yield closed.plus(_APART, scope=state.scope)


def _in_role(state: State, n: int, types: set[str]) -> State:
    """The state in which a link that could be any of several is that of the role."""
    link = state.links[n]
    own = replace(link, types=tuple(t for t in link.types if t in types))
    return state.changed(links=(*state.links[:n], own, *state.links[n + 1 :]))


def _denied(a: Assembler, state: State, item: Function) -> Iterator[State]:
    """Actors that never directed: not directors without films, who would be none."""
    if item.word not in JOINING:
        yield from negation(a, state, item)


CONSTRUCTIONS = {
    KeptValue: kept_value,
    Verb: _later(verb),
    "relatives": _later(relative),
    "doing": _later(doing),
    "fellow": _later(fellow),
    "negation": _later(_denied),
    "connectors": _later(connector),
    Value: _later(value),
    Flag: _later(flag),
    PropertyWord: _later(property_word),
}
