"""Labels, relationship types and properties that a statement names and the schema lacks."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from bot.errors import GraphError
from bot.ports import Graph
from bot.steps.repair.bindings import bindings_of, label_names, label_parts
from bot.steps.repair.fix import quoted
from bot.steps.repair.known import Known
from guardrails.cypher import Statement, parse
from guardrails.syntax import (
    LabelExpression,
    Labelled,
    MapOf,
    Name,
    NodePattern,
    Property,
    RelationshipPattern,
)
from guardrails.tokens import Unreadable
from memory.catalogue import marked, say
from memory.schema import Schema

# As many names as a prompt has room for in a sentence.
_MOST = 15
# More owners than these are no owner in particular.
_FEW = 3
_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Unknown:
    """A name that the graph lacks; `owners` are the labels or types of a property.

    `start` and `end` tell where it stands in the statement.
    """

    name: str
    kind: Literal["label", "relationship type", "property"]
    owners: tuple[str, ...] = ()
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)

    def __str__(self) -> str:
        """As people read it: "age of Ship"."""
        told = 0 < len(self.owners) <= _FEW
        if not told:
            return self.name
        return say("{name} of {owners}", name=self.name, owners="|".join(self.owners))

    def instead(self, schema: Schema) -> str:
        """One sentence: that there is no such thing, and what there is.

        >>> from memory.schema import Label
        >>> Unknown("Boat", "label").instead(Schema({"Ship": Label("Ship", 3, {})}))
        'There is no label Boat; there is Ship.'
        """
        if len(self.owners) > _FEW:
            return say("There is no property {name}.", name=self.name)
        if self.kind == "property":
            owners = "|".join(self.owners)
            held = (Known(schema).owner(owner) for owner in self.owners)
            names = _some(name for one in held if one is not None for name in one.properties)
            if not names:
                return say("{owners} has no {name}.", owners=owners, name=self.name)
            return say(
                "{owners} has no {name}; it has {names}.",
                owners=owners,
                name=self.name,
                names=names,
            )
        name, label = self.name, self.kind == "label"
        if names := _some(schema.labels if label else schema.relationships):
            told = marked("There is no relationship type {name}; there is {names}.")
            if label:
                told = marked("There is no label {name}; there is {names}.")
            return say(told, name=name, names=names)
        if label:
            return say("There is no label {name}.", name=name)
        return say("There is no relationship type {name}.", name=name)


def _some(names: Iterable[str]) -> str:
    """As many names as there is room for."""
    several = list(dict.fromkeys(names))
    told = ", ".join(several[:_MOST])
    return say("{names}, and more", names=told) if len(several) > _MOST else told


def unknown_names(statement: Statement, schema: Schema) -> Iterator[Unknown]:
    """Each of them, in the order of the text.

    What only a sample told of a label's properties does not make others unknown.
    """
    for found in _unknown(statement, schema):
        if found.kind != "property" or not schema.sampled:
            yield found


def names_lacking(cypher: str, schema: Schema) -> list[Unknown]:
    """The same of a text, each once; none where it cannot be read."""
    try:
        return list(dict.fromkeys(unknown_names(parse(cypher), schema)))
    except Unreadable:
        return []


async def still_lacking(found: Iterable[Unknown], graph: Graph) -> list[Unknown]:
    """Those that the graph itself lacks, too; its schema may have changed since it was read.

    What it cannot tell within a second is not called absent.
    """
    return [one for one in found if await _lacks(one, graph)]


async def _lacks(one: Unknown, graph: Graph) -> bool:
    node, link = "(x{})", "()-[x{}]->()"
    match one.kind:
        case "label":
            patterns = [node.format(f":{quoted(one.name)}")]
        case "relationship type":
            patterns = [link.format(f":{quoted(one.name)}")]
        case _:
            owners = "|".join(map(quoted, one.owners))
            held = f" WHERE x.{quoted(one.name)} IS NOT NULL"
            patterns = [f"{way.format(f':{owners}')}{held}" for way in (node, link) if owners]
    try:
        for pattern in patterns:
            cypher = f"MATCH {pattern} RETURN 1 AS one LIMIT 1"
            if (await graph.run(cypher, max_rows=1, seconds=_SECONDS)).rows:
                return False
    except GraphError:
        return False
    return True


def _unknown(statement: Statement, schema: Schema) -> Iterator[Unknown]:
    bindings = bindings_of(statement.query, schema)
    types = schema.relationships
    for part in statement.query.walk():
        match part:
            case NodePattern(labels=named):
                yield from _names(named, "label", schema.labels)
                yield from _entries(part, tuple(sorted(bindings.labels(part))), schema)
            case RelationshipPattern(types=named):
                yield from _names(named, "relationship type", types)
                yield from _entries(part, label_names(named) or tuple(types), schema)
            case Labelled(labels=named):
                yield from _names(named, "label", (*schema.labels, *types))
            case Property(base=Name(name=variable), name=name):
                owners = bindings.of(variable)
                if _lack(schema, owners, name):
                    yield Unknown(name, "property", owners, part.start, part.end)


def _names(
    named: LabelExpression | None,
    kind: Literal["label", "relationship type"],
    there: Container[str],
) -> Iterator[Unknown]:
    """The names of an expression of labels or types that are not there."""
    for one in label_parts(named):
        if one.name not in there and one.name != "%":
            yield Unknown(one.name, kind, (), one.start, one.end)


def _entries(
    part: NodePattern | RelationshipPattern, owners: Sequence[str], schema: Schema
) -> Iterator[Unknown]:
    """The keys of a pattern's map."""
    if isinstance(part.properties, MapOf):
        for key, _ in part.properties.entries:
            if _lack(schema, owners, key):
                place = (part.properties.start, part.properties.end)
                yield Unknown(key, "property", tuple(owners), *place)


def _lack(schema: Schema, owners: Sequence[str], name: str) -> bool:
    """Whether there are owners of which none has a property, nor another label of its nodes."""
    known = Known(schema)
    if not any(known.owner(owner) for owner in owners):
        return False
    for owner in owners:
        label = schema.labels.get(owner)
        names = (owner, *label.implies, *label.together) if label is not None else (owner,)
        if known.property_of(names, name) is not None:
            return False
    return True
