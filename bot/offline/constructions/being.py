"""Users who are moderators of X, but are not members of Y: they stand in that role themselves."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.constructions.main_clause import resumed
from bot.offline.constructions.placing import open_scope
from bot.offline.items import Being
from bot.offline.state import Pending, State
from memory.schema import Join

_SAID = 0.02


def being(a: Assembler, state: State, item: Being) -> Iterator[State]:
    """The nearest that can stand there waits for the other end; without one there is any."""
    if state.held is not None or state.waiting or state.subject < 0:
        return
    if state.pending is not None or state.floats:
        return
    state = resumed(state)
    for type_, role, price in item.role.types:
        joins = a.schema.relationships[type_].joins
        for site, distance in a.sites(state):
            vertex = state.vertices[site]
            if vertex.open and not state.links:
                # Who is the owner of X: who that is.
                continue
            if not _stands(vertex.labels, joins, role):
                continue
            opened = open_scope(state.changed(negate=True)) if item.never else state
            sites = opened.sites[: opened.sites.index(site) + 1]
            pending = Pending(site, ((type_, 0.0),), role, kept=item.role.kept)
            yield opened.on(
                item.end,
                item.cost + price + distance + _SAID,
                pending=pending,
                previous="verb",
                sites=sites,
                joint="",
            )
            break


def _stands(labels: tuple[str, ...], joins: tuple[Join, ...], role: str) -> bool:
    """Whether a node of one of the labels can stand at that end."""
    return any((j.start if role == "start" else j.end) in labels for j in joins)


CONSTRUCTIONS = {Being: being}
