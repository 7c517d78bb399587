"""How many tokens a schema takes in a prompt, roughly and cheaply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memory.schema import Label, Property, Relationship, Schema

# English text has about four characters a token; names and punctuation of a schema have fewer.
_CHARACTERS_A_TOKEN = 3.3
_FEW_VALUES = 12
_LONG_VALUE = 40
_AROUND_PROPERTY = 4
_AROUND_PATTERN = 12


def schema_tokens(schema: Schema) -> int:
    """Tokens of the whole schema: a line a label and a line a relationship pattern.

    >>> schema_tokens(Schema())
    0
    """
    return sum(_line_tokens(schema))


def fits(schema: Schema, budget: int) -> bool:
    """Whether the schema takes at most `budget` tokens; quick to see that a large one does not."""
    total = 0
    for tokens in _line_tokens(schema):
        total += tokens
        if total > budget:
            return False
    return True


def _line_tokens(schema: Schema) -> Iterator[int]:
    for label in schema.labels.values():
        yield label_tokens(label)
    for rel in schema.relationships.values():
        for join in rel.joins:
            yield pattern_tokens(rel, join.start, join.end)


def label_tokens(label: Label) -> int:
    """Tokens of a label with its properties."""
    return _tokens(len(label.name) + _AROUND_PROPERTY + _characters(label.properties))


def pattern_tokens(relationship: Relationship, start: str, end: str) -> int:
    """Tokens of one pair of labels that a relationship joins."""
    names = len(relationship.type) + len(start) + len(end)
    return _tokens(names + _AROUND_PATTERN + _characters(relationship.properties))


def property_characters(prop: Property) -> int:
    """Characters of a property with its type and its samples."""
    if prop.values is not None and len(prop.values) <= _FEW_VALUES:
        samples = sum(min(len(str(value)), _LONG_VALUE) + 3 for value in prop.values)
    elif prop.minimum is not None:
        samples = len(str(prop.minimum)) + len(str(prop.maximum)) + 2
    else:
        samples = min(len(str(prop.examples[0])), _LONG_VALUE) + 3 if prop.examples else 0
    return len(prop.name) + len(prop.type) + samples + _AROUND_PROPERTY


def _characters(properties: Mapping[str, Property]) -> int:
    return sum(property_characters(prop) for prop in properties.values())


def _tokens(characters: int) -> int:
    return -int(-characters // _CHARACTERS_A_TOKEN)
