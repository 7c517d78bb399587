"""What the repairs know of the graph, beside the statement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from memory.schema import Label, LinkedValue, Property, Relationship, Schema


class Values(Protocol):
    """Finds the stored values that a text stands for."""

    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        """Links, longest stretch of words first."""
        ...


@dataclass(frozen=True, slots=True)
class Known:
    """The schema, the stored values (None: nobody can tell) and the question asked, if any."""

    schema: Schema
    values: Values | None = None
    question: str | None = None
    parameters: frozenset[str] = field(default_factory=frozenset)

    def owner(self, name: str) -> Label | Relationship | None:
        """The label or relationship type of that name."""
        return self.schema.labels.get(name) or self.schema.relationships.get(name)

    def property_of(self, owners: Sequence[str], name: str) -> Property | None:
        """The property of that name of the first of the owners that has it."""
        for owner in owners:
            found = self.owner(owner)
            if found is not None and name in found.properties:
                return found.properties[name]
        return None
