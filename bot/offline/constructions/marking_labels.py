"""Members that are retired, who is a director: another label of what was named."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Marked, Noun
from bot.offline.state import State


def kind_of_it(a: Assembler, state: State, item: Marked | Noun) -> Iterator[State]:
    """What is asked for is narrowed to those of its nodes that bear the label, too."""
    if state.previous != "auxiliary" or state.mode == "yes_no" or state.negate or state.waiting:
        return
    focus, known = state.focus, a.schema.labels.get(item.label)
    if focus < 0 or known is None or state.scope:
        return
    vertex = state.vertices[focus]
    if vertex.word == "noun" and len(vertex.labels) == 1 and vertex.labels[0] in known.implies:
        done = state.narrow(focus, (item.label,))
        yield done.on(item.end, item.cost, previous="property", last=focus)


CONSTRUCTIONS = {Marked: kind_of_it, Noun: kind_of_it}
