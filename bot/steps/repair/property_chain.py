"""`account.held_at.balance`: a way written as properties, though the account has the balance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Name, Property
from memory.catalogue import listed, say
from memory.text import fold


@dataclass(frozen=True, slots=True)
class Chain:
    """A property of a property: `part`, read from the variable `root` by the names `through`."""

    part: Property
    root: Name
    through: tuple[str, ...]


def property_chain(statement: Statement, known: Known) -> list[Fix]:
    """Leave out names between a node and its property that stand for nothing."""
    bindings = bindings_of(statement.query, known.schema)
    found = []
    for chain in chains(statement):
        part, root, first = chain.part, chain.root, chain.through[0]
        owners = bindings.of(root.name)
        if not bindings.is_node(root.name) or not bindings.certain(root.name):
            continue
        if known.property_of(owners, first) is not None or _of_hop(first, part.name, known):
            continue
        if known.property_of(owners, part.name) is not None:
            text = f"{quoted(root.name)}.{quoted(part.name)}"
            edit = Edit(part.start, part.end, text)
            told = say(
                "{name} is a property of {labels} itself",
                name=part.name,
                labels=listed(owners, "or"),
            )
            found.append(Fix("property_chain", told, (edit,)))
    return found


def chains(statement: Statement) -> Iterator[Chain]:
    """Each property of a property of a variable."""
    for part in parts(statement):
        if not isinstance(part, Property):
            continue
        names: list[str] = []
        inner = part.base
        while isinstance(inner, Property):
            names.insert(0, inner.name)
            inner = inner.base
        if names and isinstance(inner, Name):
            yield Chain(part, inner, tuple(names))


def _of_hop(name: str, held: str, known: Known) -> bool:
    """Whether a relationship of that name has the property."""
    return any(
        fold(type_) == fold(name) and held in rel.properties
        for type_, rel in known.schema.relationships.items()
    )
