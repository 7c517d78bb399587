"""`account.held_at.balance`: a way written as properties, though the account has the balance."""

from __future__ import annotations

from collections.abc import Iterator

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Name, Property
from memory.text import fold


def property_chain(statement: Statement, known: Known) -> list[Fix]:
    """Leave out names between a node and its property that stand for nothing."""
    bindings = bindings_of(statement.query, known.schema)
    found = []
    for part, root, first in _chains(statement):
        owners = bindings.of(root.name)
        if not bindings.is_node(root.name) or not bindings.certain(root.name):
            continue
        if known.property_of(owners, first) is not None or _of_hop(first, part.name, known):
            continue
        if known.property_of(owners, part.name) is not None:
            text = f"{quoted(root.name)}.{quoted(part.name)}"
            edit = Edit(part.start, part.end, text)
            told = f"{part.name} is a property of {' or '.join(owners)} itself"
            found.append(Fix("property_chain", told, (edit,)))
    return found


def _chains(statement: Statement) -> Iterator[tuple[Property, Name, str]]:
    """Each property of a property, with the variable and the name behind it."""
    for part in parts(statement):
        if not isinstance(part, Property):
            continue
        chain = [part]
        while isinstance(inner := chain[-1].base, Property):
            chain.append(inner)
        if len(chain) > 1 and isinstance(inner, Name):
            yield part, inner, chain[-1].name


def _of_hop(name: str, held: str, known: Known) -> bool:
    """Whether a relationship of that name has the property."""
    return any(
        fold(type_) == fold(name) and held in rel.properties
        for type_, rel in known.schema.relationships.items()
    )
