"""Members that are retired, who is a director, who are no members: another label of theirs."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.assemble import Assembler
from bot.offline.items import Marked, Noun
from bot.offline.state import State, variable
from memory.query import Exists, Node, Not, Pattern

# Rather of another kind than joined to one once more.
_SURER = 0.1


def kind_of_it(a: Assembler, state: State, item: Marked | Noun) -> Iterator[State]:
    """What is asked for is narrowed to those of its nodes that bear the label, too, or do not."""
    expected = state.negate or state.previous == "auxiliary"
    if not expected or state.mode == "yes_no" or state.waiting_beside("negate"):
        return
    again = state.negate and bool(state.joint) and state.previous == "auxiliary"
    # That rent something and are no members: those of whom the other was said.
    focus = state.subject if again else state.focus
    known = a.schema.labels.get(item.label)
    if focus < 0 or known is None or state.scope:
        return
    vertex = state.vertices[focus]
    if vertex.word != "noun" or len(vertex.labels) != 1 or vertex.labels[0] not in known.implies:
        return
    if not state.negate:
        done = state.narrow(focus, (item.label,))
        yield done.on(item.end, item.cost, previous="property", last=focus)
    elif again or (state.pending is None and state.last == focus):
        bearing = Pattern((Node(variable(focus), (item.label,)),))
        done = state.changed(negate=False, pending=None).test(Not(Exists(bearing)))
        yield done.on(item.end, item.cost - _SURER * again, previous="property", last=focus)


CONSTRUCTIONS = {Marked: kind_of_it, Noun: kind_of_it}
