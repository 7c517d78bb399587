"""What the checks compare: a question with all that is known of it, and a statement's words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from guardrails.cypher import Statement
from guardrails.syntax import (
    Constant,
    Item,
    LabelName,
    MapOf,
    MapProjection,
    Name,
    Parameter,
    Property,
)
from memory.conversation import ResultSet
from memory.english import singular, stem
from memory.schema import LinkedValue, Schema
from memory.text import fold, split_name

_FAMILY = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """A standalone question, the values its words stand for, and the words nobody could read.

    `drafts` are the rules' own, of the question or of most of it: whoever wrote has seen them.
    `sets` are the earlier answers that it goes on from.
    """

    question: str
    schema: Schema
    linked: tuple[LinkedValue, ...] = ()
    unread: tuple[str, ...] = ()
    drafts: tuple[str, ...] = ()
    sets: tuple[ResultSet, ...] = ()


def told_before(asked: Asked, statement: Statement) -> str:
    """What the earlier answers are about that a statement takes as parameters, folded."""
    taken = {part.name for part in statement.query.walk() if isinstance(part, Parameter)}
    used = (one for one in asked.sets if {one.name, one.ids_name} & taken)
    told = (f"{one.exchange.standalone} {' '.join(one.names)}" for one in used)
    return f" {fold(' '.join(told))} "


def constants_of(statement: Statement) -> Iterator[object]:
    """The values that are written into a statement."""
    for part in statement.query.walk():
        if isinstance(part, Constant):
            yield part.value


def said_in(statement: Statement) -> str:
    """All words of a statement, folded: names apart, texts as they are."""
    words: list[str] = []
    for part in statement.query.walk():
        match part:
            case Constant(value=str(text)):
                words.append(fold(text))
            case LabelName(name=name) | Property(name=name) | Name(name=name):
                words += split_name(name)
            case Item(alias=str(alias)):
                words += split_name(alias)
            case MapOf(entries=entries) | MapProjection(entries=entries):
                words += [word for key, _ in entries if key for word in split_name(key)]
    return f" {fold(' '.join(words))} "


def stored_values(schema: Schema, owner: str, name: str) -> tuple[object, ...] | None:
    """All stored values of a property, where they are few enough to be known."""
    held = schema.labels.get(owner) or schema.relationships.get(owner)
    stored = held.properties.get(name) if held is not None else None
    return stored.values if stored is not None and not schema.sampled else None


def property_names(schema: Schema) -> Iterator[str]:
    """The names of all properties of a graph, with repetition."""
    for label in schema.labels.values():
        yield from label.properties
    for relationship in schema.relationships.values():
        yield from relationship.properties


def akin(word: str, other: str) -> bool:
    """Whether words are of one family: supply and supplier."""
    if len(word) >= _FAMILY and word[:_FAMILY] == other[:_FAMILY]:
        return True
    return stem(singular(word)) == stem(singular(other))
