"""Which words are names in the schema of a graph: they may be meant as such."""

from __future__ import annotations

from collections.abc import Iterator

from memory.schema import Schema
from memory.text import fold, split_name


def schema_words(schema: Schema) -> Iterator[str]:
    """The words of the schema's names, folded."""
    for owners in (schema.labels, schema.relationships):
        for name, owner in owners.items():
            for told in (name, *owner.properties):
                yield from map(fold, split_name(told))
