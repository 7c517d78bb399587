"""`RETURN review.taster`: a neighbour read as if it were a property, without one of its own."""

from __future__ import annotations

from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.chained_node import neighbour, way_to
from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.likeness import misspelling
from bot.stored.kinds import display_properties
from guardrails.cypher import Statement
from guardrails.syntax import Item, Name, Property
from memory.catalogue import say


def node_as_property(statement: Statement, known: Known) -> list[Fix]:
    """Match the neighbour, and show its name; the whole of it where no one property names it."""
    bindings = bindings_of(statement.query, known.schema)
    for item in parts(statement):
        shown = item.expression if isinstance(item, Item) else None
        if not isinstance(shown, Property) or not isinstance(shown.base, Name):
            continue
        label = _owner(bindings, known, shown.base.name, shown.name)
        way = way_to(label, shown.name, known) if label else None
        joined = neighbour(statement, bindings, shown.base.name, way) if way else None
        if way is None or joined is None:
            continue
        node, edits = joined
        called = display_properties(known.schema.labels[way[-1][2]])
        text = f"{node}.{quoted(called[0])}" if len(called) == 1 else node
        text += f" AS {quoted(shown.name)}" if isinstance(item, Item) and not item.alias else ""
        edit = Edit(shown.start, shown.end, text)
        told = say("{name} is the {label}", name=shown.name, label=way[-1][2])
        return [Fix("node_as_property", told, (*edits, edit))]
    return []


def _owner(bindings: Bindings, known: Known, variable: str, name: str) -> str:
    """The one label of a variable that surely has no such property; else ""."""
    owners = bindings.of(variable)
    label = known.schema.labels.get(owners[0]) if len(owners) == 1 else None
    if label is None or not bindings.is_node(variable) or not bindings.certain(variable):
        return ""
    held = name in label.properties or misspelling(name, set(label.properties)) is not None
    return "" if held else label.name
