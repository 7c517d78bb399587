"""What a graph's file should say at the least: everything in the schema, as far as it is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.layer.add import Entry
from memory.schema import Property, Relationship, Scalar, Schema
from memory.text import several, split_name

HEAD = """\
# What people call the parts of the graph {graph}, and what they mean. Write into it what you like:
# Cicerone adds what is missing and changes no line. Hold it against the database with:
#     cicerone check-layer --graph {graph}
#
# A label or relationship type may have a name, a description, synonyms and properties; a property
# also a unit. Beside them there may be:
#     address:      where the graph is, as neo4j+s://host; `embedded` by default
#     database:     the database there
#     credentials:  username and password, each the name of an environment variable
#     instructions: what a model has to know beside, in plain words
#     words:        a word and what it means: an element, Label.property = value, or other words
#     hidden:       what nobody gets to see: [Secret, Person.email, "*.password"]
#     verified:     questions with their Cypher, each with verified_by and verified_on
"""
_SAMPLES, _LONG = 3, 40


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a model thinks of an element: a draft for people to correct."""

    description: str = ""
    unit: str = ""
    synonyms: tuple[str, ...] = ()


def drafted(graph: str, schema: Schema, meanings: Mapping[str, Meaning]) -> list[Entry]:
    """Entries for all of a schema.

    Args:
        graph: Its name.
        schema: The schema, as far as it may be seen.
        meanings: What a model says of elements, by names as `Film` or `Film.revenue`; "" has what
            it says of the whole.
    """
    whole = meanings.get("", Meaning())
    entries = [Entry("title", " ".join(split_name(graph)).capitalize())]
    if whole.description:
        entries.append(Entry("description", whole.description))
    labels = tuple(
        _owner(label.name, several(label.count, "node"), label.properties.values(), meanings)
        for label in schema.labels.values()
    )
    types = tuple(
        _owner(rel.type, _joins(rel), rel.properties.values(), meanings)
        for rel in schema.relationships.values()
    )
    kinds = (("labels", labels), ("relationships", types))
    return entries + [Entry(kind, below=below) for kind, below in kinds if below]


def _owner(
    name: str, comment: str, properties: Iterable[Property], meanings: Mapping[str, Meaning]
) -> Entry:
    held = tuple(
        Entry(one.name, below=tuple(_said(meanings.get(f"{name}.{one.name}"))), comment=_of(one))
        for one in properties
    )
    below = [*_said(meanings.get(name)), *([Entry("properties", below=held)] if held else [])]
    return Entry(name, below=tuple(below), comment=comment)


def _said(meaning: Meaning | None) -> Iterator[Entry]:
    if meaning is None:
        return
    if meaning.description:
        yield Entry("description", meaning.description)
    if meaning.unit:
        yield Entry("unit", meaning.unit)
    if meaning.synonyms:
        yield Entry("synonyms", meaning.synonyms)


def _joins(rel: Relationship) -> str:
    pairs = [f"{join.start} to {join.end}" for join in rel.joins[:_SAMPLES]]
    more = len(rel.joins) - len(pairs)
    return ", ".join(pairs + ([f"{more} more"] if more > 0 else []))


def _of(prop: Property) -> str:
    """The type of a property with its range or a few of its values.

    >>> _of(Property("year", ("INTEGER",), (1979,), minimum=1920, maximum=2024))
    'INTEGER, 1920 to 2024'
    >>> _of(Property("name", ("STRING",), ("Vega", "Lyra")))
    'STRING, such as Vega, Lyra'
    """
    if prop.minimum is not None and prop.maximum is not None:
        return f"{prop.type}, {prop.minimum} to {prop.maximum}"
    samples = ", ".join(_short(value) for value in (prop.values or prop.examples)[:_SAMPLES])
    return f"{prop.type}, such as {samples}" if samples else prop.type


def _short(value: Scalar) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= _LONG else f"{text[:_LONG]}…"
