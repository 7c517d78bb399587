"""What stays private: the labels and properties of CICERONE_HIDE."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase

from memory.schema import Label, Property, Relationship, Schema


@dataclass(frozen=True, slots=True)
class Hidden:
    """Patterns of what nobody gets to see.

    `labels` are labels and relationship types; `properties` are (label or type, property). In
    both `*` stands for any letters, and case does not matter: a slip there must not show anything.
    """

    labels: tuple[str, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.labels or self.properties)

    @property
    def patterns(self) -> tuple[str, ...]:
        """The patterns as they are written."""
        return (*self.labels, *(f"{owner}.{prop}" for owner, prop in self.properties))

    def label(self, name: str) -> bool:
        """Whether a label or relationship type is hidden."""
        return any(_fits(name, pattern) for pattern in self.labels)

    def property(self, owners: Iterable[str], name: str) -> bool:
        """Whether a property is hidden on an element that bears these labels or has this type."""
        return any(
            _fits(name, prop) and (owner == "*" or any(_fits(one, owner) for one in owners))
            for owner, prop in self.properties
        )

    def unmatched(self, schema: Schema) -> tuple[str, ...]:
        """Patterns whose label or type is none that the visible schema has: perhaps misspelt."""
        known = (*schema.labels, *schema.relationships)
        return tuple(
            f"{owner}.{prop}"
            for owner, prop in self.properties
            if not any(_fits(name, owner) for name in known) and not self.label(owner)
        )


def hidden(text: str) -> Hidden:
    """The patterns in a comma-separated text.

    >>> hidden("Person.email, *.password, Secret")
    Hidden(labels=('Secret',), properties=(('Person', 'email'), ('*', 'password')))
    """
    labels, properties = [], []
    for entry in (part.strip().replace("`", "") for part in text.split(",")):
        owner, dot, prop = entry.rpartition(".")
        if dot and prop:
            properties.append((owner or "*", prop))
        elif entry:
            labels.append(entry)
    return Hidden(tuple(labels), tuple(properties))


def _fits(name: str, pattern: str) -> bool:
    return fnmatchcase(name.casefold(), pattern.casefold())


def visible(schema: Schema, private: Hidden) -> Schema:
    """The schema without hidden labels, types and properties.

    A property hidden on one label goes from the labels its nodes may also bear, too.
    """
    if not private:
        return schema
    patterns = tuple(dict.fromkeys((*schema.hidden, *private.patterns)))
    labels = {
        name: _label(label, private)
        for name, label in schema.labels.items()
        if not private.label(name)
    }
    types = {
        name: _relationship(rel, private)
        for name, rel in schema.relationships.items()
        if not private.label(name)
    }
    return replace(schema, labels=labels, relationships=types, hidden=patterns)


def _label(label: Label, private: Hidden) -> Label:
    owners = (label.name, *label.implies, *label.together)
    return replace(
        label,
        properties=_properties(label.properties.values(), owners, private),
        implies=tuple(name for name in label.implies if not private.label(name)),
        together=tuple(name for name in label.together if not private.label(name)),
    )


def _relationship(rel: Relationship, private: Hidden) -> Relationship:
    joins = tuple(
        join for join in rel.joins if not (private.label(join.start) or private.label(join.end))
    )
    properties = _properties(rel.properties.values(), (rel.type,), private)
    return replace(rel, joins=joins, properties=properties)


def _properties(
    properties: Iterable[Property], owners: Iterable[str], private: Hidden
) -> dict[str, Property]:
    return {one.name: one for one in properties if not private.property(owners, one.name)}
