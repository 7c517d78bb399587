"""The schema of a property graph as we remember it: labels, relationship types, properties."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import Generic, TypeAlias, TypeVar

from memory.processor import Held

T = TypeVar("T")
Scalar: TypeAlias = str | int | float | bool | date | datetime | time


@dataclass(frozen=True, slots=True)
class Property:
    """One property of a label or of a relationship type.

    `types` are Cypher's names, commonest first: STRING, INTEGER, FLOAT, BOOLEAN, DATE, LOCAL
    DATETIME, ZONED DATETIME, LOCAL TIME, ZONED TIME, DURATION, POINT, LIST<STRING> and so on.
    `values` is the whole list of stored values, sorted, where there are few; else None.
    `minimum` and `maximum` are the range of numbers and dates seen; None for other types.
    `null_share` is the share (0 to 1) of nodes or relationships that lack it.
    `distinct` is how many different values were seen (a lower bound where sampled).
    """

    name: str
    types: tuple[str, ...]
    examples: tuple[Scalar, ...] = ()
    values: tuple[Scalar, ...] | None = None
    minimum: Scalar | None = None
    maximum: Scalar | None = None
    null_share: float = 0.0
    distinct: int = 0

    @property
    def type(self) -> str:
        """The commonest type."""
        return self.types[0] if self.types else "ANY"


@dataclass(frozen=True, slots=True)
class Label:
    """A label: how many nodes bear it, and which other labels all (or some) of those bear too.

    `implies` are labels that every node of this one bears as well (each Actor is a Person).
    `together` are labels that some of its nodes bear as well.
    """

    name: str
    count: int
    properties: Mapping[str, Property] = field(default_factory=dict)
    implies: tuple[str, ...] = ()
    together: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Join:
    """A pair of labels that a relationship type really joins, and how many were seen."""

    start: str
    end: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship type with the label pairs it joins; `joins` are ordered by count."""

    type: str
    count: int
    joins: tuple[Join, ...] = ()
    properties: Mapping[str, Property] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Schema(Held):
    """A whole schema, or a slice of one.

    `sampled` says that properties, ranges and shares come from a sample; labels, types and counts
    never do. `notes` are sentences for people on what a sample may have missed. `hidden` are the
    patterns of labels and properties that were left out, and that no statement may touch.
    """

    labels: Mapping[str, Label] = field(default_factory=dict)
    relationships: Mapping[str, Relationship] = field(default_factory=dict)
    sampled: bool = False
    notes: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()

    @property
    def fingerprint(self) -> str:
        """Sixteen hex digits that change when a label, type, join or property comes or goes."""
        lines = [
            f"({label.name} {p.name}:{p.type})"
            for label in self.labels.values()
            for p in (*label.properties.values(), Property("", ()))
        ]
        for rel in self.relationships.values():
            lines += [f"[{j.start} {rel.type} {j.end}]" for j in rel.joins]
            lines += [f"[{rel.type} {p.name}:{p.type}]" for p in rel.properties.values()]
        return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]

    def related(self, one: str, other: str) -> bool:
        """Whether a node can bear both labels."""
        if one == other:
            return True
        a, b = self.labels.get(one), self.labels.get(other)
        if a is None or b is None:
            return False
        return other in (*a.implies, *a.together) or one in (*b.implies, *b.together)

    def joins(self) -> Iterable[tuple[str, Join]]:
        """Every (relationship type, join) of the schema."""
        for rel in self.relationships.values():
            for join in rel.joins:
                yield rel.type, join

    def restrict(self, labels: Iterable[str], types: Iterable[str]) -> Schema:
        """The slice with just these labels and relationship types (joins between kept labels)."""
        kept = {name: self.labels[name] for name in self.labels if name in set(labels)}
        wanted = set(types)
        relationships = {}
        for name, rel in self.relationships.items():
            joins = tuple(j for j in rel.joins if j.start in kept and j.end in kept)
            if name in wanted and joins:
                relationships[name] = replace(rel, joins=joins)
        return replace(self, labels=kept, relationships=relationships)


@dataclass(frozen=True, slots=True)
class LinkedValue:
    """Words of the question that stand for a stored value.

    `start` and `end` are character offsets in the question. `score` is 0 to 1 (1 is exact or
    folded match). `method` is exact, folded, partial (part of a name), fuzzy (misspelt) or chosen
    (the person overruled us).
    `count` is how many nodes hold the value (1 where unknown). Links over the same words compete.
    `nodes` are the element ids of those that are meant, where an earlier answer tells which.
    """

    text: str
    label: str
    property: str
    value: Scalar
    start: int
    end: int
    score: float = 1.0
    method: str = "exact"
    count: int = 1
    nodes: tuple[str, ...] = ()


class OncePerSchema(Generic[T]):
    """What is made of a schema, kept for those that were asked for last."""

    def __init__(self, make: Callable[[Schema], T]) -> None:
        """Take what makes it; nothing is made yet."""
        self._make = make
        self._known: deque[tuple[Schema, T]] = deque(maxlen=4)

    def __call__(self, schema: Schema) -> T:
        """Return what is made of a schema.

        >>> counts = OncePerSchema(lambda schema: [len(schema.labels)])
        >>> schema = Schema({"Film": Label("Film", 3)})
        >>> counts(schema), counts(schema) is counts(schema)
        ([1], True)
        """
        for known, made in self._known:
            if known is schema:
                return made
        made = self._make(schema)
        self._known.append((schema, made))
        return made
