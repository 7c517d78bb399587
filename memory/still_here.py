"""What of a conversation still holds, where its graph was changed or another one is asked now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass

from memory.conversation import Exchange
from memory.query import Attribute, Edge, Node
from memory.schema import Label, Relationship, Schema


def still_here(history: Sequence[Exchange], schema: Schema) -> list[Exchange]:
    """The exchanges after the last one that speaks of what the schema does not have.

    A follow-up cannot mean a question about another graph, or about labels that are gone.
    """
    kept: list[Exchange] = []
    for exchange in reversed(history):
        if not _fits(exchange, schema):
            break
        kept.insert(0, exchange)
    return kept


def _fits(exchange: Exchange, schema: Schema) -> bool:
    owners: dict[str, Label | Relationship] = {**schema.labels, **schema.relationships}
    named = [(link.label, link.property) for link in exchange.linked]
    named += [(mention.label, mention.property) for mention in exchange.mentions]
    properties = {name for owner in owners.values() for name in owner.properties}
    # Without a label it is a name that several labels have.
    of_any = (name in properties for label, name in named if not label)
    of_one = (
        label in owners and name in owners[label].properties for label, name in named if label
    )
    if not all(of_any) or not all(of_one):
        return False
    for part in _parts(exchange.query):
        if isinstance(part, Node) and not set(part.labels) <= owners.keys():
            return False
        if isinstance(part, Edge) and not set(part.types) <= owners.keys():
            return False
        if isinstance(part, Attribute) and part.property not in properties:
            return False
    return True


def _parts(value: object) -> Iterator[object]:
    """A tree and all that it is made of."""
    if isinstance(value, tuple):
        for one in value:
            yield from _parts(one)
    elif is_dataclass(value):
        yield value
        for each in fields(value):
            yield from _parts(getattr(value, each.name))
