"""In which month were most orders shipped: that of the shipping, whatever else has a date."""

from __future__ import annotations

from bot.offline.assemble import Assembler
from bot.offline.state import State
from bot.offline.tree_parts import instead
from memory.query import Attribute, Comparison, Condition, Function
from memory.tree_edits import attributes_of


def settle_time_of_the_deed(a: Assembler, state: State) -> State:
    """The date that was only said to be there is the one that times are told of."""
    grouped = [x for x in state.groups if isinstance(x, Function)]
    dates = {date for group in grouped for date in attributes_of(group)}
    if len(dates) != 1:
        return state
    (date,) = dates
    there = {x for _, test in state.tests if (x := _is_there(test)) is not None}
    said = [x for x in there - dates if x.variable == date.variable]
    if len(said) != 1 or date not in there:
        return state
    owner = state.vertices[int(date.variable[1:])].labels[0] if date.variable[0] == "#" else ""
    if not owner or a.kind(owner, date.property) != a.kind(owner, said[0].property):
        return state
    tests = tuple(dict.fromkeys(instead(state.tests, date, said[0])))
    return state.changed(groups=instead(state.groups, date, said[0]), tests=tests)


def _is_there(test: Condition) -> Attribute | None:
    """What a test says to be known, and no more."""
    if isinstance(test, Comparison) and test.operator == "IS NOT NULL":
        return test.left if isinstance(test.left, Attribute) else None
    return None
