"""A property held to an amount: after 2010, over two hours, in 1994."""

from __future__ import annotations

from bot.offline.assemble import Assembler
from bot.offline.items import Amount, Compare
from bot.offline.state import State
from bot.stored.amounts import Number
from bot.stored.comparing import conditions
from memory.query import Operand


def as_compare(item: Amount | Compare) -> Compare:
    """A bare amount as the comparison that it makes: in 1999."""
    if isinstance(item, Compare):
        return item
    return Compare(item.start, item.end, item.cost, "=", item.amount)


def held_to(
    a: Assembler, state: State, operand: Operand, owner: str, name: str, item: Amount | Compare
) -> State | None:
    """The state in which a property is held to an amount; None where the two do not go together.

    Args:
        a: What is known of the schema.
        state: Where the conditions are added, in its present scope.
        operand: The property as the tree speaks of it.
        owner: The label or relationship type that has it.
        name: The property's name.
        item: The comparison, which names its amount, or a bare amount.
    """
    said = as_compare(item)
    if said.amount is None:
        return None
    kind, stored = a.kind(owner, name), a.lexicon.property(owner, name)
    if kind == "number" and isinstance(said.amount, Number) and said.amount.when:
        # The average fee in 2022: none of 2022.
        return None
    tests = conditions(operand, kind, stored, said.operator, said.amount, said.upper)
    return None if tests is None else state.tested(tests)
