"""What is ranked by, in words: with the highest budget, that joined first."""

from __future__ import annotations

from bot.realiser.conditions import Conditions
from bot.realiser.wording import join, ordinal
from bot.stored.kinds import TIME_KINDS, kind_of
from memory.query import Aggregate, Attribute, Entity, Function, Operand


def superlative(told: Conditions) -> str:
    """What makes the first of what is asked for the first, with a space before it."""
    query = told.query
    if not query.order:
        return ""
    place = f"{ordinal(query.skip + 1)} " if query.skip else ""
    by = query.order[0]
    if len(query.order) == 1 and not place and isinstance(by.operand, Attribute):
        done = told.happened(by.operand.property) if by.operand.variable == query.subject else ""
        if done:
            return f" {done} {'last' if by.descending else 'first'}"
    if any(which_of_them(told, node.variable) for node in query.pattern.nodes):
        return ""
    ranks = []
    for order in query.order:
        if isinstance(order.operand, Aggregate) and order.operand.function == "count":
            inner = order.operand.operand
            if isinstance(inner, Entity) and told.ranks_within(inner.variable):
                continue
            counted = told.counted_noun(order.operand)
            ranks.append(f"the {place}{'most' if order.descending else 'fewest'} {counted}")
            continue
        operand, best = order.operand, "max" if order.descending else "min"
        if isinstance(operand, Aggregate) and operand.function == best and operand.operand:
            # The highest price of each is told as its price, where the highest leads.
            operand = operand.operand
        if isinstance(operand, Function) and operand.name == "text_length":
            word, (operand,) = "longest" if order.descending else "shortest", operand.operands
        elif isinstance(operand, Function) and operand.name == "size":
            word, (operand,) = "most" if order.descending else "fewest", operand.operands
        elif told.counts(operand) and not place:
            word = "most" if order.descending else "fewest"
        elif told.is_time(operand):
            word = "latest" if order.descending else "earliest"
        else:
            word = "highest" if order.descending else "lowest"
        named = named_by(told, operand)
        ranks.append(f"the {place}{word} {named}")
    return " with " + join(ranks) if ranks else ""


def which_of_them(told: Conditions, variable: str) -> str:
    """Last or first, where one is picked by the only date of something else: the last loan."""
    query = told.query
    if query.limit != 1 or query.skip or len(query.order) != 1 or variable == query.subject:
        return ""
    kept = told.properties(variable)
    dates = [Attribute(variable, x) for x, one in kept.items() if kind_of(one) in TIME_KINDS]
    by = query.order[0]
    return ("last" if by.descending else "first") if dates == [by.operand] else ""


def named_by(told: Conditions, operand: Operand) -> str:
    """What is sorted by, with the noun whose property it is where that is not what is asked for."""
    words, inner = told.operand(operand), operand
    if isinstance(operand, Aggregate) and operand.function == "count":
        return words
    while isinstance(inner, Function) and inner.operands:
        inner = inner.operands[0]
    if not isinstance(inner, Attribute) or inner.variable == told.query.subject:
        return words
    nodes = {node.variable for node in told.query.pattern.nodes}
    noun = f"{told.noun(inner.variable)} " if inner.variable in nodes else ""
    return words if words.startswith(noun) else noun + words
