"""A budget and a revenue *over 100 million*: each of the two is."""

from __future__ import annotations

from bot.offline.assemble import Assembler
from bot.offline.constructions.held_to import held_to
from bot.offline.items import Compare, Number
from bot.offline.money import money_of
from bot.offline.state import State
from memory.query import Attribute, Comparison, Operand


def with_the_first(
    a: Assembler, state: State, operand: Operand, owner: str, item: Compare
) -> State:
    """The state in which what was named right before, and measures the same, is held so too."""
    if not state.tests or not isinstance(operand, Attribute) or not isinstance(item.amount, Number):
        return state
    scope, test = state.tests[-1]
    if not isinstance(test, Comparison) or not isinstance(test.left, Attribute) or scope:
        return state
    first = test.left
    there = test.operator == "IS NOT NULL" and first.variable == operand.variable
    if not there or first == operand or not _alike(a, owner, first.property, operand.property):
        return state
    before = state.changed(tests=state.tests[:-1])
    return held_to(a, before, first, owner, first.property, item) or state


def _alike(a: Assembler, owner: str, one: str, other: str) -> bool:
    """Whether two properties are figures of one sort: both money, both lengths."""
    if {a.kind(owner, one), a.kind(owner, other)} != {"number"}:
        return False
    first, second = (a.lexicon.groups_of(owner, name) for name in (one, other))
    money = {one, other} <= set(money_of(a.lexicon, owner))
    return money or bool(first & second) or not (first or second)
