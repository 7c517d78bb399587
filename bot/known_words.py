"""Which words of a message are names in the graph: they may be meant as such."""

from __future__ import annotations

from collections.abc import Iterator

from bot.parts import Parts
from memory.schema import Schema
from memory.text import fold, split_name

_SURELY = 0.9


async def known_words(message: str, parts: Parts) -> set[str]:
    """The words of the message and of the schema that are names in this graph, folded.

    Raises:
        CiceroneError: the names cannot be looked up.
    """
    stored = await parts.values.lookup(message)
    known = {fold(link.text) for link in stored if link.score >= _SURELY}
    return known | set(schema_words(parts.schema))


def schema_words(schema: Schema) -> Iterator[str]:
    """The words of the schema's names, folded."""
    for owners in (schema.labels, schema.relationships):
        for name, owner in owners.items():
            for told in (name, *owner.properties):
                yield from map(fold, split_name(told))
