"""What the shapes draw from: things with names, and the joins between them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from bot.stored.kinds import EPOCHS, display_properties, kind_of
from bot.words.naming import node_names
from memory.query import Edge, Node
from memory.schema import Label, Property, Relationship, Scalar, Schema
from memory.text import split_name

Values: TypeAlias = Mapping[tuple[str, str], Sequence[Scalar]]
T = TypeVar("T")

# Identifiers, links and vectors: nothing a person asks for.
_TECHNICAL = frozenset(
    [
        *("id", "uid", "uuid", "guid", "key", "hash", "url", "uri", "href"),
        *("embedding", "vector", "poster", "image", "photo"),
    ]
)
# A text property with at most so many values is a category.
_CATEGORY = 60
_LONGEST = 40
# A join that fewer pairs have than this share of its type's commonest says something by the way:
# that some directors acted, too.
_BY_THE_WAY = 0.5
_DATES = ("date", "datetime", "zoned", "year")


@dataclass(frozen=True, slots=True)
class Thing:
    """A label whose nodes have names, under the variable it has in a query."""

    label: Label
    shown: tuple[str, ...]
    variable: str

    @property
    def node(self) -> Node:
        """Its node of a pattern."""
        return Node(self.variable, (self.label.name,))

    @property
    def name(self) -> str:
        """The property that names it."""
        return self.shown[0]

    def numbers(self) -> list[Property]:
        """Properties one can rank and average by."""
        return [
            p for p in self._asked() if p.type in ("INTEGER", "FLOAT") and kind_of(p) == "number"
        ]

    def times(self) -> list[Property]:
        """Dates, times and years."""
        return [p for p in self._asked() if kind_of(p) in _DATES]

    def categories(self) -> list[Property]:
        """Texts of which there are few."""
        return [p for p in self._asked() if kind_of(p) == "text" and _is_category(p, self.label)]

    def flags(self) -> list[Property]:
        """Properties that are true or false."""
        return [p for p in self._asked() if kind_of(p) == "flag"]

    def described(self) -> list[Property]:
        """All that one can ask of one thing, but its name."""
        return [p for p in self._asked() if kind_of(p) not in ("list", *EPOCHS)]

    def _asked(self) -> list[Property]:
        found = self.label.properties.values()
        return [p for p in found if p.name not in self.shown and not _technical(p)]


@dataclass(frozen=True, slots=True)
class Link:
    """A join seen from one of its ends: `forward` where the relationship starts `here`."""

    here: Thing
    there: Thing
    relationship: Relationship
    forward: bool
    count: int

    @property
    def branches(self) -> bool:
        """Whether one here has several there, on average."""
        return self.count > 1.05 * self.here.label.count

    @property
    def gathers(self) -> bool:
        """Whether one there has several here, on average."""
        return self.count > 1.5 * self.there.label.count

    def edge(self, variable: str = "") -> Edge:
        """Its edge of a pattern."""
        ends = (self.here.variable, self.there.variable)
        start, end = ends if self.forward else ends[::-1]
        return Edge(start, (self.relationship.type,), end, variable)

    def asked(self) -> list[Property]:
        """The relationship's own properties that one can ask by."""
        return [p for p in self.relationship.properties.values() if not _technical(p)]


@dataclass(frozen=True, slots=True)
class Ground:
    """A schema to draw from; the same seed draws the same."""

    schema: Schema
    things: tuple[Thing, ...]
    links: tuple[Link, ...]
    chance: random.Random
    values: Values = field(default_factory=dict)

    def chains(self) -> list[tuple[Link, Link]]:
        """Two links in a row that do not lead back, with variables of their own."""
        return [
            chain
            for first in self.links
            for second in self.links
            if first.there.label.name == second.here.label.name
            and first.here.label.name != second.there.label.name
            for chain in [_named_apart(first, second)]
        ]

    def only(self, link: Link) -> bool:
        """Whether nothing else joins its ends, so that the labels alone say which join is meant."""
        ends = {link.here.label.name, link.there.label.name}
        types = {
            other.relationship.type
            for other in self.links
            if {other.here.label.name, other.there.label.name} == ends
        }
        return len(types) == 1

    def pick(self, options: Sequence[T]) -> T | None:
        """One at random, if there is any."""
        return self.chance.choice(options) if options else None

    def value(self, owner: str, property: Property) -> Scalar | None:
        """A stored value that reads well in a sentence; `owner` is a label or type."""
        stored = self.values.get((owner, property.name)) or property.values or property.examples
        return self.pick([value for value in stored if _readable(value)])

    def name(self, thing: Thing) -> Scalar | None:
        """The name of one of them."""
        return self.value(thing.label.name, thing.label.properties[thing.name])

    def shuffled(self, options: Iterable[T]) -> list[T]:
        """In another order."""
        found = list(options)
        self.chance.shuffle(found)
        return found


def ground(schema: Schema, values: Values, seed: int) -> Ground:
    """What there is to draw from a schema."""
    things = {}
    for label in schema.labels.values():
        shown = display_properties(label)
        if shown and label.count:
            things[label.name] = Thing(label, shown, node_names([label.name])[0])
    return Ground(
        schema, tuple(things.values()), tuple(_links(schema, things)), random.Random(seed), values
    )


def _links(schema: Schema, things: Mapping[str, Thing]) -> Iterator[Link]:
    for rel in schema.relationships.values():
        most = max((join.count for join in rel.joins), default=0)
        for join in rel.joins:
            start, end = things.get(join.start), things.get(join.end)
            if start is None or end is None or join.count < _BY_THE_WAY * most:
                continue
            if start == end:
                end = replace(end, variable=node_names([join.start, join.end])[1])
            yield Link(start, end, rel, True, join.count)
            if join.start != join.end:
                yield Link(end, start, rel, False, join.count)


def _named_apart(first: Link, second: Link) -> tuple[Link, Link]:
    """The same links, with three variables."""
    labels = [first.here.label.name, first.there.label.name, second.there.label.name]
    here, middle, there = node_names(labels)
    between = replace(first.there, variable=middle)
    return (
        replace(first, here=replace(first.here, variable=here), there=between),
        replace(second, here=between, there=replace(second.there, variable=there)),
    )


def _technical(property: Property) -> bool:
    return bool(_TECHNICAL & set(split_name(property.name)))


def _is_category(property: Property, label: Label) -> bool:
    few = len(property.values) if property.values is not None else property.distinct
    return 1 < few <= _CATEGORY and few < 0.5 * label.count


def _readable(value: Scalar) -> bool:
    if not isinstance(value, str):
        return True
    text = value.strip()
    return text == value and 1 < len(text) <= _LONGEST and text.isprintable() and '"' not in text
